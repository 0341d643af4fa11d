import Platform

/// The part of an input that a reader examines. Bytes are added at its end and consumed at its start.
///
/// The buffer grows if nothing is consumed between fills, so readers limit the size of a record and skip longer
/// records.
final class InputBuffer {
  /// The default maximum length of a row or line: 16 MiB, since 1 MiB of text may take 6 MiB in JSON.
  static let defaultRecordLimit = 16 * 1024 * 1024

  /// The maximum length in bytes of a line, even if the line is skipped: 256 MiB. Without this limit, an endless input
  /// would be read forever.
  static let maxLineLength = 256 * 1024 * 1024

  private let source: any ByteSource
  private let chunkSize: Int
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  private var isStarted = false

  /// Creates a buffer.
  ///
  /// - Parameter chunkSize: The number of bytes to request from `source` at a time.
  init(_ source: any ByteSource, chunkSize: Int = ByteStream.chunkSize) {
    self.source = source
    self.chunkSize = max(1, chunkSize)
    capacity = self.chunkSize
    storage = .allocate(capacity: capacity)
  }

  deinit { storage.deallocate() }

  /// The bytes that are not consumed yet. The pointer is valid until the next `fill` or `skipToLineEnd`.
  @inline(__always)
  var unread: UnsafePointer<UInt8> { UnsafePointer(storage + start) }

  /// The number of bytes at `unread`.
  @inline(__always)
  var count: Int { end - start }

  /// Reads more bytes and appends them to the unread bytes. Returns false at the end of the input.
  ///
  /// A UTF-8 byte order mark at the start of the input is dropped.
  func fill() throws(InputError) -> Bool {
    if !isStarted {
      let mark = UTF8Bytes.mark
      while count < mark.count, try readChunk() {}
      isStarted = true
      if UnsafeBufferPointer(start: unread, count: count).starts(with: mark) { consume(mark.count) }
      if count > 0 { return true }
    }
    return try readChunk()
  }

  /// Consumes the first `length` bytes, but at most `count` bytes.
  @inline(__always)
  func consume(_ length: Int) { start += min(length, count) }

  /// Consumes the bytes before the next line feed (or carriage return, if `orCarriageReturn`), or up to the end of the
  /// input. Needs no more memory than a chunk.
  ///
  /// - Throws: ``InputError`` if the input cannot be read, or if no line ends within ``maxLineLength``.
  func skipToLineEnd(orCarriageReturn: Bool) throws(InputError) {
    var skipped = 0
    repeat {
      guard skipped < Self.maxLineLength else {
        throw InputError(endless: source.path, cause: "no line ends within \(Self.maxLineLength / 1_048_576) MiB")
      }
      var length = firstIndex(of: 0x0A, within: count)
      if orCarriageReturn { length = firstIndex(of: 0x0D, within: length ?? count) ?? length }
      skipped += length ?? count
      consume(length ?? count)
      if length != nil { return }
    } while try fill()
  }

  /// Returns the position of the first occurrence of `byte` in `unread[from..<end]`.
  @inline(__always)
  func firstIndex(of byte: UInt8, from: Int = 0, within end: Int) -> Int? {
    guard from < end, let found = memchr(unread + from, Int32(byte), end - from) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(unread)
  }

  private func readChunk() throws(InputError) -> Bool {
    if capacity - end < chunkSize { makeRoom() }
    let received = try source.read(into: UnsafeMutableRawBufferPointer(start: storage + end, count: chunkSize))
    end += received
    return received > 0
  }

  /// Moves the unread bytes to the start of the storage. Allocates a larger storage if a chunk would not fit after
  /// these bytes.
  private func makeRoom() {
    let unreadCount = count
    if capacity - unreadCount < chunkSize {
      let larger = max(capacity * 2, unreadCount + chunkSize)
      let replacement = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      replacement.update(from: storage + start, count: unreadCount)
      storage.deallocate()
      storage = replacement
      capacity = larger
    } else {
      memmove(storage, storage + start, unreadCount)
    }
    start = 0
    end = unreadCount
  }
}
