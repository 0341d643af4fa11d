import Platform

/// Decodes the cells of one CSV row to text.
struct CSVCellDecoder {
  /// The offset of the first byte of the row that is not valid UTF-8, or `nil` if all bytes are valid.
  let firstIllFormed: Int?
  /// True if the row is Windows-1252, false if it is UTF-8.
  let isWindows1252: Bool

  init(of row: UnsafeBufferPointer<UInt8>, _ encoding: RowEncoding) {
    firstIllFormed = row.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: row.count) }
    isWindows1252 = encoding.isWindows1252(row, firstIllFormed: firstIllFormed)
  }

  /// Returns true if the row's encoding differs from the encoding of most rows. Rows of pure ASCII never differ.
  func isOther(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: RowEncoding) -> Bool {
    switch encoding {
    case .each(mostly: .windows1252): !isWindows1252 && firstIllFormed == nil && bytes.contains { $0 >= 128 }
    case .each: isWindows1252
    case .utf8, .windows1252: false
    }
  }

  /// Returns the text of the cell at `span` in the row `bytes`. Invalid UTF-8 becomes U+FFFD.
  func string(_ span: CSVRowScanner.Cell, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let cell = UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
    guard span.isEscaped else { return decode(cell) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: cell.count) { text in
      decode(UnsafeBufferPointer(rebasing: text[..<Self.unescape(cell, to: text)]))
    }
  }

  /// Returns the reason why the row `bytes` with these cells is not valid text, or `nil` if the row is valid.
  func problem(_ bytes: UnsafeBufferPointer<UInt8>, cells: [CSVRowScanner.Cell]) -> String? {
    guard let base = bytes.baseAddress else { return nil }
    if memchr(base, 0, bytes.count) != nil { return "contains a NUL byte" }
    guard !isWindows1252, let offset = firstIllFormed else { return nil }
    let cell = cells.firstIndex { offset < $0.end } ?? 0
    return "is not valid UTF-8 in cell \(cell + 1)"
  }

  /// Returns the bytes of the row in UTF-8. The row must be valid text.
  func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    isWindows1252 ? Windows1252.utf8(bytes) : Array(bytes)
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    isWindows1252 ? Windows1252.string(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the text of a quoted cell to `text` and returns the length of the text, which never exceeds the length of
  /// the cell. Outer quotes are dropped, each doubled quote becomes one quote, and text after the closing quote is
  /// kept.
  private static func unescape(_ cell: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let source = cell.baseAddress, let output = text.baseAddress else { return 0 }
    let quote = UInt8(ascii: "\"")
    var written = 0
    var index = 1
    var isClosed = false
    while index < cell.count {
      var end = cell.count
      if !isClosed, let found = memchr(source + index, Int32(quote), cell.count - index) {
        end = UnsafeRawPointer(found) - UnsafeRawPointer(source)
      }
      if end + 1 < cell.count, source[end + 1] == quote {
        // The first quote of the pair is copied together with the text before it.
        (output + written).update(from: source + index, count: end + 1 - index)
        written += end + 1 - index
        index = end + 2
      } else {
        (output + written).update(from: source + index, count: end - index)
        written += end - index
        index = end + 1
        isClosed = true
      }
    }
    return written
  }
}
