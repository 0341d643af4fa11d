import CatalogModel

/// Parses the names of books in a file that another program wrote. A name is a number, an ISBN, a UUID or a title.
package enum BookNames {
  /// The maximum size of the stream in bytes, enough for several million book numbers.
  static let sizeLimit = 64 * 1_048_576

  /// Returns the book names in a stream, in order. The stream contains one name per line, a table with the names in its
  /// first column, a JSON array of books, or one JSON object per line. JSON books are named by their `id` or `uuid`.
  ///
  /// - Throws: `InputError`; `SourceFailure` if the stream exceeds ``sizeLimit`` bytes, if its JSON is invalid, or if a
  ///   JSON book has neither an `id` nor a `uuid`.
  package static func read(_ stream: ByteStream) throws -> [String] {
    let bytes = try stream.all(atMost: sizeLimit, path: stream.path, hint: "pass fewer books at a time")
    let first = bytes.first { $0 > 0x20 }
    if first == UInt8(ascii: "[") { return try names(ofList: bytes, stream.path) }
    return try bytes.split(separator: 0x0A).compactMap { line in
      guard first == UInt8(ascii: "{") else {
        let cell = line.prefix { $0 != 0x09 }
        let name = String(decoding: cell, as: UTF8.self).trimmed()
        return name.isEmpty ? nil : name
      }
      return line.allSatisfy { $0 <= 0x20 } ? nil : try name(of: line, stream.path)
    }
  }

  private static func names(ofList bytes: [UInt8], _ path: String) throws -> [String] {
    var ranges: [Range<Int>] = []
    do throws(JSONParser.Failure) {
      _ = try JSONParser().value(of: bytes, .parts(label: "books")) { ranges.append($0.range) }
    } catch {
      throw SourceFailure(.malformed, path, cause: error.description, hint: hint)
    }
    return try ranges.map { try name(of: bytes[$0], path) }
  }

  private static let hint = "pass the numbers of books, one per line, or books as JSON with their id"

  private static func name(of text: ArraySlice<UInt8>, _ path: String) throws -> String {
    let book: JSONValue
    do throws(JSONParser.Failure) {
      book = try JSONParser().value(of: text, .members(named: ["id", "uuid"]))
    } catch {
      throw SourceFailure(.malformed, path, cause: error.description, hint: hint)
    }
    let id = book["id"] ?? book["uuid"] ?? book
    guard let name = id.integer.map(String.init) ?? id.string else {
      throw SourceFailure(.malformed, path, cause: "a book in it has no id", hint: hint)
    }
    return name
  }
}
