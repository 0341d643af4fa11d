import Catalog
import CatalogSources
import CommandLineKit

/// The options that print books as JSON.
struct JSONOptions: ParsableArguments {
  @Option(
    defaultAsFlag: "", help: "Print JSON: all fields, or only those named.", valueName: "fields",
    completion: .values(.jsonFields))
  var json: String?
  @Option(
    defaultAsFlag: "", help: "Print one JSON object per line, for lists of any length.", valueName: "fields",
    completion: .values(.jsonFields))
  var jsonl: String?

  var declarations: ArgumentDeclarations { ["json": _json, "jsonl": _jsonl] }

  var isJSON: Bool { json != nil || isLines }
  var isLines: Bool { jsonl != nil }

  /// The requested fields; `nil` for all.
  var fields: String? { named.first }

  private var named: [String] { [json, jsonl].compactMap(\.self).filter { !$0.isEmpty } }

  /// Returns the keys to print.
  ///
  /// - Throws: ``ValidationError`` for an unknown key.
  func keys() throws -> [BookJSON.Key] {
    guard let fields else { return BookJSON.allKeys }
    let keys = fields.split(separator: ",").map { String($0).trimmed() }
    let known = BookJSON.keys + [MetadataJSON.key]
    if let unknown = keys.first(where: { !known.contains($0) }) {
      throw ValidationError(unknown: "field", unknown, known: known)
    }
    return keys.map(BookJSON.Key.init)
  }

  mutating func validate() throws {
    if named.count > 1 { throw ValidationError("name the fields once, with --json or with --jsonl") }
    if isJSON { _ = try keys() }
  }
}

/// A printer for books as JSON: in an array, or as one object on each line. It keeps only one book in memory.
struct JSONBookPrinter {
  private let keys: [BookJSON.Key]
  private let hasAllKeys: Bool
  private let own: OwnFields
  private let stream: StandardStream
  private let isLines: Bool
  private var json: JSONWriter

  init(_ options: JSONOptions, own: OwnFields, console: Console, stream: StandardStream) throws {
    self.own = own
    keys = try options.keys()
    hasAllKeys = options.fields == nil
    isLines = options.isLines
    self.stream = stream
    json = JSONWriter(for: console.outputSettings, onePerLine: isLines)
    if !isLines { json.beginArray() }
  }

  /// Prints one book.
  ///
  /// - Parameter metadata: The states of the book's metadata; `nil` if the command does not print metadata.
  mutating func print(_ book: Book, _ metadata: [MetadataEntry]? = nil) throws {
    let withMetadata = metadata != nil && hasAllKeys
    BookJSON.write(book, keys: withMetadata ? keys + [.other(MetadataJSON.key)] : keys, own: own, to: &json) {
      key, json in
      if key == MetadataJSON.key { MetadataJSON.write(metadata ?? [], to: &json) } else { json.null() }
    }
    if isLines { json.endLine() }
    try stream.write(json.bytes)
    json.removeWrittenBytes()
  }

  mutating func finish() throws {
    guard !isLines else { return }
    json.endArray()
    json.endLine()
    try stream.write(json.bytes)
    json.removeWrittenBytes()
  }
}
