/// What an import has to say about a row.
public enum ImportNotice: Sendable {
  /// The row was not taken in.
  case rejected(RejectedRow)
  /// The row was taken in without a value that could not be used.
  case leftOut(number: Int, reason: String)
}

/// How far an import is.
public struct ImportProgress: Sendable {
  /// What became of the rows so far.
  public let counts: RunCounts
  /// How many bytes of the input were read for the rows so far, and for the rest of their batch.
  public let bytesRead: Int64
}

/// What an import did.
public struct ImportReport: Sendable {
  /// The name under which the catalog knows the source.
  public let source: String
  /// What became of the rows.
  public let counts: RunCounts
  /// The step by which `undo` takes it back; `nil` when it changed nothing.
  public let step: HistoryStep.ID?
  /// Whether it was stopped before the end of the input; running it again goes on.
  public let isInterrupted: Bool
}
