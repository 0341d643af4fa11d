import CZlib

/// Decompresses deflated data (RFC 1951) with zlib.
enum Inflation {
  /// Returns decompressed data, or `nil` if the data is not valid or does not have the expected size.
  ///
  /// - Parameter size: The expected number of bytes. The output is never larger.
  static func inflated(_ packed: [UInt8], size: Int) -> [UInt8]? {
    var stream = z_stream()
    guard let available = UInt32(exactly: packed.count), let room = UInt32(exactly: size),
      czlib_inflate_begin(&stream) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var isWhole = false
    // zlib expects a pointer to mutable bytes, but does not write to them.
    var packed = packed
    let contents = packed.withUnsafeMutableBufferPointer { input in
      // One extra byte, because zlib treats an empty output buffer as an error even if nothing is written.
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
