/// Determines the encoding of each row of a table.
enum RowEncoding {
  /// All rows are UTF-8.
  case utf8
  /// All rows are Windows-1252.
  case windows1252
  /// The encoding of each row is detected separately, since a table that was merged from several tables may contain
  /// both encodings.
  case each(mostly: TextEncoding)

  /// Creates a value from the detected encoding.
  ///
  /// - Parameter detection: The encoding of the whole table. It applies to each row if the user specified it, or if it
  ///   is UTF-16.
  init(_ detection: EncodingDetection) {
    switch (detection.encoding, detection.reason) {
    case (.windows1252, .requested): self = .windows1252
    case (.utf8, .requested), (.utf16LittleEndian, _), (.utf16BigEndian, _): self = .utf8
    case (.utf8, _), (.windows1252, _): self = .each(mostly: detection.encoding)
    }
  }

  /// The encoding of most rows, and the encoding that other rows may have; `nil` if all rows have the same encoding.
  var mixture: (main: TextEncoding, others: TextEncoding)? {
    guard case .each(let main) = self else { return nil }
    return (main, main == .utf8 ? .windows1252 : .utf8)
  }

  /// Returns true if a row is Windows-1252.
  ///
  /// - Parameter firstIllFormed: The offset of the first byte that is not valid UTF-8, or `nil` if all are valid.
  func isWindows1252(_ row: UnsafeBufferPointer<UInt8>, firstIllFormed: Int?) -> Bool {
    switch self {
    case .utf8: return false
    case .windows1252: return true
    case .each:
      guard firstIllFormed != nil else { return false }
      // A row with more valid UTF-8 characters than invalid bytes is damaged UTF-8.
      var census = UTF8Census()
      if census.count(row) < row.count { census.countTruncatedSequence() }
      return !census.suggestsUTF8
    }
  }
}
