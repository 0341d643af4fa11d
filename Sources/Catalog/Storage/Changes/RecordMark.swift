/// What the history keeps of a record besides its values: the fingerprint, the keys the catalog does not know, and since
/// when the source has it no more.
struct RecordMark: Equatable {
  let hash: Int64
  var unknown: String?
  /// In milliseconds since 1970.
  var gone: Int64?

  init(hash: Int64, unknown: String?, gone: Int64? = nil) {
    self.hash = hash
    self.unknown = unknown
    self.gone = gone
  }

  init(_ row: SourceRecordTable.Row) {
    self.init(hash: row.hash, unknown: row.unknown, gone: row.gone)
  }

  /// Reads what ``storedText`` wrote: the fingerprint, `!` and the time where it is gone, a space and the unknown keys.
  init?(stored: String) {
    let parts = stored.unicodeScalars.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.first?.split(separator: "!", omittingEmptySubsequences: false).map { Int64(String($0)) }
    guard let numbers, let hash = numbers.first, let hash, numbers.count <= 2 else { return nil }
    self.init(
      hash: hash, unknown: parts.count > 1 ? String(parts[1]) : nil, gone: numbers.count == 2 ? numbers[1] : nil)
  }

  var storedText: String {
    String(hash) + (gone.map { "!\($0)" } ?? "") + (unknown.map { " \($0)" } ?? "")
  }
}

extension HistoryTable.State {
  /// The state that a record is.
  init(_ values: FieldPresences, _ mark: RecordMark) throws {
    self.init(value: try RecordPayload.encode(values), base: mark.storedText)
  }
}
