extension BookCatalog {
  /// Undoes the latest step of the person who acts through this object (``acting(as:)``). Runs on the calling thread,
  /// in short transactions. Steps by other people and by automatic refreshes (``HistoryStep/isByItself``) can be undone
  /// with `undo(step:)`.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is nothing to undo, or if a later step by someone else or by
  ///   an automatic refresh changed the same data.
  @discardableResult
  public func undo() throws -> ReplayOutcome { try replay(.undo) }

  /// Undoes the latest step of the person who acts through this object, in short transactions. If the task is
  /// cancelled, the rest of the step can be undone later.
  ///
  /// ```swift
  /// let outcome = try await catalog.undo()
  /// print("Undone: \(outcome.step.summary)")
  /// ```
  @discardableResult
  public func undo() async throws -> ReplayOutcome { try await replay(.undo) }

  /// Undoes a change, even if other steps were made after it. Fails if a later step changed the same fields. If the
  /// change added, removed, merged or split books, also fails if a later step changed the same books. `redo` makes the
  /// change again.
  ///
  /// ```swift
  /// let removal = try await catalog.remove(7)
  /// try await catalog.edit(8) { $0.rating = 5 }
  /// try await catalog.undo(removal)
  /// ```
  ///
  /// - Parameter change: A change made to this catalog since a backup was last restored.
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the change was already undone, or if later steps must be undone
  ///   first. The error names the last of these steps; ``CatalogSnapshot/stepsBlockingUndo(of:limit:)`` returns all of
  ///   them.
  @discardableResult
  public func undo(_ change: ChangeOutcome) async throws -> ReplayOutcome {
    guard let step = change.step else {
      throw CatalogError(.nothingToDo, "undo", change.summary, cause: "this change has nothing to undo")
    }
    return try await undo(step: step)
  }

  /// Undoes a step, whoever made it, and even if other steps were made after it. Fails under the same conditions as
  /// ``undo(_:)``. The person who made the step can redo it with `redo`. Anyone can redo it with `redo(step:)`.
  ///
  /// ```swift
  /// let entries = try await catalog.history(of: book.id)
  /// if let last = entries.first(where: { $0.step.state == .done }) { try await catalog.undo(step: last.step.id) }
  /// ```
  @discardableResult
  public func undo(step: HistoryStep.ID) async throws -> ReplayOutcome { try await replay(.undo, only: step) }

  /// Undoes one step, on the calling thread.
  @discardableResult
  public func undo(step: HistoryStep.ID) throws -> ReplayOutcome { try replay(.undo, only: step) }

  /// Redoes the step that the person who acts through this object undid last. Runs on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is nothing to redo, if the person has made another step
  ///   since, or if someone else has changed the same data. If `redo(step:)` can still redo the step, the error names
  ///   it.
  @discardableResult
  public func redo() throws -> ReplayOutcome { try replay(.redo) }

  /// Redoes the step that the person who acts through this object undid last.
  ///
  /// ```swift
  /// if try await catalog.redoable != nil { try await catalog.redo() }
  /// ```
  @discardableResult
  public func redo() async throws -> ReplayOutcome { try await replay(.redo) }

  /// Redoes a step that was undone, whoever made it, and even if other steps were made after it. The data that the step
  /// changed must still be as it was after the undo.
  ///
  /// ```swift
  /// let undone = try await catalog.undo()
  /// try await catalog.redo(step: undone.step.id)
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the step is not undone, if a later step changed the same data, or
  ///   if an earlier step that changed the same data is still undone.
  @discardableResult
  public func redo(step: HistoryStep.ID) async throws -> ReplayOutcome { try await replay(.redo, only: step) }

  /// Redoes a step that was undone, on the calling thread.
  @discardableResult
  public func redo(step: HistoryStep.ID) throws -> ReplayOutcome { try replay(.redo, only: step) }

  /// Undoes the latest step, as part of a series of undos requested together. Fails if a backup was restored since the
  /// series began.
  ///
  /// - Parameter contents: The version of the catalog's contents when the series began.
  /// - Throws: The errors of ``undo()``; ``CatalogError/Code/restored`` if a backup was restored.
  package func undo(in contents: ContentsVersion) throws -> ReplayOutcome { try replay(.undo, in: contents) }

  /// Redoes the step that was undone last, as part of a series of redos requested together. Fails if a backup was
  /// restored since the series began.
  ///
  /// - Parameter contents: The version of the catalog's contents when the series began.
  package func redo(in contents: ContentsVersion) throws -> ReplayOutcome { try replay(.redo, in: contents) }

  private func replay(
    _ direction: StepReplay.Direction, only step: HistoryStep.ID? = nil, in contents: ContentsVersion? = nil
  ) throws -> ReplayOutcome {
    try database.inBatches(StepReplay(direction, only: step, now: now()), in: contents).outcome()
  }

  private func replay(
    _ direction: StepReplay.Direction, only step: HistoryStep.ID? = nil
  ) async throws -> ReplayOutcome {
    try await database.inBatches(StepReplay(direction, only: step, now: now())).outcome()
  }
}
