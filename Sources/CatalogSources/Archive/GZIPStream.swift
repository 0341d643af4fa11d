import CZlib

/// Bytes that are packed as RFC 1952 has it, unpacked by zlib as they are read. Nothing is written to a disk.
final class GZIPStream {
  /// How many times as large as its packed bytes it may become.
  static let ratioLimit = 200
  /// What it may become whatever its size, so that a few packed bytes are not held against it.
  private static let alwaysAllowed = 1_048_576

  private let source: any ByteSource
  private let hasSeveralMembers: Bool
  private let ratioLimit: Int?
  private var stream = z_stream()
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ByteStream.chunkSize)
  private var received = 0
  private var unpacked = 0
  private var isAtEnd = false
  /// Whether a member has ended, and the next one has not begun.
  private var isBetweenMembers = false
  /// What is the matter behind the bytes that were given last.
  private var failure: (any Error)?

  /// - Parameters:
  ///   - hasSeveralMembers: whether what stands behind the first member is read, too (RFC 1952, section 2.2).
  ///   - ratioLimit: how many times as large as its packed bytes it may become; `nil` where it is read in memory that does
  ///     not grow with it.
  /// - Throws: ``ArchiveFailure`` when zlib has no memory.
  init(
    _ source: any ByteSource, hasSeveralMembers: Bool = false, ratioLimit: Int? = GZIPStream.ratioLimit
  ) throws(ArchiveFailure) {
    (self.source, self.hasSeveralMembers, self.ratioLimit) = (source, hasSeveralMembers, ratioLimit)
    guard czlib_gunzip_begin(&stream) == Z_OK else {
      input.deallocate()
      throw ArchiveFailure(.unreadable, "there is no memory to unpack it")
    }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  /// How many packed bytes were unpacked.
  var packed: Int { received - Int(stream.avail_in) }

  /// The next bytes.
  ///
  /// - Parameter count: how many; fewer come at the end only.
  /// - Throws: ``ArchiveFailure`` for what is damaged, cut off, or packed too tightly; `InputError` when it cannot be read.
  func read(_ count: Int) throws -> [UInt8] {
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    if let failure { throw failure }
    return bytes
  }

  /// Puts the next bytes at the start of a buffer. What stands in front of damage is given; the next call throws.
  ///
  /// - Returns: how many; fewer than there is room for only at the end, and in front of damage.
  /// - Throws: as ``read(_:)``.
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
        guard isBetweenMembers else { throw ArchiveFailure(.damaged, "it ends in the middle") }
        isAtEnd = true
        return
      }
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(count))
      received += count
    }
    if isBetweenMembers {
      // Zeros fill the last block of a tape, as gzip(1) has it.
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
      throw ArchiveFailure(.damaged, "it is damaged, or not packed by gzip")
    }
    if status == Z_STREAM_END {
      isAtEnd = !hasSeveralMembers
      isBetweenMembers = hasSeveralMembers
      if hasSeveralMembers { inflateReset(&stream) }
    }
    guard let ratioLimit else { return }
    guard unpacked + filled <= Self.alwaysAllowed || (unpacked + filled) / ratioLimit <= received else {
      throw ArchiveFailure(.tooLarge, "it is packed more tightly than \(ratioLimit) to 1")
    }
  }
}
