/// The result of storing a record.
struct AppliedRecord: Equatable {
  enum Change: Equatable {
    case added, updated, unchanged
    /// The source no longer has the record, and the book is hidden or shows other sources' values.
    case removed
    /// The source no longer has the record, and the book stays because the user has edited it.
    case kept
  }
  var change: Change
  var book: Book.ID
  /// The number of personal fields in which the record differs from the value that the user set.
  var keptYours = 0
  /// True if the book shows a reading from the record, but with data from another source.
  var hasOtherReadings = false
  /// The id of another book with the same ISBN or identifier as the record. Set only if the record became a separate
  /// book because the titles and authors contradict each other.
  var contradicted: Book.ID?
  /// The changes to shown values, if the caller requested them.
  var differences: [FieldDifference] = []
}

extension RunCounts {
  /// Counts a record by the result of storing it.
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
