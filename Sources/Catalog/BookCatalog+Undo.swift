extension BookCatalog {
  /// Takes back the last step of whoever acts through this object (``acting(as:)``), in short transactions: on the calling
  /// thread. What others did, and what a run of its own accord did (``HistoryStep/isByItself``), `undo(step:)` takes back.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is nothing to undo, or such a step changed the same later.
  @discardableResult
  public func undo() throws -> ReplayOutcome { try replay(.undo) }

  /// Takes back the last step, in short transactions. Cancelled midway, what is left of the step can be undone later.
  @discardableResult
  public func undo() async throws -> ReplayOutcome { try await replay(.undo) }

  /// Takes back one change, whatever else was done since, as long as nothing later changed the same: a field that it
  /// changed, or the books that it added, removed, merged or split. `redo` does it again.
  ///
  /// ```swift
  /// let removal = try await catalog.remove(7)
  /// try await catalog.edit(8) { $0.rating = 5 }
  /// try await catalog.undo(removal)
  /// ```
  ///
  /// - Parameter change: what was done in this catalog, and in it since a backup was restored last.
  /// - Throws: ``CatalogError/Code/nothingToDo`` when later steps would have to be undone first, of which the last is named and
  ///   ``CatalogSnapshot/stepsBlockingUndo(of:limit:)`` tells all; or it was undone already.
  @discardableResult
  public func undo(_ change: ChangeOutcome) async throws -> ReplayOutcome {
    guard let step = change.step else {
      throw CatalogError(.nothingToDo, "undo", change.summary, cause: "there is nothing of it to undo")
    }
    return try await undo(step: step)
  }

  /// Takes back one step, whoever made it and whatever else was done since, as ``undo(_:)`` does. It is done again by the
  /// `redo` of who made it, or by its number.
  @discardableResult
  public func undo(step: HistoryStep.ID) async throws -> ReplayOutcome { try await replay(.undo, only: step) }

  /// The same on the calling thread.
  @discardableResult
  public func undo(step: HistoryStep.ID) throws -> ReplayOutcome { try replay(.undo, only: step) }

  /// Does the step again that was undone last, of those of whoever acts through this object: on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is nothing to redo, they did something else since, or somebody
  ///   else changed the same; then it says which step can be redone by its number (`redo(step:)`), where there is one.
  @discardableResult
  public func redo() throws -> ReplayOutcome { try replay(.redo) }

  /// Does the step again that was undone last.
  @discardableResult
  public func redo() async throws -> ReplayOutcome { try await replay(.redo) }

  /// Does one step again, whoever made it and whatever else was done since, as long as what changed the same is as it was when
  /// it was undone.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when it stands, a later step changed the same, or an earlier one that did
  ///   does not stand any more.
  @discardableResult
  public func redo(step: HistoryStep.ID) async throws -> ReplayOutcome { try await replay(.redo, only: step) }

  /// The same on the calling thread.
  @discardableResult
  public func redo(step: HistoryStep.ID) throws -> ReplayOutcome { try replay(.redo, only: step) }

  /// Undo as one of several that were asked for at once.
  ///
  /// - Throws: besides, ``CatalogError/Code/restored`` when a backup was restored since.
  package func undo(in contents: ContentsMark) throws -> ReplayOutcome { try replay(.undo, in: contents) }

  /// Redo as one of several.
  package func redo(in contents: ContentsMark) throws -> ReplayOutcome { try replay(.redo, in: contents) }

  private func replay(
    _ direction: StepReplay.Direction, only step: HistoryStep.ID? = nil, in contents: ContentsMark? = nil
  ) throws -> ReplayOutcome {
    try database.inBatches(StepReplay(direction, only: step, now: now()), in: contents).outcome()
  }

  private func replay(
    _ direction: StepReplay.Direction, only step: HistoryStep.ID? = nil
  ) async throws -> ReplayOutcome {
    try await database.inBatches(StepReplay(direction, only: step, now: now())).outcome()
  }
}
