import Platform

/// Reads the bytes of an open file in order.
final class FileSequence: ByteSource {
  private let file: FileBytes
  private(set) var offset: Int
  /// The reason why reading failed.
  private(set) var failure: ArchiveFailure?

  /// Creates a sequence.
  ///
  /// - Parameter offset: The offset of the first byte to read.
  init(_ file: FileBytes, from offset: Int = 0) { (self.file, self.offset) = (file, min(max(0, offset), file.count)) }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let end = min(file.count, offset + destination.count)
    let bytes: [UInt8]
    do {
      bytes = try file.bytes(in: offset..<end)
    } catch {
      failure = error
      throw InputError(operation: .read, path: path, systemCode: EIO)
    }
    destination.copyBytes(from: bytes)
    offset = end
    return bytes.count
  }
}
