#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the bytes of an open file in order.
final class FileSequence: ByteSource {
  private let file: FileBytes
  private(set) var place: Int
  /// The reason why reading failed.
  private(set) var failure: ArchiveFailure?

  /// Creates a sequence.
  ///
  /// - Parameter place: The offset of the first byte to read.
  init(_ file: FileBytes, from place: Int = 0) { (self.file, self.place) = (file, min(max(0, place), file.count)) }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let end = min(file.count, place + destination.count)
    let bytes: [UInt8]
    do {
      bytes = try file.bytes(in: place..<end)
    } catch {
      failure = error
      throw InputError(operation: .read, path: path, systemCode: EIO)
    }
    destination.copyBytes(from: bytes)
    place = end
    return bytes.count
  }
}
