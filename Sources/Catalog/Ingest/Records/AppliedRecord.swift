/// A record as it was taken in.
struct AppliedRecord: Equatable {
  enum Change: Equatable {
    case added, updated, unchanged
    /// The source no longer has it, and the book is hidden or shows other sources' values.
    case removed
    /// The source no longer has it, and the book stays, since the user has edited it.
    case kept
  }
  var change: Change
  var book: Book.ID
  /// The number of personal fields that the record has and the user has set otherwise.
  var keptYours = 0
  /// True if a reading that the record states is shown as another source states it.
  var hasOtherReadings = false
  /// Another book that has a number of the record's, if the record is a book of its own because it is called otherwise.
  var contradicted: Book.ID?
  /// The fields that show another value than before, if the caller asked for them.
  var differences: [FieldDifference] = []
}

extension RunCounts {
  /// Counts what became of a record.
  mutating func count(_ result: AppliedRecord) {
    switch result.change {
    case .added: added += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .removed: removed += 1
    case .kept: kept += 1
    }
    keptYours += result.keptYours
    otherReadings += result.hasOtherReadings ? 1 : 0
  }
}
