#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns the bytes of the cells of one row of CSV into text.
struct CSVCellDecoder {
  /// The first byte of the row that is no UTF-8; `nil` where all are.
  let firstIllFormed: Int?
  /// Whether the row is Windows-1252; else it is UTF-8.
  let isWindows1252: Bool

  init(of row: UnsafeBufferPointer<UInt8>, _ encoding: RowEncoding) {
    firstIllFormed = row.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: row.count) }
    isWindows1252 = encoding.isWindows1252(row, firstIllFormed: firstIllFormed)
  }

  /// Whether the row was read otherwise than most. Of ASCII alone it makes no difference.
  func isOther(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: RowEncoding) -> Bool {
    switch encoding {
    case .each(mostly: .windows1252): !isWindows1252 && firstIllFormed == nil && bytes.contains { $0 >= 128 }
    case .each: isWindows1252
    case .utf8, .windows1252: false
    }
  }

  /// The text of the cell at `span` in the row `bytes`. What is not UTF-8 becomes U+FFFD.
  func string(_ span: CSVRowScanner.Cell, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let cell = UnsafeBufferPointer(rebasing: bytes[span.start..<span.end])
    guard span.isEscaped else { return decode(cell) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: cell.count) { text in
      decode(UnsafeBufferPointer(rebasing: text[..<Self.unescape(cell, to: text)]))
    }
  }

  /// Why the row `bytes` with these cells is no text, or nil if it is.
  func problem(_ bytes: UnsafeBufferPointer<UInt8>, cells: [CSVRowScanner.Cell]) -> String? {
    guard let base = bytes.baseAddress else { return nil }
    if memchr(base, 0, bytes.count) != nil { return "holds a NUL byte" }
    guard !isWindows1252, let offset = firstIllFormed else { return nil }
    let cell = cells.firstIndex { offset < $0.end } ?? 0
    return "is not valid UTF-8 in cell \(cell + 1)"
  }

  /// The bytes of the row in UTF-8, where they are any text.
  func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    isWindows1252 ? Windows1252.utf8(bytes) : Array(bytes)
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    isWindows1252 ? Windows1252.string(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a cell that starts with a quote to `text`, with no more bytes than it has: its outer quotes dropped,
  /// doubled ones made one, what follows the closing quote kept. Returns the length.
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
        // The first quote of the pair is copied with what stands before it.
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
