/// The part of a record that the history keeps in addition to its values.
///
/// It consists of the fingerprint, the keys that the catalog does not know, the time at which the source removed the
/// record, and the record's rank within its book. It also tells if the personal fields are known, and since which day
/// the record has made its statements about readings.
struct RecordMark: Equatable {
  let hash: Int64
  var unknown: String?
  /// The time of the tombstone, in milliseconds since 1970.
  var tombstone: Int64?
  var rank: Int64 = 0
  /// True if the values include the record's personal fields (``SourceRecordRow/personal``), even if it has none.
  let knowsPersonal: Bool
  /// The day described at ``SourceRecordRow/statedOn``.
  var statedOn: PartialDate?

  init(_ row: SourceRecordRow) {
    (hash, unknown, tombstone, rank, statedOn) = (row.hash, row.unknown, row.tombstone, row.rank, row.statedOn)
    knowsPersonal = row.personal != nil
  }

  /// Creates a mark from the format of ``storedText``.
  ///
  /// The format is the fingerprint, up to four optional parts that are each preceded by `!`, and after a space the
  /// unknown keys. The parts are the time of the tombstone, the rank if it is not 0, 1 if the personal fields are
  /// known, and the encoded day of the statements. Empty parts at the end are omitted.
  init?(stored: String) {
    let parts = stored.unicodeScalars.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.first?.split(separator: "!", omittingEmptySubsequences: false).map { Int64(String($0)) }
    guard let numbers, let hash = numbers.first, let hash, numbers.count <= 5 else { return nil }
    self.hash = hash
    unknown = parts.count > 1 ? String(parts[1]) : nil
    tombstone = numbers.count > 1 ? numbers[1] : nil
    rank = numbers.count > 2 ? numbers[2] ?? 0 : 0
    knowsPersonal = numbers.count > 3 && numbers[3] == 1
    statedOn = numbers.count > 4 ? numbers[4].flatMap { PartialDate(encoded: $0) } : nil
  }

  var storedText: String {
    var parts = [
      String(hash), tombstone.map(String.init) ?? "", rank == 0 ? "" : String(rank), knowsPersonal ? "1" : "",
      statedOn.map { String($0.encoded) } ?? "",
    ]
    while parts.last == "" { parts.removeLast() }
    return parts.joined(separator: "!") + (unknown.map { " \($0)" } ?? "")
  }
}

extension HistoryTable.State {
  /// Creates the state of a record.
  init(_ values: FieldPresences, _ mark: RecordMark) throws {
    self.init(value: try RecordPayload.encode(values, isWhole: true), base: mark.storedText)
  }
}

extension HistoryTable {
  /// Resets the fingerprints in the history of a source's records. Records that undo or redo restores then count as
  /// changed at the next delivery.
  func forgetFingerprints(of source: CatalogSource.ID) throws {
    // A mark begins with the fingerprint. The names of all records sort after the name that ends with a space.
    let name = Self.name(of: .record(source: source, remoteID: ""))
    let forgotten = SourceRecordRow.forgottenHash
    try connection.run(
      """
      UPDATE history
      SET old_base = '\(forgotten)' || ltrim(old_base, '-0123456789'),
        new_base = '\(forgotten)' || ltrim(new_base, '-0123456789')
      WHERE field >= ?1 AND field < ?1 || char(1114111)
      """, [.text(name)])
  }
}
