extension EncodingDetection {
  /// Detects the encoding of an input from which nothing has been read. A byte order mark at the beginning of the input
  /// determines the encoding. Otherwise the encoding is UTF-8 if most of the non-ASCII sequences are valid, or else
  /// Windows-1252.
  ///
  /// A regular file is examined completely, because the first accented letter may be in the last row. The stream's
  /// position does not change. For any other input, such as a pipe, only the first 256 KiB are examined.
  static func detect(_ stream: ByteStream) throws(InputError) -> EncodingDetection {
    var census = UTF8Census()
    if let totalSize = stream.totalSize {
      if let marked = try scan(stream, totalSize: totalSize, census: &census) { return marked }
    } else {
      let start = try stream.peek(ByteStream.chunkSize)
      if let marked = byteOrderMark(start) { return marked }
      let counted = start.withUnsafeBufferPointer { census.count($0) }
      // A full chunk may end inside a character. That is an error only at the end of the input.
      if counted < start.count, start.count < ByteStream.chunkSize { census.countTruncatedSequence() }
    }
    guard census.suggestsUTF8 else { return EncodingDetection(encoding: .windows1252, reason: .notUTF8) }
    return EncodingDetection(encoding: .utf8, reason: census.illFormed == 0 ? .validUTF8 : .mostlyUTF8)
  }

  /// Counts the multi-byte sequences of a file until the counts determine the encoding. If the file starts with a byte
  /// order mark, returns the encoding of the mark instead.
  private static func scan(
    _ stream: ByteStream, totalSize: Int, census: inout UTF8Census
  ) throws(InputError) -> EncodingDetection? {
    let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ByteStream.chunkSize)
    defer { chunk.deallocate() }
    var offset = 0
    while true {
      let received = try stream.readAhead(at: offset, into: UnsafeMutableRawBufferPointer(chunk))
      let bytes = UnsafeBufferPointer(rebasing: chunk[..<received])
      if offset == 0, let marked = byteOrderMark(bytes) { return marked }
      let counted = census.count(bytes)
      if counted == 0 {
        if received > 0 { census.countTruncatedSequence() }
        return nil
      }
      // A sequence that is cut off at the end of the chunk is read again with the next chunk.
      offset += counted
      if offset < totalSize, census.isDecided(remaining: totalSize - offset) { return nil }
    }
  }

  private static func byteOrderMark(_ start: some Sequence<UInt8>) -> EncodingDetection? {
    let marks: [([UInt8], TextEncoding)] = [
      (UTF8Bytes.mark, .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]
    for (mark, encoding) in marks where start.starts(with: mark) {
      return EncodingDetection(encoding: encoding, reason: .byteOrderMark)
    }
    return nil
  }
}
