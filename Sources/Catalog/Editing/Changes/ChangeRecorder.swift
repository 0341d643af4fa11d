import CatalogDatabase
import FoundationEssentials

/// Records the history of a change as one step. The step is created when the first history entry is recorded.
final class ChangeRecorder {
  let kind: HistoryStep.Kind
  let now: Date
  private let isByItself: Bool
  private let connection: Connection
  private(set) var step: HistoryStep.ID?

  /// - Parameter isByItself: True if the change is automatic.
  init(connection: Connection, kind: HistoryStep.Kind, isByItself: Bool = false, now: Date) {
    self.isByItself = isByItself
    self.connection = connection
    self.kind = kind
    self.now = now
  }

  /// - Parameter step: A step from an earlier transaction, which this transaction continues. If the step has been
  ///   undone in the meantime, further changes get a new step, because changes added to an undone step could not be
  ///   undone.
  convenience init(
    connection: Connection, kind: HistoryStep.Kind, isByItself: Bool = false, now: Date,
    goingOnWith step: HistoryStep.ID?
  ) throws {
    self.init(connection: connection, kind: kind, isByItself: isByItself, now: now)
    if let step, try StepTable(connection: connection).isDone(step) { self.step = step }
  }

  func record(_ book: Book.ID, _ subject: HistoryTable.Subject, old: HistoryTable.State?, new: HistoryTable.State?)
    throws
  {
    let entry = HistoryTable.Entry(book: book, subject: subject, old: old, new: new)
    try HistoryTable(connection: connection).write(entry, step: begun())
  }

  /// Sets the final summary of the step. Does nothing if no step was created.
  func finish(summary: String) throws {
    if let step { try StepTable(connection: connection).set(summary: summary, of: step) }
  }

  private func begun() throws -> HistoryStep.ID {
    if let step { return step }
    let step = try StepTable(connection: connection).begin(
      kind, summary: kind.rawValue, isByItself: isByItself, now: now)
    self.step = step
    return step
  }
}
