/// A notice about a row of an import that was rejected, or that was stored but may need attention.
public enum ImportNotice: Sendable {
  /// The row was rejected.
  case rejected(RejectedRow)
  /// The row was stored without a value that could not be used.
  case leftOut(number: Int, reason: String)
  /// The row became a separate book although another book has the same ISBN or identifier. Either the titles and
  /// authors differ, or the books are different volumes.
  case apart(number: Int, reason: String)
  /// The row was stored as given, although its reading dates are implausible.
  case doubtful(number: Int, reason: String)
}

/// The progress of an import.
public struct ImportProgress: Sendable {
  /// The rows processed so far, counted by result.
  public let counts: RunCounts
  /// The number of rows that wait for data about their books.
  public let waiting: Int
  /// The number of bytes of the input that have been read so far. Includes all rows of the current batch, even those
  /// not processed yet.
  public let bytesRead: Int64
}

/// The outcome of an import.
public struct ImportReport: Sendable {
  /// The name of the source in the catalog.
  public let source: String
  /// The rows, counted by result.
  public let counts: RunCounts
  /// The number of rows without a title for which no data could be obtained. The rows are kept
  /// (``CatalogSnapshot/quarantine(source:limit:after:)``), and importing the same file again retries them.
  public let waiting: Int
  /// The reason why the first row without data waits, as text for people; `nil` if no row waits.
  public let waitingReason: String?
  /// The step that `undo` reverts; `nil` if nothing changed.
  public let step: HistoryStep.ID?
  /// True if the import stopped before the end of the input. Importing again continues it.
  public let isInterrupted: Bool
}
