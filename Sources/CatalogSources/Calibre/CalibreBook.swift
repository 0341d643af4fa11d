import CatalogModel
import FoundationEssentials

/// A book as calibre's `/ajax/books` gives it. What the catalog has no field for is left out: much of it is the server's
/// own, such as the paths of files.
struct CalibreBook {
  /// The members that are read.
  private static let keys: Set<String> = [
    "application_id", "uuid", "title", "authors", "identifiers", "publisher", "pubdate", "languages", "series",
    "series_index", "tags", "rating",
  ]

  /// When it was changed last, in whole seconds since 1970: a server that was started again has forgotten the fractions.
  let changed: Int64?
  private let text: ArraySlice<UInt8>
  private let value: JSONValue
  /// Why no value can be made of it.
  private let failure: JSONParser.Failure?

  /// - Parameter text: the book as it stands in the answer.
  /// - Returns: `nil` where there is none.
  init?(_ text: ArraySlice<UInt8>) {
    let parser = JSONParser()
    do throws(JSONParser.Failure) {
      value = try parser.value(of: text, .members(named: Self.keys))
      failure = nil
      if case .null = value { return nil }
    } catch {
      (value, failure) = (.null, error)
    }
    self.text = text
    // Told even of a book that cannot be used.
    changed = (try? parser.value(of: text, .members(named: ["last_modified"])))?["last_modified"]?.string
      .flatMap { Date(rfc3339: $0) }.map { Int64($0.timeIntervalSince1970.rounded(.down)) }
  }

  /// - Parameter id: the number by which it was asked for.
  func item(id: Int64) -> SourceItem {
    do {
      return .record(try record(id: String(id)))
    } catch {
      return .bad(BadRecord(remoteID: String(id), payload: payload, reason: String(describing: error)))
    }
  }

  /// What can be read again, without what is the server's own.
  private var payload: [UInt8] {
    var members: [ArraySlice<UInt8>] = []
    let value = try? JSONParser().value(of: text, .parts(label: "members")) { part in
      guard let name = part.name, Self.keys.contains(name) else { return }
      members.append("\"\(name)\":".utf8 + text[part.range])
    }
    guard case .object? = value else { return Array(text) }
    return Array("{".utf8) + members.joined(separator: Array(",".utf8)) + Array("}".utf8)
  }

  /// - Throws: why it cannot be used.
  func record(id given: String? = nil) throws -> SourceRecord {
    if let failure { throw failure }
    guard case .object(let members) = value else { throw JSONBook.Failure.notAnObject }
    var builder = RecordBuilder()
    if case .integer(let number)? = members["application_id"] { builder.id = String(number) }
    if let given { builder.id = given }
    builder.uuid = members["uuid"]?.string.flatMap { UUID(uuidString: $0) }
    try builder.set(.title, .text(members["title"]?.string ?? ""))
    try builder.set(.authors, .list(texts("authors")))
    try builder.set(.tags, .list(texts("tags")))
    try builder.set(.language, texts("languages").first.map(FieldValue.text))
    try builder.set(.publisher, text("publisher").map(FieldValue.text))
    let series = try text("series")
    try builder.set(.series, series.map(FieldValue.text))
    try builder.set(.seriesNumber, series == nil ? nil : number("series_index").map(FieldValue.decimal))
    // No stars are no rating.
    try builder.set(.averageRating, number("rating").flatMap { $0 == 0 ? nil : .decimal($0) })
    try builder.set(.published, Self.date(text("pubdate")).map(FieldValue.date))
    let isbn = members["identifiers"]?["isbn"]?.string ?? ""
    if isbn.isEmpty { try builder.set(.isbn, nil) } else { try builder.setISBN { try BookField.isbn.value(of: isbn) } }
    return try builder.record()
  }

  private func text(_ key: String) throws -> String? {
    switch value[key] {
    case nil, .null: nil
    case .string(let text): text
    default: throw JSONBook.Failure.unexpectedType(key: key)
    }
  }

  private func number(_ key: String) throws -> Double? {
    switch value[key] {
    case nil, .null: nil
    case .integer(let number): Double(number)
    case .number(let number): number
    default: throw JSONBook.Failure.unexpectedType(key: key)
    }
  }

  private func texts(_ key: String) throws -> [String] {
    switch value[key] {
    case nil, .null: return []
    case .array(let items):
      return try items.map { item in
        guard let text = item.string else { throw JSONBook.Failure.unexpectedType(key: key) }
        return text
      }
    default: throw JSONBook.Failure.unexpectedType(key: key)
    }
  }

  /// The date of a time. A day that somebody typed is stored as its midnight where they are, in UTC: the nearest midnight
  /// is theirs. An unknown date is the text `None`, or in the year 101. Whoever knows the year alone types January 1st, so
  /// that this says no more.
  private static func date(_ text: String?) -> PartialDate? {
    guard let text, let time = Date(rfc3339: text),
      let day = try? PartialDate(time.addingTimeInterval(43_200).rfc3339), day.year > 101
    else { return nil }
    return day.month == 1 && day.day == 1 ? try? PartialDate(year: day.year) : day
  }
}
