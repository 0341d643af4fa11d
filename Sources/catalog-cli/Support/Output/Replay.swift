import Catalog

/// One of `undo` and `redo`, by the name of its command.
enum Replay: String {
  case undo, redo

  var opposite: Replay { self == .undo ? .redo : .undo }

  /// “undone”, “redone”.
  var done: String { self == .undo ? "undone" : "redone" }

  /// The step of a number.
  ///
  /// - Throws: why it cannot be done now.
  func step(_ id: HistoryStep.ID, _ snapshot: CatalogSnapshot) throws -> HistoryStep {
    try self == .undo ? snapshot.stepToUndo(id) : snapshot.stepToRedo(id)
  }

  /// The steps that are up next, the next one first.
  func steps(_ snapshot: CatalogSnapshot, limit: Int) throws -> [HistoryStep] {
    try self == .undo ? snapshot.stepsToUndo(limit: limit) : snapshot.stepsToRedo(limit: limit)
  }

  func perform(_ catalog: BookCatalog, in contents: ContentsMark) throws -> ReplayOutcome {
    try self == .undo ? catalog.undo(in: contents) : catalog.redo(in: contents)
  }

  func perform(_ catalog: BookCatalog, only step: HistoryStep.ID) throws -> ReplayOutcome {
    try self == .undo ? catalog.undo(step: step) : catalog.redo(step: step)
  }

  /// The same elsewhere than on the calling thread.
  func perform(_ catalog: BookCatalog, only step: HistoryStep.ID) async throws -> ReplayOutcome {
    try await self == .undo ? catalog.undo(step: step) : catalog.redo(step: step)
  }
}
