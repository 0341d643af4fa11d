import CatalogModel
import FoundationEssentials

/// A book in the response of calibre's `/ajax/books`. Members without a field in the catalog are ignored. Many of these
/// members, such as file paths, concern only the server.
struct CalibreBook {
  /// The members of the JSON object that are read.
  private static let keys: Set<String> = [
    "application_id", "uuid", "title", "authors", "identifiers", "publisher", "pubdate", "languages", "series",
    "series_index", "tags", "rating", "comments", "timestamp", "main_format", "other_formats",
    "cover",
  ]

  /// The time of the last change, in whole seconds since 1970. A restarted server no longer reports fractions of a
  /// second.
  let changed: Int64?
  private let text: ArraySlice<UInt8>
  private let value: JSONValue
  /// The reason why the text cannot be parsed.
  private let failure: JSONParser.Failure?

  /// Parses a book. Returns `nil` if the text is null.
  ///
  /// - Parameter text: The text of the book in the response.
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
    // Read the time separately, so that it is known even if the book is unusable.
    changed = (try? parser.value(of: text, .members(named: ["last_modified"])))?["last_modified"]?.string
      .flatMap { Date(rfc3339: $0) }.map { Int64($0.timeIntervalSince1970.rounded(.down)) }
  }

  /// Returns the book as an item of a page.
  ///
  /// - Parameters:
  ///   - id: The id with which the book was requested.
  ///   - server: The address of the server.
  func item(id: Int64, on server: String, isMine: Bool) -> SourceItem {
    do {
      return .record(try record(id: String(id), on: server, isMine: isMine))
    } catch {
      return .bad(BadRecord(remoteID: String(id), payload: payload, reason: String(describing: error)))
    }
  }

  /// The JSON members needed to parse the book again, without members that concern only the server.
  private var payload: [UInt8] {
    var members: [ArraySlice<UInt8>] = []
    let value = try? JSONParser().value(of: text, .parts(label: "members")) { part in
      guard let name = part.name, Self.keys.contains(name) else { return }
      members.append("\"\(name)\":".utf8 + text[part.range])
    }
    guard case .object? = value else { return Array(text) }
    return Array("{".utf8) + members.joined(separator: Array(",".utf8)) + Array("}".utf8)
  }

  /// Returns the record of the book.
  ///
  /// - Throws: The reason why the book is not usable.
  func record(id given: String? = nil, on server: String, isMine: Bool) throws -> SourceRecord {
    if let failure { throw failure }
    guard case .object(let members) = value else { throw JSONBook.Failure.notAnObject }
    var builder = RecordBuilder()
    if case .integer(let number)? = members["application_id"] { builder.id = String(number) }
    if let given { builder.id = given }
    builder.uuid = members["uuid"]?.string.flatMap { UUID(text: $0) }
    var metadata = CalibreMetadata()
    metadata.title = members["title"]?.string ?? ""
    metadata.authors = try texts("authors")
    metadata.tags = try texts("tags")
    metadata.languages = try texts("languages")
    metadata.publisher = try text("publisher")
    metadata.series = try text("series")
    metadata.seriesNumber = try metadata.series == nil ? nil : number("series_index")
    metadata.stars = try number("rating")
    metadata.published = try text("pubdate")
    metadata.isbn = members["identifiers"]?["isbn"]?.string
    if case .object(let identifiers)? = members["identifiers"] {
      metadata.identifiers = identifiers.sorted { $0.key < $1.key }
        .compactMap { type, value in type == "isbn" ? nil : value.string.map { BookIdentifier(type, $0) } }
    }
    metadata.comments = try text("comments")
    metadata.files = files(on: server)
    metadata.cover = value["cover"]?.string.flatMap { Self.address($0, on: URL(string: server)) }
    try metadata.fill(&builder, isMine: isMine)
    if let added = try text("timestamp").flatMap(CalibreTime.date) { try builder.set(.added, .instant(added)) }
    return try builder.record()
  }

  /// Returns the URL of a path on a server, or `nil` if the text is not an absolute path.
  private static func address(_ path: String, on server: URL?) -> String? {
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
    return URL(string: path, relativeTo: server)?.absoluteString
  }

  /// Returns the files of all formats, with their URLs on the server.
  private func files(on server: String) -> [BookFile] {
    let base = URL(string: server)
    return ["main_format", "other_formats"].flatMap { key -> [BookFile] in
      guard case .object(let formats)? = value[key] else { return [] }
      return formats.sorted { $0.key < $1.key }.compactMap { ending, path in
        guard let address = path.string.flatMap({ Self.address($0, on: base) }) else { return nil }
        return BookFile(address: address, mediaType: BookFile.mediaType(ofEnding: ending.lowercased()))
      }
    }
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
}
