import FoundationEssentials

/// The step of a change under way: it comes into being with the first thing that really changes.
final class ChangeRecorder {
  let kind: HistoryStep.Kind
  let now: Date
  private let isByItself: Bool
  private let connection: Connection
  private(set) var step: HistoryStep.ID?

  /// - Parameter isByItself: whether nobody asked for it.
  init(connection: Connection, kind: HistoryStep.Kind, isByItself: Bool = false, now: Date) {
    self.isByItself = isByItself
    self.connection = connection
    self.kind = kind
    self.now = now
  }

  /// - Parameter step: a step that was begun in an earlier transaction and goes on. When it was undone meanwhile, what
  ///   comes now is a step of its own: nobody could undo it otherwise.
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

  /// Gives the step its final line, if there is a step.
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
