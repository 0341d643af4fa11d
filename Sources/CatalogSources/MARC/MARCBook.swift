import CatalogModel
import FoundationEssentials

/// A MARC record in the form in which the catalog imports it. Contains the values for the catalog's fields, and the
/// whole record for later exports.
struct MARCBook {
  private let record: MARCRecord
  private let reading: MARCReading
  /// The text of the fields that are stored verbatim, and the fields that exceed the size limit.
  private let kept: (text: String, lost: [MARCField])
  private let identity: Identity

  private enum Identity {
    /// A record that this program wrote.
    case own(UUID)
    /// The source's id for the record, and the code of the library that assigned the id, if the record states them.
    case other(id: String?, library: String?)
  }

  /// The tags of fields that change whenever a record is written and do not describe the book.
  static let repeated = ["005"]
  /// The value of field 003 in records that this program wrote.
  static let ownCode = "catalog"
  /// The key of the stored record among the values for which the catalog has no fields.
  static let key = "marc"
  /// The maximum size of a stored record, in UTF-8 bytes.
  private static let keptBytes = 48_000

  init(_ record: MARCRecord) {
    identity = Self.identity(of: record)
    self.record = Self.naming(identity, record)
    reading = MARCReading(self.record)
    kept = Self.kept(of: self.record)
  }

  /// Returns the record of another library with its control number copied to field 035. When a library takes over a
  /// record of another library, it moves the original control number to this field. Import also reads field 035,
  /// because the number may identify the book in other sources.
  private static func naming(_ identity: Identity, _ record: MARCRecord) -> MARCRecord {
    guard case .other(let number?, let library?) = identity else { return record }
    let control = MARCField("035", "  ", [MARCField.Subfield("a", "(\(library))\(number)")])
    if record.fields.contains(where: { $0.tag == "035" && $0["a"] == control["a"] }) { return record }
    var record = record
    record.fields.insert(control, at: record.fields.firstIndex { $0.tag > "035" } ?? record.fields.endIndex)
    return record
  }

  private static func identity(of record: MARCRecord) -> Identity {
    func value(_ tag: String) -> String? {
      record.fields.first { $0.tag == tag }.map { $0.value.trimmed() }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let (number, library) = (value("001"), value("003"))
    if library == ownCode, let uuid = number.flatMap({ UUID(text: $0) }) { return .own(uuid) }
    return .other(id: number, library: library)
  }

  /// The source's id for the book: the control number, preceded by the code of the library that assigned it.
  var id: String? {
    guard case .other(let number?, let library) = identity else { return nil }
    return library.map { "(\($0))\(number)" } ?? number
  }

  private static func kept(of record: MARCRecord) -> (String, [MARCField]) {
    let fields = record.fields.filter { !["001", "003", "005"].contains($0.tag) }
    var text: [UInt8] = []
    MARCLines.write(leader: record.leader, to: &text)
    var lost: [MARCField] = []
    for field in fields {
      let end = text.count
      text.append(UInt8(ascii: "\n"))
      MARCLines.write(field, to: &text)
      if text.count > keptBytes {
        text.removeLast(text.count - end)
        lost.append(field)
      }
    }
    return (String(decoding: text, as: UTF8.self), lost)
  }

  /// Counts the values that are not stored at all.
  func countLost(_ counter: EntryCounter) {
    for field in kept.lost {
      let hasStatements = reading.units.contains {
        $0.indices.contains { record.fields[$0] == field } && !$0.statements.isEmpty
      }
      if hasStatements { continue }
      if field.subfields.isEmpty { counter.count(field.tag, field.value) }
      for subfield in field.subfields {
        counter.count("\(field.tag) \(UnicodeScalar(subfield.code))", subfield.text)
      }
    }
  }

  /// Returns the record for the catalog.
  ///
  /// - Throws: `InvalidValue` if the record has no title.
  func sourceRecord() throws -> SourceRecord {
    var builder = RecordBuilder()
    builder.id = id
    if case .own(let uuid) = identity { builder.uuid = uuid }
    // Clear all fields first. Otherwise, a field that the record lacks would keep its earlier value.
    for field in Self.fields { try builder.set(field, nil) }
    var all = Collected()
    for statement in reading.units.flatMap(\.statements) + reading.ofLeader { all.add(statement) }
    guard let title = all.values[.title] else {
      throw InvalidValue("record", id ?? "", "it has no title (field 245)")
    }
    try builder.set(.title, title)
    for (field, value) in all.values where field != .title {
      try builder.leavingOutInvalid { try $0.set(field, value) }
    }
    try builder.set(.authors, .list(Array(all.authors.prefix(FieldLimits.listItems))))
    try builder.set(.tags, .list(Array(all.tags.prefix(FieldLimits.listItems))))
    try builder.leavingOutInvalid { try $0.add(Array(all.contributors.prefix(FieldLimits.listItems))) }
    try builder.add(Array(all.identifiers.prefix(FieldLimits.listItems)))
    try builder.leavingOutInvalid { try $0.set(Array(all.series.prefix(FieldLimits.listItems))) }
    if !all.description.isEmpty { try builder.setDescription(all.description.joined(separator: "\n\n")) }
    for value in reading.leftOut { builder.leaveOut(value) }
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member(Self.key, kept.text)
    }
    builder.unknown = String(decoding: json.bytes, as: UTF8.self)
    return try builder.record()
  }

  /// The fields that a record can set, except the title.
  private static let fields: [BookField] = [
    .authors, .isbn, .pages, .publisher, .published, .language, .series, .seriesNumber, .tags, .subtitle, .contributors,
    .identifiers, .firstPublished, .format, .duration, .otherSeries, .description,
  ]

  /// The values collected from a record.
  private struct Collected {
    var values: [BookField: FieldValue] = [:]
    var authors: [String] = []
    var tags: [String] = []
    var contributors: [Contributor] = []
    var identifiers: [BookIdentifier] = []
    var series: [SeriesPlace] = []
    var description: [String] = []

    mutating func add(_ statement: MARCStatement) {
      switch statement {
      case .title(let text): values[.title] = .text(text)
      case .subtitle(let text): values[.subtitle] = .text(text)
      case .author(let name): authors.append(name)
      case .contributor(let contributor): contributors.append(contributor)
      case .isbn(let isbn): values[.isbn] = .isbn(isbn)
      case .identifier(let identifier): identifiers.append(identifier)
      case .pages(let number): values[.pages] = .integer(number)
      case .duration(let minutes): values[.duration] = .integer(minutes)
      case .publisher(let name): values[.publisher] = .text(name)
      case .published(let date): values[.published] = .date(date)
      case .firstPublished(let date): values[.firstPublished] = .date(date)
      case .language(let code): values[.language] = .text(code)
      case .series(let position): if !series.contains(position) { series.append(position) }
      case .tag(let tag): tags.append(tag)
      case .description(let paragraph): description.append(paragraph)
      case .format(let format): values[.format] = .text(format.rawValue)
      }
    }
  }
}
