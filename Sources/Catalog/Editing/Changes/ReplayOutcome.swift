import FoundationEssentials

/// What `undo` or `redo` did.
public struct ReplayOutcome: Sendable, Equatable {
  /// The step that was taken back or done again, as it was before.
  public let step: Step
  /// The books that changed, in the order of their ids.
  public let books: [Int64]
  /// What a later step had changed, so that it was left: “title of 42”.
  public let left: [String]
}
