import CatalogModel

/// Something bytes can be read from, in order and once.
protocol ByteSource: AnyObject {
  /// What is read, for messages.
  var path: String { get }
  /// Puts the next bytes at the start of `destination` and returns how many: at least one, or zero at the end of
  /// the input. `destination` must not be empty.
  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

extension ByteSource {
  var path: String { "the input" }
}

extension ByteSource {
  /// All that is left to read, without the mark of UTF-8 in front.
  ///
  /// - Parameters:
  ///   - path: what it is called in messages.
  ///   - hint: what to do where it is too large.
  /// - Throws: `InputError`; `SourceFailure` for more than `limit` bytes.
  func all(atMost limit: Int, path: String, hint: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: ByteStream.chunkSize, alignment: 8)
    defer { chunk.deallocate() }
    while case let count = try read(into: chunk), count > 0 {
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else {
        throw SourceFailure(.tooLarge, path, cause: "it has more than \(limit.spoken) bytes", hint: hint)
      }
    }
    if bytes.starts(with: UTF8Bytes.mark) { bytes.removeFirst(UTF8Bytes.mark.count) }
    return bytes
  }
}
