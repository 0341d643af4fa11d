#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The part of an input that a reader looks at: filled at its end, consumed at its start.
///
/// It grows when nothing is consumed between fills, so readers set a limit to a record and skip longer ones.
final class InputBuffer {
  /// The longest row or line the readers take, unless told otherwise: 16 MiB, since a text of a mebibyte may take six in JSON.
  static let defaultRecordLimit = 16 * 1024 * 1024

  /// How far a line end is looked for: 256 MiB. An input without one would be read for ever.
  static let longestLine = 256 * 1024 * 1024

  private let source: any ByteSource
  private let chunkSize: Int
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var end = 0
  private var isStarted = false

  /// - Parameter chunkSize: how many bytes to ask of `source` at a time.
  init(_ source: any ByteSource, chunkSize: Int = ByteStream.chunkSize) {
    self.source = source
    self.chunkSize = max(1, chunkSize)
    capacity = self.chunkSize
    storage = .allocate(capacity: capacity)
  }

  deinit { storage.deallocate() }

  /// The bytes not consumed yet; the pointer is good until the next `fill` or `skipToLineEnd`.
  @inline(__always)
  var unread: UnsafePointer<UInt8> { UnsafePointer(storage + start) }

  /// How many bytes stand at `unread`.
  @inline(__always)
  var count: Int { end - start }

  /// Adds bytes after those not consumed yet; false at the end of the input.
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

  /// Drops the first `length` bytes, at most `count`.
  @inline(__always)
  func consume(_ length: Int) { start += min(length, count) }

  /// Consumes up to the next line feed (or carriage return, if `orCarriageReturn`), which is left unread, or up to the
  /// end of the input. Takes no more memory than a chunk, however far that is.
  ///
  /// - Throws: ``InputError`` also where none comes within ``longestLine``.
  func skipToLineEnd(orCarriageReturn: Bool) throws(InputError) {
    var skipped = 0
    repeat {
      guard skipped < Self.longestLine else {
        throw InputError(endless: source.path, cause: "no line ends within \(Self.longestLine / 1_048_576) MiB")
      }
      var length = firstIndex(of: 0x0A, within: count)
      if orCarriageReturn { length = firstIndex(of: 0x0D, within: length ?? count) ?? length }
      skipped += length ?? count
      consume(length ?? count)
      if length != nil { return }
    } while try fill()
  }

  /// The position of the first `byte` in `unread[from..<end]`.
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

  /// Moves the unread bytes to the start of the storage, of a larger one if a chunk would not fit after them.
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
