import Catalog

/// The direction of a replay: undo or redo. The raw values are the commands' names.
enum Replay: String {
  case undo, redo

  var opposite: Replay { self == .undo ? .redo : .undo }

  /// The past participle used in messages: “undone” or “redone”.
  var done: String { self == .undo ? "undone" : "redone" }

  /// Returns the step with the given number.
  ///
  /// - Throws: An error that says why the step cannot be undone or redone now.
  func step(_ id: HistoryStep.ID, _ snapshot: CatalogSnapshot) throws -> HistoryStep {
    try self == .undo ? snapshot.stepToUndo(id) : snapshot.stepToRedo(id)
  }

  /// Returns the next steps that `undo` or `redo` would replay, in order.
  func steps(_ snapshot: CatalogSnapshot, limit: Int) throws -> [HistoryStep] {
    try self == .undo ? snapshot.stepsToUndo(limit: limit) : snapshot.stepsToRedo(limit: limit)
  }

  func perform(_ catalog: BookCatalog, in contents: ContentsVersion) throws -> ReplayOutcome {
    try self == .undo ? catalog.undo(in: contents) : catalog.redo(in: contents)
  }

  func perform(_ catalog: BookCatalog, only step: HistoryStep.ID) throws -> ReplayOutcome {
    try self == .undo ? catalog.undo(step: step) : catalog.redo(step: step)
  }

  /// Undoes or redoes one step without blocking the calling thread.
  func perform(_ catalog: BookCatalog, only step: HistoryStep.ID) async throws -> ReplayOutcome {
    try await self == .undo ? catalog.undo(step: step) : catalog.redo(step: step)
  }
}
