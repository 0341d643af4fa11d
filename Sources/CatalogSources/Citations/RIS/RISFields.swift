import CatalogModel

/// The RIS tags in the specifications of 2001 and 2011, and in files from Zotero, EndNote, Mendeley and JabRef.
enum RISFields {
  /// The meanings of the tags that do not depend on the entry type. ``RISCitation`` handles all other tags.
  static let meanings: [String: CitationField] = [
    "TI": .title, "T1": .title, "BT": .title, "CT": .title, "ST": .property(.shortTitle), "T3": .series,
    "PB": .publisher, "CY": .property(.place), "PP": .property(.place), "PY": .date, "Y1": .date,
    "OP": .originalDate, "VL": .property(.volume), "NV": .property(.volumes), "M1": .number, "ET": .property(.edition),
    "LA": .language, "KW": .keywords, "AB": .abstract, "N2": .abstract, "N1": .note, "RN": .note,
    "UR": .identifier("uri"), "DO": .identifier("doi"), "CN": .property(.callNumber), "L1": .file,
    "M3": .property(.documentType), "Y2": .property(.accessed), "SE": .property(.chapter), "DB": .property(.library),
    "TT": .property(.originalTitle),
  ]

  static let people: [String: CitedRole] = [
    "AU": .author, "A1": .author, "ED": .editor, "A2": .editor, "A3": .editor, "A4": .translator,
    "TA": .translator,
  ]

  /// The tag that exports write for each field.
  static let tags: [CitationField: String] = [
    .title: "TI", .property(.shortTitle): "ST", .series: "T3", .publisher: "PB", .property(.place): "CY",
    .property(.volume): "VL", .property(.volumes): "NV", .number: "M1",
    .property(.edition): "ET", .language: "LA", .abstract: "AB", .note: "N1", .identifier("uri"): "UR",
    .identifier("doi"): "DO", .property(.callNumber): "CN", .property(.documentType): "M3",
    .property(.accessed): "Y2", .property(.chapter): "SE", .property(.originalTitle): "TT",
  ]

  static let roles: [CitedRole: String] = [.author: "AU", .editor: "ED", .translator: "A4"]

  /// Returns BibTeX's name for a RIS type. For ambiguous types, an ISBN decides whether the entry is a book.
  static func type(of type: String) -> String {
    if let known = types[type.uppercased()] { return known }
    return articles.contains(type.uppercased()) ? "article" : "misc"
  }

  private static let types = [
    "BOOK": "book", "EBOOK": "book", "CLSWK": "book", "MUSIC": "book", "EDBOOK": "collection", "THES": "thesis",
    "CONF": "proceedings", "RPRT": "report", "PAMP": "booklet", "CHAP": "incollection", "ECHAP": "incollection",
    "ENCYC": "inreference", "DICT": "inreference",
  ]

  private static let articles: Set<String> = [
    "JOUR", "EJOUR", "MGZN", "NEWS", "CPAPER", "ABST", "INPR", "JFULL", "BLOG",
  ]

  /// Returns the RIS type to write for a BibTeX type.
  static func written(_ type: String) -> String {
    switch type {
    case "collection", "thesis", "proceedings", "report", "booklet":
      types.first { $0.value == type }?.key ?? "BOOK"
    case "phdthesis", "mastersthesis": "THES"
    case "techreport": "RPRT"
    case "mvcollection": "EDBOOK"
    case "mvproceedings": "CONF"
    default: "BOOK"
    }
  }
}
