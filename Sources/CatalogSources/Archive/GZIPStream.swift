import CZlib

/// Bytes that are packed as RFC 1952 has it, unpacked by zlib as they are read. Nothing is written to a disk.
final class GZIPStream {
  /// How many times as large as its packed bytes it may become.
  static let ratioLimit = 200
  /// What it may become whatever its size, so that a few packed bytes are not held against it.
  private static let alwaysAllowed = 1_048_576

  private let source: any ByteSource
  private var stream = z_stream()
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ByteStream.chunkSize)
  private var packed = 0
  private var unpacked = 0
  private var isAtEnd = false

  /// - Throws: ``ArchiveFailure`` when zlib has no memory.
  init(_ source: any ByteSource) throws(ArchiveFailure) {
    self.source = source
    guard czlib_gunzip_begin(&stream) == Z_OK else {
      input.deallocate()
      throw ArchiveFailure(.unreadable, "there is no memory to unpack it")
    }
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
  }

  /// The next bytes.
  ///
  /// - Parameter count: how many; fewer come at the end only.
  /// - Throws: ``ArchiveFailure`` for what is damaged, cut off, or packed too tightly; `InputError` when it cannot be read.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count, !isAtEnd {
      if stream.avail_in == 0 {
        let received = try source.read(into: UnsafeMutableRawBufferPointer(input))
        guard received > 0 else { throw ArchiveFailure(.damaged, "it ends in the middle") }
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(received))
        packed += received
      }
      let room = min(count - filled, 1 << 20)
      let status = bytes.withUnsafeMutableBufferPointer { output in
        stream.next_out = output.baseAddress.map { $0 + filled }
        stream.avail_out = UInt32(room)
        return inflate(&stream, Z_NO_FLUSH)
      }
      filled += room - Int(stream.avail_out)
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw ArchiveFailure(.damaged, "it is damaged, or not packed by gzip")
      }
      isAtEnd = status == Z_STREAM_END
      guard unpacked + filled <= Self.alwaysAllowed || (unpacked + filled) / Self.ratioLimit <= packed else {
        throw ArchiveFailure(.tooLarge, "it is packed more tightly than \(Self.ratioLimit) to 1")
      }
    }
    unpacked += filled
    bytes.removeLast(count - filled)
    return bytes
  }
}
