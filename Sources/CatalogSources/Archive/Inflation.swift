import CZlib

/// Unpacks what is deflated (RFC 1951), by zlib.
enum Inflation {
  /// What some bytes hold; `nil` when they hold more or less than was said, or are no deflated bytes.
  ///
  /// - Parameter size: how many bytes it is to be; no more are ever made.
  static func inflated(_ packed: [UInt8], size: Int) -> [UInt8]? {
    var stream = z_stream()
    guard let available = UInt32(exactly: packed.count), let room = UInt32(exactly: size),
      czlib_inflate_begin(&stream) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var isWhole = false
    // zlib reads from what it takes for a pointer to writable bytes, and never writes there.
    var packed = packed
    let contents = packed.withUnsafeMutableBufferPointer { input in
      // One byte more: nowhere to write to is an error to zlib, also where nothing is written.
      [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = available
        stream.next_out = output.baseAddress
        stream.avail_out = room + 1
        isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
        count = size + 1 - Int(stream.avail_out)
      }
    }
    return isWhole && contents.count == size ? contents : nil
  }
}
