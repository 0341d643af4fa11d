extension BookCatalog {
  /// Takes back the last step, in short transactions: on the calling thread.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` when there is nothing to undo.
  @discardableResult
  public func undo() throws -> ReplayOutcome { try replay(.undo) }

  /// Takes back the last step, in short transactions. Cancelled midway, what is left of the step can be undone later.
  @discardableResult
  public func undo() async throws -> ReplayOutcome { try await replay(.undo) }

  /// Takes back what was done before, if it is the last step that stands.
  ///
  /// - Parameter change: what was done.
  /// - Throws: ``CatalogError/Code/nothingToDo`` when something else was done since, which would have to be undone first, or
  ///   it was undone already.
  @discardableResult
  public func undo(_ change: ChangeOutcome) async throws -> ReplayOutcome {
    let time = now()
    let replay = try await database.read { connection in
      let replay = try StepReplay(.undo, connection: connection, now: time)
      guard replay.step.id == change.step else {
        throw CatalogError(
          .nothingToDo, "undo", change.summary, cause: "it is not the last step: that is “\(replay.step.summary)”",
          hint: "undo that first")
      }
      return replay
    }
    return finish(try await inBatches(replay))
  }

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
