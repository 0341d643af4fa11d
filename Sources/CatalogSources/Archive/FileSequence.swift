#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an open file from the first to the last.
final class FileSequence: ByteSource {
  private let file: FileBytes
  private var place = 0
  /// Why it could not be read.
  private(set) var failure: ArchiveFailure?

  init(_ file: FileBytes) { self.file = file }

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
