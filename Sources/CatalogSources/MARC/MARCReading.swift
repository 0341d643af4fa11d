import CatalogModel

/// Reads the fields of a record (MARC 21 Format for Bibliographic Data). Import and export share this code, because an
/// export writes a delivered field unchanged if the field agrees with the book.
struct MARCReading {
  /// A single field, or a pair of fields with the same content in two scripts, with the values that were read from it.
  /// Most fields yield no values, because the catalog has no field for their content.
  struct Unit {
    /// The indices of the fields in the record.
    var indices: [Int]
    var statements: [MARCStatement] = []
  }

  /// The units of the record, ordered by their first fields. Each field of the record is in exactly one unit.
  private(set) var units: [Unit] = []
  /// The values in the leader.
  private(set) var ofLeader: [MARCStatement] = []
  /// Values that are given as ISBNs but are not valid.
  private(set) var leftOut: [InvalidValue] = []
  private let record: MARCRecord
  private let seriesAreTraced: Bool
  /// The values found so far. They are needed for fields that supply a value only once per record.
  private var known = Known()

  private struct Known {
    var title = false
    var isbn: ISBN?
    var pages = false
    var publisher = false
    var published = false
    var language = false
    var format = false
    var duration = false
    /// The values of each field 490, which names a series as printed in the book. `traced` is the number of these
    /// fields that fields 800 to 830 have repeated in index form so far.
    var series: [[MARCStatement]] = []
    var traced = 0
  }

  init(_ record: MARCRecord) {
    self.record = record
    let pairs = MARCScripts(record)
    for index in record.fields.indices {
      if pairs.isSecond(index) { continue }
      units.append(Unit(indices: [index] + (pairs.other(of: index).map { [$0] } ?? [])))
    }
    seriesAreTraced = Self.areTraced(record)
    // Fields that only fill in missing values are read last.
    for fillsIn in [false, true] {
      for index in units.indices {
        let (field, tag) = (record.fields[units[index].indices[0]], pairs.tag(of: units[index].indices[0]))
        guard Self.fillsIn(field, tag) == fillsIn else { continue }
        let other = units[index].indices.dropFirst().first.map { record.fields[$0] }
        units[index].statements = statements(tag, MARCScripts.Pair(field, other))
      }
    }
    ofLeader = format(MARCForm.format(ofLeader: record.leader))
  }

  private static func fillsIn(_ field: MARCField, _ tag: String) -> Bool {
    switch tag {
    case "008", "130", "240", "740": true
    case "264": !isPublication(field)
    default: false
    }
  }

  /// Returns true if fields 800 to 830 only repeat the series in fields 490 in index form.
  private static func areTraced(_ record: MARCRecord) -> Bool {
    let stated = record.fields.count { $0.tag == "490" && $0["a"] != nil }
    return stated > 0 && stated >= record.fields.count { Self.seriesTags.contains($0.tag) }
  }

  /// The tags of fields that supply a value for the catalog only if they are the first such field in a record.
  static let tagsOfBook = seriesTags.union([
    "020", "041", "130", "240", "245", "260", "264", "300", "306", "336", "338", "440", "490", "563", "740",
  ])

  static let seriesTags: Set<String> = ["800", "810", "811", "830"]

  private mutating func statements(_ tag: String, _ pair: MARCScripts.Pair) -> [MARCStatement] {
    let field = pair.shown
    switch tag {
    case "008": return coded(field.value)
    case "010", "022", "024", "035", "050", "082", "856": return identifiers(tag, field)
    case "020": return isbn(field)
    case "041": return language(field)
    case "100", "110", "111", "700", "710", "711": return MARCNames.statements(tag, pair)
    case "130", "240", "740", "245": return title(pair)
    case "260", "264": return publication(field)
    case "300": return extent(field)
    case "306": return duration(field)
    case "336", "338", "563": return format(MARCForm.format(of: field))
    case "440", "490": return series(field)
    case "520":
      let text = [field["a"], field["b"]].compactMap(\.self).joined(separator: " ")
      return MARCStatement.text(text, bytes: FieldLimits.descriptionBytes).map { [.description($0)] } ?? []
    case _ where Self.seriesTags.contains(tag): return tracedSeries(field)
    default: return MARCSubjects.statements(tag, pair)
    }
  }

  private mutating func series(_ field: MARCField) -> [MARCStatement] {
    let statements = MARCSeries.statements(field)
    known.series.append(statements)
    return statements
  }

