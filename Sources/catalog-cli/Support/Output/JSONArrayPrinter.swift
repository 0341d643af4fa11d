import CatalogSources
import CommandLineKit

/// A printer for a JSON array. It keeps only one element in memory.
struct JSONArrayPrinter {
  private let stream: StandardStream
  private var json: JSONWriter

  init(console: Console, stream: StandardStream) {
    self.stream = stream
    json = JSONWriter(for: console.outputSettings)
    json.beginArray()
  }

  /// Prints one element.
  ///
  /// - Parameter write: A closure that writes one value.
  mutating func print(_ write: (inout JSONWriter) -> Void) throws {
    write(&json)
    try flush()
  }

  mutating func finish() throws {
    json.endArray()
    json.endLine()
    try flush()
  }

  private mutating func flush() throws {
    try stream.write(json.bytes)
    json.removeWrittenBytes()
  }
}
