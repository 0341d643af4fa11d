/// How the encoding of a row of a table is told.
enum RowEncoding {
  /// All rows are UTF-8.
  case utf8
  /// All rows are Windows-1252.
  case windows1252
  /// Each row is what it looks like: tables that were put together from several may have both.
  case each(mostly: TextEncoding)

  /// - Parameter detection: that of the whole table. What the user or the table itself says of a whole one holds for each
  ///   row.
  init(_ detection: EncodingDetection) {
    switch (detection.encoding, detection.reason) {
    case (.windows1252, .requested): self = .windows1252
    case (.utf8, .requested), (.utf16LittleEndian, _), (.utf16BigEndian, _): self = .utf8
    case (.utf8, _), (.windows1252, _): self = .each(mostly: detection.encoding)
    }
  }

  /// What most rows are, and what those are that are not.
  var mixture: (most: TextEncoding, others: TextEncoding)? {
    guard case .each(let most) = self else { return nil }
    return (most, most == .utf8 ? .windows1252 : .utf8)
  }

  /// Whether a row is Windows-1252.
  ///
  /// - Parameter firstIllFormed: where the first byte stands that is no UTF-8; `nil` where there is none.
  func isWindows1252(_ row: UnsafeBufferPointer<UInt8>, firstIllFormed: Int?) -> Bool {
    switch self {
    case .utf8: return false
    case .windows1252: return true
    case .each:
      guard firstIllFormed != nil else { return false }
      // A row with more characters of UTF-8 than other bytes is UTF-8 that was damaged.
      var census = UTF8Census()
      if census.count(row) < row.count { census.countTruncatedSequence() }
      return !census.suggestsUTF8
    }
  }
}
