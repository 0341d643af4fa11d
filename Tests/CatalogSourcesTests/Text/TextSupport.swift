import Platform

@testable import CatalogSources

/// A source of bytes in memory, returned in pieces of at most `pieceSize` bytes.
final class BytesInMemory: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let pieceSize: Int

  init(_ bytes: [UInt8], pieceSize: Int = .max) {
    rest = bytes[...]
    self.pieceSize = pieceSize
  }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let piece = rest.prefix(min(pieceSize, destination.count))
    destination.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

/// A source that returns some bytes and then throws an error.
final class FailingSource: ByteSource {
  static let error = InputError(operation: .read, path: "books.csv", systemCode: EIO)
  private let start: BytesInMemory

  init(after start: [UInt8]) { self.start = BytesInMemory(start) }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = try start.read(into: destination)
    if count == 0 { throw Self.error }
    return count
  }
}

/// A source of `length` letters x and then `tail`, without a copy of them in memory.
final class LongSource: ByteSource {
  private var length: Int
  private let tail: BytesInMemory

  init(length: Int, tail: String) {
    self.length = length
    self.tail = BytesInMemory(Array(tail.utf8))
  }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard length > 0 else { return try tail.read(into: destination) }
    let count = min(length, destination.count)
    destination.prefix(count).withMemoryRebound(to: UInt8.self) { $0.update(repeating: UInt8(ascii: "x")) }
    length -= count
    return count
  }
}

extension TextInput {
  init(_ bytes: [UInt8], as encoding: TextEncoding = .utf8, pieceSize: Int = .max) {
    self.init(
      source: BytesInMemory(bytes, pieceSize: pieceSize),
      detection: EncodingDetection(encoding: encoding, reason: .requested), chunkSize: pieceSize.clamped)
  }

  init(_ text: String, pieceSize: Int = .max) { self.init(Array(text.utf8), pieceSize: pieceSize) }
}

extension Int {
  fileprivate var clamped: Int { Swift.min(self, ByteStream.chunkSize) }
}

extension CSVReader {
  func remaining() throws -> [CSVRow] {
    var rows: [CSVRow] = []
    while let row = try next() { rows.append(row) }
    return rows
  }
}

extension LineReader {
  func remaining() throws -> [Line] {
    var lines: [Line] = []
    while let line = try next() { lines.append(line) }
    return lines
  }
}

extension Line {
  /// The line's text, or `nil` if it was too long.
  var text: String? {
    guard case .bytes(let bytes) = content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Returns all bytes of `source`, read `size` bytes at a time.
func readAll(_ source: any ByteSource, size: Int = 4096) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: size)
  while true {
    let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: piece[..<count])
  }
}

/// Calls `body` with the path of a temporary file that contains `bytes`.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  var template = Array("/tmp/text-reader-XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  let path = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
  defer { unlink(path) }
  try writeAll(bytes, to: descriptor, path: path)
  return try body(path)
}

/// Calls `body` with the reading end of a pipe that contains `bytes`, which must fit into the pipe.
func withPipe<Result>(_ bytes: [UInt8], _ body: (Int32) throws -> Result) throws -> Result {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw InputError(operation: .open, path: "pipe", systemCode: errno) }
  try writeAll(bytes, to: ends[1], path: "pipe")
  return try body(ends[0])
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
  defer { close(descriptor) }
  guard write(descriptor, bytes, bytes.count) == bytes.count else {
    throw InputError(operation: .open, path: path, systemCode: errno)
  }
}
