extension BookCatalog {
  /// Takes back the last step, in short transactions: on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is nothing to undo.
  @discardableResult
  public func undo() throws -> ReplayOutcome { try replay(.undo) }

  /// Takes back the last step, in short transactions. Cancelled midway, what is left of the step can be undone later.
  @discardableResult
  public func undo() async throws -> ReplayOutcome { try await replay(.undo) }

  /// Does the step again that was undone last: on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is nothing to redo, or something else was done since.
  @discardableResult
  public func redo() throws -> ReplayOutcome { try replay(.redo) }

  /// Does the step again that was undone last.
  @discardableResult
  public func redo() async throws -> ReplayOutcome { try await replay(.redo) }

  private func replay(_ direction: StepReplay.Direction) throws -> ReplayOutcome {
    let time = now()
    return finish(try inBatches(database.read { try StepReplay(direction, connection: $0, now: time) }))
  }

  private func replay(_ direction: StepReplay.Direction) async throws -> ReplayOutcome {
    let time = now()
    return finish(try await inBatches(database.read { try StepReplay(direction, connection: $0, now: time) }))
  }

  private func finish(_ replay: StepReplay) -> ReplayOutcome {
    ReplayOutcome(step: replay.step, books: replay.changed, left: replay.left)
  }
}
