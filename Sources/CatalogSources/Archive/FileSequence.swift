#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an open file in order, to the last.
final class FileSequence: ByteSource {
  private let file: FileBytes
  private(set) var place: Int
  /// Why it could not be read.
  private(set) var failure: ArchiveFailure?

  /// - Parameter place: where the first of them stands.
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
