/// A note of an import about a row that was not taken in, or not whole.
public enum ImportNotice: Sendable {
  /// The row was not taken in.
  case rejected(RejectedRow)
  /// The row was taken in without a value that could not be used.
  case leftOut(number: Int, reason: String)
  /// The row became a book of its own, although another book has its number: title and authors differ, or the volume.
  case apart(number: Int, reason: String)
  /// The row was taken in with days of readings that can hardly be meant, as they are given.
  case doubtful(number: Int, reason: String)
}

/// The progress of an import.
public struct ImportProgress: Sendable {
  /// The rows so far, counted by what became of them.
  public let counts: RunCounts
  /// How many rows wait for somebody who knows their books.
  public let waiting: Int
  /// The number of bytes of the input that were read for the rows so far and the rest of their batch.
  public let bytesRead: Int64
}

/// The outcome of an import.
public struct ImportReport: Sendable {
  /// The name under which the catalog knows the source.
  public let source: String
  /// The rows, counted by what became of them.
  public let counts: RunCounts
  /// How many rows have no title and wait, since nobody could be asked which books they are. They are kept
  /// (``CatalogSnapshot/quarantine(source:limit:after:)``), and the same import again takes them up.
  public let waiting: Int
  /// Why the first of them waits, in words for people; `nil` where none does.
  public let waitingReason: String?
  /// The step by which `undo` takes it back; `nil` when it changed nothing.
  public let step: HistoryStep.ID?
  /// Whether it was stopped before the end of the input; running it again goes on.
  public let isInterrupted: Bool
}