  /// Returns the values of a field that names a series in index form. If such fields only repeat fields 490, returns
  /// the values of the corresponding field 490.
  private mutating func tracedSeries(_ field: MARCField) -> [MARCStatement] {
    guard seriesAreTraced else { return MARCSeries.statements(field) }
    defer { known.traced += 1 }
    return known.traced < known.series.count ? known.series[known.traced] : []
  }

  private mutating func title(_ pair: MARCScripts.Pair) -> [MARCStatement] {
    if known.title { return [] }
    let statements = MARCTitle.statements(pair)
    known.title = !statements.isEmpty
    return statements
  }

  private mutating func isbn(_ field: MARCField) -> [MARCStatement] {
    var given = GivenIdentifiers()
    // Text after the number, or in brackets, names the form of the book that the ISBN belongs to.
    let text = field["a"] ?? ""
    let number = text.prefix { $0 != " " && $0 != "(" && $0 != ":" && $0 != "." && $0 != ";" }
    guard !number.isEmpty else { return [] }
    given.add(String(number), scheme: "isbn")
    leftOut += given.leftOut
    guard let isbn = given.isbn else { return [] }
    if let first = known.isbn { return first == isbn ? [] : [.identifier(BookIdentifier("isbn", isbn.digits))] }
    known.isbn = isbn
    let words = text.dropFirst(number.count) + " " + field.all("q").joined(separator: " ")
    return [.isbn(isbn)] + format(MARCForm.binding(String(words)))
  }

  private func identifiers(_ tag: String, _ field: MARCField) -> [MARCStatement] {
    MARCNumbers.identifiers(tag, field).map(MARCStatement.identifier)
  }

  private mutating func language(_ field: MARCField) -> [MARCStatement] {
    // If the second indicator is 7, the codes are not MARC's own.
    let isOther = field.secondIndicator == UInt8(ascii: "7")
    guard let code = field["a"], !known.language || isOther else { return [] }
    guard let language = isOther ? MARCStatement.text(code, bytes: 35) : MARCForm.language(code) else { return [] }
    known.language = true
    return [.language(language)]
  }

  /// Returns the years and the language of field 008, and the form if the book is read on a screen.
  private mutating func coded(_ value: String) -> [MARCStatement] {
    let coded = MARCCodedData(value)
    var statements: [MARCStatement] = []
    if !known.published, let date = coded.published {
      known.published = true
      statements.append(.published(date))
    }
    if let date = coded.firstPublished { statements.append(.firstPublished(date)) }
    if !known.language, let language = coded.language {
      known.language = true
      statements.append(.language(language))
    }
    return statements + format(coded.isElectronic && MARCForm.isText(record.leader) ? .ebook : nil)
  }

  private mutating func format(_ format: BookFormat?) -> [MARCStatement] {
    guard let format, !known.format else { return [] }
    known.format = true
    return [.format(format)]
  }

  private mutating func publication(_ field: MARCField) -> [MARCStatement] {
    var statements: [MARCStatement] = []
    if Self.isPublication(field), !known.publisher,
      let name = field.all("b").lazy.compactMap(MARCForm.publisher).first
    {
      known.publisher = true
      statements.append(.publisher(name))
    }
    if !known.published, let date = field.all("c").lazy.compactMap(MARCYear.date).first {
      known.published = true
      statements.append(.published(date))
    }
    return statements
  }

  /// Returns true if a field 260 or 264 names the publisher. The second indicator of field 264, which some libraries
  /// leave blank, may state another role, such as the printer.
  private static func isPublication(_ field: MARCField) -> Bool {
    field.tag != "264" || [UInt8(ascii: "1"), UInt8(ascii: " ")].contains(field.secondIndicator)
  }

  private mutating func extent(_ field: MARCField) -> [MARCStatement] {
    // Further pages may be stated among the illustrations, in subfield b.
    guard !known.pages, let pages = (field.all("a") + field.all("b")).lazy.compactMap(MARCForm.pages).first else {
      return []
    }
    known.pages = true
    return [.pages(pages)]
  }

  private mutating func duration(_ field: MARCField) -> [MARCStatement] {
    guard !known.duration, let minutes = field["a"].flatMap(MARCForm.minutes) else { return [] }
    known.duration = true
    return [.duration(minutes)]
  }
}
