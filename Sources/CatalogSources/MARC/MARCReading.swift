import CatalogModel

/// What the fields of a record say of its book (MARC 21 Format for Bibliographic Data). The same for whoever takes a record in
/// and for whoever writes it again: a field that says what the book says is written as it came.
struct MARCReading {
  /// A field, or two that say the same in two scripts, with what they say. Most say nothing that the catalog has a field for.
  struct Unit {
    /// Where the fields stand in the record.
    var places: [Int]
    var statements: [MARCStatement] = []
  }

  /// Every field of the record in one unit, in the order of their first fields.
  private(set) var units: [Unit] = []
  /// What the leader alone says.
  private(set) var ofLeader: [MARCStatement] = []
  /// What was called an ISBN and is none.
  private(set) var leftOut: [InvalidValue] = []
  private let record: MARCRecord
  private let seriesAreTraced: Bool
  /// What few fields say, and of which the first counts.
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
    /// What each field says that names a series as the book has it, and how many were met again in the form of an index.
    var series: [[MARCStatement]] = []
    var traced = 0
  }

  init(_ record: MARCRecord) {
    self.record = record
    let pairs = MARCScripts(record)
    for place in record.fields.indices {
      if pairs.isSecond(place) { continue }
      units.append(Unit(places: [place] + (pairs.other(of: place).map { [$0] } ?? [])))
    }
    seriesAreTraced = Self.areTraced(record)
    // Those that only fill in what others do not say come last.
    for fillsIn in [false, true] {
      for index in units.indices {
        let (field, tag) = (record.fields[units[index].places[0]], pairs.tag(of: units[index].places[0]))
        guard Self.fillsIn(field, tag) == fillsIn else { continue }
        let other = units[index].places.dropFirst().first.map { record.fields[$0] }
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

  /// Whether the series of fields 800 to 830 only say again, in the form of an index, what fields 490 say.
  private static func areTraced(_ record: MARCRecord) -> Bool {
    let stated = record.fields.count { $0.tag == "490" && $0["a"] != nil }
    return stated > 0 && stated >= record.fields.count { Self.seriesTags.contains($0.tag) }
  }

  /// Fields that say of the book what a catalog has a field for, of which the first counts.
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

  /// A series in the form of an index: what the next field 490 says, where each has one.
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
    // What stands behind the number, or in brackets, says which form of the book it is of.
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
    // Codes that are not those of MARC have their source named.
    let isOther = field.secondIndicator == UInt8(ascii: "7")
    guard let code = field["a"], !known.language || isOther else { return [] }
    guard let language = isOther ? MARCStatement.text(code, bytes: 35) : MARCForm.language(code) else { return [] }
    known.language = true
    return [.language(language)]
  }

  /// The years and the language of field 008, and whether it is read on a screen.
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

  /// Whether a field 260 or 264 says who published the book; the indicator, which some leave blank, may say another part in it.
  private static func isPublication(_ field: MARCField) -> Bool {
    field.tag != "264" || [UInt8(ascii: "1"), UInt8(ascii: " ")].contains(field.secondIndicator)
  }

  private mutating func extent(_ field: MARCField) -> [MARCStatement] {
    // What is numbered a second time may stand among the illustrations.
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
