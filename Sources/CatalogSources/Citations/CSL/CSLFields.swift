import CatalogModel

/// The variables of CSL-JSON (Citation Style Language 1.0.2) as written by pandoc, Zotero and other programs.
enum CSLFields {
  /// The variables that contain strings or numbers. Exports use the first of several names.
  static let texts: [(names: [String], field: CitationField)] = [
    (["title"], .title), (["title-short", "shortTitle"], .property(.shortTitle)),
    (["container-title"], .bookTitle), (["publisher"], .publisher),
    (["publisher-place"], .property(.place)), (["ISBN"], .isbn), (["ISSN"], .identifier("issn")),
    (["DOI"], .identifier("doi")), (["URL"], .identifier("uri")), (["PMID"], .identifier("pmid")),
    (["number-of-pages"], .pageTotal), (["page"], .pages), (["collection-title"], .series),
    (["collection-number", "number"], .number), (["volume"], .property(.volume)),
    (["number-of-volumes"], .property(.volumes)), (["part", "part-number"], .property(.part)),
    (["chapter-number"], .property(.chapter)), (["edition"], .property(.edition)), (["language"], .language),
    (["keyword"], .keywords), (["abstract"], .abstract), (["annote"], .note), (["note"], .note),
    (["genre"], .property(.documentType)), (["event-title", "event"], .property(.event)),
    (["event-place"], .property(.venue)), (["call-number"], .property(.callNumber)),
    (["original-title"], .property(.originalTitle)), (["original-publisher"], .property(.originalPublisher)),
    (["original-publisher-place"], .property(.originalPlace)), (["source"], .property(.library)),
    (["license", "rights"], .property(.rights)),
  ]

  /// The variables that contain dates.
  static let dates: [(name: String, field: CitationField)] = [
    ("issued", .date), ("original-date", .originalDate), ("accessed", .property(.accessed)),
  ]

  static let roles: [(names: [String], role: CitedRole)] = [
    (["author"], .author), (["editor"], .editor), (["translator"], .translator), (["illustrator"], .illustrator),
    (["narrator"], .narrator), (["compiler"], .compiler), (["container-author"], .bookAuthor),
    (["editor-translator"], .editor), (["collection-editor"], .editor),
    (["contributor"], .contributor(ContributorRole.contributor.rawValue)),
  ]

  /// Members that are read separately.
  static let ofEntry: Set<String> = ["id", "type", "custom", "categories", "citation-key"]

  /// Numbers that programs assign while they print entries. They are not reported, as documented in docs/citations.md.
  static let ofProgram: Set<String> = [
    "citation-number", "first-reference-note-number", "system_id", "year-suffix",
  ]

  /// Returns BibTeX's name for a CSL type. An entry of an ambiguous type is a book only if it has an ISBN.
  static func type(of type: String) -> String {
    switch type {
    case "book", "classic", "collection": "book"
    case "thesis", "report": type
    case "pamphlet": "booklet"
    case "chapter": "incollection"
    case "entry", "entry-dictionary", "entry-encyclopedia": "inreference"
    case "paper-conference", "post", "post-weblog", "webpage", "periodical", "speech", "broadcast": "article"
    default: type.hasPrefix("article") || type.hasPrefix("review") ? "article" : "misc"
    }
  }

  /// Returns the CSL type to write for a BibTeX type.
  static func written(_ type: String) -> String {
    switch type {
    case "thesis", "phdthesis", "mastersthesis": "thesis"
    case "report", "techreport": "report"
    case "booklet": "pamphlet"
    default: "book"
    }
  }
}
