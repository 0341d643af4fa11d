/// The part of a record that the history keeps in addition to the record's values.
///
/// It consists of the fingerprint, the keys unknown to the catalog, the time of the tombstone, and the record's rank
/// within its book. It also states whether the personal fields are known, and the first day on which the record made
/// its current statements about readings.
struct RecordMark: Equatable {
  let hash: Int64
  var unknown: String?
  /// The time of the tombstone, in milliseconds since 1970.
  var tombstone: Int64?
  var rank: Int64 = 0
  /// True if the values include the record's personal fields (``SourceRecordRow/personal``), even if these fields are
  /// empty.
  let knowsPersonal: Bool
  /// The first day on which the record made its current statements about readings (``SourceRecordRow/statedOn``).
  var statedOn: PartialDate?

  init(_ row: SourceRecordRow) {
    (hash, unknown, tombstone, rank, statedOn) = (row.hash, row.unknown, row.tombstone, row.rank, row.statedOn)
    knowsPersonal = row.personal != nil
  }

  /// Parses a mark in the format of ``storedText``.
  ///
  /// The format begins with the fingerprint. Up to four parts follow, each preceded by `!`: the time of the tombstone,
  /// the rank if it is not 0, 1 if the personal fields are known, and the encoded day of the statements. Empty parts at
  /// the end are omitted. The unknown keys, if any, follow after a space.
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
  /// Resets the fingerprints of a source's records in the history. If undo or redo later restores one of these records,
  /// the record is treated as changed at the next delivery.
  func forgetFingerprints(of source: CatalogSource.ID) throws {
    // A stored mark begins with the fingerprint. The subjects of all records of the source begin with `name`, which
    // ends with a space.
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
