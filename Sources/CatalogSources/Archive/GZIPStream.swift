import CZlib

/// Decompresses a gzip stream (RFC 1952) with zlib as it is read. Nothing is written to disk.
final class GZIPStream {
  /// The maximum ratio of decompressed to compressed bytes.
  static let ratioLimit = 200
  /// The number of decompressed bytes up to which any compression ratio is accepted, so that small files are not
  /// rejected.
  private static let alwaysAllowed = 1_048_576

  private let source: any ByteSource
  private let hasSeveralMembers: Bool
  private let ratioLimit: Int?
  private var stream = z_stream()
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ByteStream.chunkSize)
  private var received = 0
  private var unpacked = 0
  private var isAtEnd = false
  /// True if a member has ended and the next one has not begun.
  private var isBetweenMembers = false
  /// The error that the next read throws. The read that met the error returned the bytes before it instead.
  private var failure: (any Error)?

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - hasSeveralMembers: True to read all members, and not only the first (RFC 1952, section 2.2).
  ///   - ratioLimit: The maximum ratio of decompressed to compressed bytes, or `nil` for no limit. Pass `nil` only if
  ///     the caller needs the same amount of memory for any number of bytes.
  /// - Throws: ``ArchiveFailure`` if zlib cannot allocate memory.
  init(
    _ source: any ByteSource, hasSeveralMembers: Bool = false, ratioLimit: Int? = GZIPStream.ratioLimit
  ) throws(ArchiveFailure) {
    (self.source, self.hasSeveralMembers, self.ratioLimit) = (source, hasSeveralMembers, ratioLimit)
    guard czlib_gunzip_begin(&stream) == Z_OK else {
      input.deallocate()
      throw ArchiveFailure(.unreadable, "there is not enough memory to decompress it")
    }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  /// The number of compressed bytes consumed.
  var packed: Int { received - Int(stream.avail_in) }

  /// Returns the next bytes.
  ///
  /// - Parameter count: The number of bytes. Fewer are returned only at the end.
  /// - Throws: ``ArchiveFailure`` if the data is damaged, truncated or exceeds the ratio limit; `InputError` if the
  ///   data cannot be read.
  func read(_ count: Int) throws -> [UInt8] {
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the next bytes into a buffer. If the data is damaged, the bytes before the damaged part are still returned,
  /// and the next call throws an error.
  ///
  /// - Returns: The number of bytes. It is smaller than the buffer only at the end and before a damaged part.
  /// - Throws: The errors of ``read(_:)``.
  func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    if let failure { throw failure }
    var filled = 0
    do {
      while filled < output.count, !isAtEnd { try unpack(into: output, &filled) }
    } catch {
      guard filled > 0 else { throw error }
      failure = error
    }
    unpacked += filled
    return filled
  }

  private func unpack(into output: UnsafeMutableRawBufferPointer, _ filled: inout Int) throws {
    if stream.avail_in == 0 {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(input))
      guard count > 0 else {
        guard isBetweenMembers else { throw ArchiveFailure(.damaged, "it is truncated") }
        isAtEnd = true
        return
      }
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(count))
      received += count
    }
    if isBetweenMembers {
      // Like gzip(1), skip zeros that pad the last block of a tape.
      while stream.avail_in > 0, stream.next_in.pointee == 0 {
        (stream.next_in, stream.avail_in) = (stream.next_in + 1, stream.avail_in - 1)
      }
      if stream.avail_in == 0 { return }
      isBetweenMembers = false
    }
    let room = min(output.count - filled, 1 << 20)
    stream.next_out = output.baseAddress.map { $0.assumingMemoryBound(to: UInt8.self) + filled }
    stream.avail_out = UInt32(room)
    let status = inflate(&stream, Z_NO_FLUSH)
    filled += room - Int(stream.avail_out)
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw ArchiveFailure(.damaged, "it is damaged or not in gzip format")
    }
    if status == Z_STREAM_END {
      isAtEnd = !hasSeveralMembers
      isBetweenMembers = hasSeveralMembers
      if hasSeveralMembers { inflateReset(&stream) }
    }
    guard let ratioLimit else { return }
    guard unpacked + filled <= Self.alwaysAllowed || (unpacked + filled) / ratioLimit <= received else {
      throw ArchiveFailure(.tooLarge, "its compression ratio exceeds \(ratioLimit) to 1")
    }
  }
}
