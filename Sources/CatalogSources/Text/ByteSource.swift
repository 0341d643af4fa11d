import CatalogModel
import Platform

/// A source of bytes that are read once, in order.
protocol ByteSource: AnyObject {
  /// The name of the input, for messages.
  var path: String { get }
  /// Reads the next bytes into the start of `destination` and returns their number: at least one, or zero at the end of
  /// the input. `destination` must not be empty.
  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

extension ByteSource {
  var path: String { "the input" }
}

extension ByteSource {
  /// Returns all remaining bytes, without a UTF-8 byte order mark.
  ///
  /// - Parameters:
  ///   - path: The name of the input in messages.
  ///   - hint: Advice for an input that is too large.
  /// - Throws: `InputError`; `SourceFailure` if the input has more than `limit` bytes.
  func all(atMost limit: Int, path: String, hint: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: ByteStream.chunkSize, alignment: 8)
    defer { chunk.deallocate() }
    while case let count = try read(into: chunk), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw SourceFailure(.tooLarge, path, cause: "it has more than \(limit.grouped) bytes", hint: hint)
      }
    }
    if bytes.starts(with: UTF8Bytes.mark) { bytes.removeFirst(UTF8Bytes.mark.count) }
    return bytes
  }
}
