/// The part of a record that the history keeps in addition to its values: the fingerprint, the keys the catalog does not know, since
/// when the source no longer has it, its rank among the records of its book, whether it is known what it says of personal
/// fields, and the day on which it first said what it says of readings.
struct RecordMark: Equatable {
  let hash: Int64
  var unknown: String?
  /// In milliseconds since 1970.
  var tombstone: Int64?
  var rank: Int64 = 0
  /// Whether the values tell what it says of personal fields (``SourceRecordRow/personal``): that it says nothing of them is
  /// known then, too.
  let knowsPersonal: Bool
  /// See ``SourceRecordRow/said``.
  var said: PartialDate?

  init(_ row: SourceRecordRow) {
    (hash, unknown, tombstone, rank, said) = (row.hash, row.unknown, row.tombstone, row.rank, row.said)
    knowsPersonal = row.personal != nil
  }

  /// Reads what ``storedText`` wrote: the fingerprint; after a `!` each the time of a tombstone, the rank if it has one, 1 if
  /// it is known what it says of personal fields, and the encoded day on which it said so, with empty ones at the end left
  /// out; a space and the unknown keys.
  init?(stored: String) {
    let parts = stored.unicodeScalars.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.first?.split(separator: "!", omittingEmptySubsequences: false).map { Int64(String($0)) }
    guard let numbers, let hash = numbers.first, let hash, numbers.count <= 5 else { return nil }
    self.hash = hash
    unknown = parts.count > 1 ? String(parts[1]) : nil
    tombstone = numbers.count > 1 ? numbers[1] : nil
    rank = numbers.count > 2 ? numbers[2] ?? 0 : 0
    knowsPersonal = numbers.count > 3 && numbers[3] == 1
    said = numbers.count > 4 ? numbers[4].flatMap { PartialDate(encoded: $0) } : nil
  }

  var storedText: String {
    var parts = [
      String(hash), tombstone.map(String.init) ?? "", rank == 0 ? "" : String(rank), knowsPersonal ? "1" : "",
      said.map { String($0.encoded) } ?? "",
    ]
    while parts.last == "" { parts.removeLast() }
    return parts.joined(separator: "!") + (unknown.map { " \($0)" } ?? "")
  }
}

extension HistoryTable.State {
  /// The state that a record is.
  init(_ values: FieldPresences, _ mark: RecordMark) throws {
    self.init(value: try RecordPayload.encode(values, isWhole: true), base: mark.storedText)
  }
}

extension HistoryTable {
  /// Has the records of a source, as undo and redo put them back, be taken for changed when they are delivered the next time.
  func forgetFingerprints(of source: CatalogSource.ID) throws {
    // A mark begins with the fingerprint. All names of records are behind the one that ends with a space.
    let name = Self.name(of: .record(source: source, remoteID: ""))
    try connection.run(
      """
      UPDATE history
      SET old_base = '0' || ltrim(old_base, '-0123456789'), new_base = '0' || ltrim(new_base, '-0123456789')
      WHERE field >= ?1 AND field < ?1 || char(1114111)
      """, [.text(name)])
  }
}
