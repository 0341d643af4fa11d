import Platform

/// A file, a pipe or standard input, read from start to end with read(2).
///
/// Files are never mapped into memory, since truncating a mapped file while it is read would crash the process.
package final class ByteStream: ByteSource {
  /// The number of bytes requested from the system at a time.
  static let chunkSize = 256 * 1024

  /// The path as given, or “standard input”, for messages.
  package let path: String
  /// The number of bytes between the start and the end of the input, for progress; `nil` if the input is not a regular
  /// file.
  package let totalSize: Int?
  /// The number of bytes delivered so far, including those that a reader still buffers.
  package private(set) var bytesConsumed = 0

  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// The offset in the file at which the input starts. Not zero if another program has already read a part of standard
  /// input.
  private let startOffset: Int
  /// Bytes that `peek` has read but `read` has not delivered yet.
  private var peeked: ArraySlice<UInt8> = []
  /// True once the end was reached. A terminal signals the end at each Ctrl-D and could be read again, but reading
  /// stops at the first signal.
  private var isAtEnd = false

  /// Opens the file at `path`.
  package convenience init(path: String) throws(InputError) {
    // A C string ends at its first NUL. Without this check, a file with a shorter name would be opened.
    guard !path.utf8.contains(0) else { throw InputError(operation: .open, path: path, systemCode: ENOENT) }
    let descriptor = SystemCall.open(path, O_RDONLY)
    guard descriptor >= 0 else { throw InputError(operation: .open, path: path, systemCode: errno) }
    try self.init(descriptor: descriptor, path: path, closesDescriptor: true)
  }

  /// Returns standard input, which may be a file, a pipe or a terminal. Releasing the stream does not close it.
  package static func standardInput() throws(InputError) -> ByteStream {
    try ByteStream(descriptor: STDIN_FILENO, path: "standard input", closesDescriptor: false)
  }

  /// Creates a stream from an open descriptor.
  ///
  /// - Parameter closesDescriptor: True to close the descriptor when the stream is released, or if this initializer
  ///   throws.
  init(descriptor: Int32, path: String, closesDescriptor: Bool) throws(InputError) {
    self.descriptor = descriptor
    self.path = path
    self.closesDescriptor = closesDescriptor
    var status = stat()
    var failure: Int32 = fstat(descriptor, &status) == 0 ? 0 : errno
    if failure == 0, status.st_mode & S_IFMT == S_IFDIR { failure = EISDIR }
    guard failure == 0 else {
      totalSize = nil
      startOffset = 0
      throw InputError(operation: .open, path: path, systemCode: failure)
    }
    let isRegularFile = status.st_mode & S_IFMT == S_IFREG
    startOffset = isRegularFile ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
    totalSize = isRegularFile ? max(0, Int(status.st_size) - startOffset) : nil
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// Returns all remaining bytes, without a UTF-8 byte order mark.
  ///
  /// - Parameter hint: Advice for an input that is too large.
  /// - Throws: ``InputError``; ``SourceFailure`` if the input has more than `limit` bytes.
  package func all(atMost limit: Int, hint: String) throws -> [UInt8] {
    try all(atMost: limit, path: path, hint: hint)
  }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count: Int
    if peeked.isEmpty {
      count = try readFromSystem(into: destination)
    } else {
      count = min(peeked.count, destination.count)
      destination.copyBytes(from: peeked.prefix(count))
      peeked = peeked.dropFirst(count)
    }
    bytesConsumed += count
    return count
  }

  /// Returns the next `count` bytes of the input, or fewer if the input ends first. `read` still delivers these bytes.
  ///
  /// Waits until all these bytes have arrived, so that the result does not depend on the speed of a pipe's writer.
  func peek(_ count: Int) throws(InputError) -> ArraySlice<UInt8> {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 8)
    defer { chunk.deallocate() }
    while peeked.count < count {
      let received = try readFromSystem(into: UnsafeMutableRawBufferPointer(rebasing: chunk[..<(count - peeked.count)]))
      if received == 0 { break }
      peeked.append(contentsOf: chunk[..<received])
    }
    return peeked.prefix(count)
  }

  /// Reads at `offset` bytes after the start of the input, without affecting the position of `read`.
  ///
  /// Only regular files, which have a `totalSize`, can be read ahead. Returns the number of bytes read, or zero at the
  /// end of the file.
  func readAhead(at offset: Int, into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = SystemCall.read(descriptor, into: destination, at: startOffset + offset)
    guard count >= 0 else { throw InputError(operation: .read, path: path, systemCode: errno) }
    return count
  }

  private func readFromSystem(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    if isAtEnd { return 0 }
    let count = SystemCall.read(descriptor, into: destination)
    isAtEnd = count == 0
    guard count >= 0 else { throw InputError(operation: .read, path: path, systemCode: errno) }
    return count
  }
}
