extension BookCatalog {
  /// Undoes the latest step made by the person who acts through this object (``acting(as:)``). Runs on the calling
  /// thread, in short transactions. To undo steps made by other people or by automatic refreshes
  /// (``HistoryStep/isByItself``), use `undo(step:)`.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is nothing to undo, or if a later step by someone else or by
  ///   an automatic refresh changed the same data.
  @discardableResult
  public func undo() throws -> ReplayOutcome { try replay(.undo) }

  /// Undoes the latest step made by the person who acts through this object, in short transactions. If the task is
  /// cancelled, the rest of the step can be undone later.
  ///
  /// ```swift
  /// let outcome = try await catalog.undo()
  /// print("Undone: \(outcome.step.summary)")
  /// ```
  @discardableResult
  public func undo() async throws -> ReplayOutcome { try await replay(.undo) }

  /// Undoes one change, even if other steps were made since. It fails if a later step changed the same data: a field
  /// that the change modified, or the books that it added, removed, merged or split. `redo` makes the change again.
  ///
  /// ```swift
  /// let removal = try await catalog.remove(7)
  /// try await catalog.edit(8) { $0.rating = 5 }
  /// try await catalog.undo(removal)
  /// ```
  ///
  /// - Parameter change: A change made to this catalog since a backup was last restored.
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the change was undone already, or if later steps must be undone
  ///   first. The error names the last of these steps; ``CatalogSnapshot/stepsBlockingUndo(of:limit:)`` returns all of
  ///   them.
  @discardableResult
  public func undo(_ change: ChangeOutcome) async throws -> ReplayOutcome {
    guard let step = change.step else {
      throw CatalogError(.nothingToDo, "undo", change.summary, cause: "this change has nothing to undo")
    }
    return try await undo(step: step)
  }

  /// Undoes one step, regardless of who made it, and even if other steps were made since. It fails under the same
  /// conditions as ``undo(_:)``. The person who made the step can redo it with `redo`, and anyone can redo it with
  /// `redo(step:)`.
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

  /// Redoes the most recently undone step of the person who acts through this object. Runs on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is nothing to redo, if the person has made another step
  ///   since, or if someone else changed the same data. The error names the step that `redo(step:)` can redo, if there
  ///   is one.
  @discardableResult
  public func redo() throws -> ReplayOutcome { try replay(.redo) }

  /// Redoes the most recently undone step of the person who acts through this object.
  ///
  /// ```swift
  /// if try await catalog.redoable != nil { try await catalog.redo() }
  /// ```
  @discardableResult
  public func redo() async throws -> ReplayOutcome { try await replay(.redo) }

  /// Redoes one undone step, regardless of who made it, and even if other steps were made since. The data that the step
  /// changed must be in the same state as when the step was undone.
  ///
  /// ```swift
  /// let undone = try await catalog.undo()
  /// try await catalog.redo(step: undone.step.id)
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the step is not undone, if a later step changed the same data, or
  ///   if an earlier step that changed the same data is now undone.
  @discardableResult
  public func redo(step: HistoryStep.ID) async throws -> ReplayOutcome { try await replay(.redo, only: step) }

  /// Redoes one undone step, on the calling thread.
  @discardableResult
  public func redo(step: HistoryStep.ID) throws -> ReplayOutcome { try replay(.redo, only: step) }

  /// Undoes the latest step, as one of several undos requested together. The series stops if a backup is restored.
  ///
  /// - Throws: The errors of ``undo()``, and ``CatalogError/Code/restored`` if a backup was restored since `contents`
  ///   was read.
  package func undo(in contents: ContentsMark) throws -> ReplayOutcome { try replay(.undo, in: contents) }

  /// Redoes the most recently undone step, as one of several redos requested together. The series stops if a backup is
  /// restored.
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
