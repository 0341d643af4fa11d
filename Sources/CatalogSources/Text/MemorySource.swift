/// A source of bytes that are already in memory.
final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(into destination: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(rest.count, destination.count)
    destination.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
