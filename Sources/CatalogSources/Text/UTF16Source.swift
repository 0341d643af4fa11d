/// Converts UTF-16 from another source to UTF-8 while it is read.
///
/// Invalid UTF-16 becomes invalid UTF-8, so that the affected row is detected. An unpaired surrogate is written in its
/// three-byte form, and an odd byte at the end as 0xFF. A byte order mark is converted like any other character.
final class UTF16Source: ByteSource {
  var path: String { source.path }
  private let source: any ByteSource
  private let isBigEndian: Bool
  private let chunk: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes in `chunk`, at most three, that belong to an incomplete unit or surrogate pair.
  private var waiting = 0
  private var isAtEnd = false
  private var converted: ArraySlice<UInt8> = []

  /// Creates a source.
  ///
  /// - Parameter chunkSize: The number of bytes to request from `source` at a time.
  init(_ source: any ByteSource, isBigEndian: Bool, chunkSize: Int = ByteStream.chunkSize) {
    self.source = source
    self.isBigEndian = isBigEndian
    chunk = .allocate(capacity: max(1, chunkSize) + 3)
  }

  deinit { chunk.deallocate() }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while converted.isEmpty, !isAtEnd {
      let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: chunk[waiting..<(chunk.count)]))
      let received = try source.read(into: room)
      isAtEnd = received == 0
      convert(count: waiting + received)
    }
    let count = min(converted.count, destination.count)
    destination.copyBytes(from: converted.prefix(count))
    converted = converted.dropFirst(count)
    return count
  }

  /// Converts the first `count` bytes of `chunk` and moves the bytes of an incomplete character to its start.
  private func convert(count: Int) {
    var index = 0
    // In UTF-8, a unit of two bytes takes up to three bytes, and a surrogate pair of four bytes takes four. One more
    // byte is for an odd byte at the end.
    let output = [UInt8](unsafeUninitializedCapacity: count / 2 * 3 + 1) { buffer, written in
      guard let output = buffer.baseAddress else { return }
      while index + 2 <= count {
        var value = unit(at: index)
        var length = 2
        if 0xD800..<0xDC00 ~= value {
          if index + 4 <= count {
            let next = unit(at: index + 2)
            if 0xDC00..<0xE000 ~= next {
              value = 0x10000 + (value - 0xD800) << 10 + (next - 0xDC00)
              length = 4
            }
          } else if !isAtEnd {
            break
          }
        }
        written += UTF8Bytes.write(value, at: output + written)
        index += length
      }
      if isAtEnd, index < count {
        output[written] = 0xFF
        written += 1
        index = count
      }
    }
    for (position, byte) in chunk[index..<count].enumerated() { chunk[position] = byte }
    waiting = count - index
    converted = output[...]
  }

  @inline(__always)
  private func unit(at index: Int) -> UInt32 {
    let (first, second) = (UInt32(chunk[index]), UInt32(chunk[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
