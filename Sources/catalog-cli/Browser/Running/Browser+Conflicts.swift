import Catalog

extension Browser {
  /// Shows the conflicts between the user's edits and changes in sources. Keeps the page up to date while it is open.
  func showConflicts() {
    following?.cancel()
    state.isAnswerAwaited = true
    following = Task { [weak self, catalog = session.catalog] in
      var isFirst = true
      do {
        for try await conflicts in catalog.values({ try $0.conflicts(limit: ConflictPanel.limit) }) {
          guard let self, !Task.isCancelled, isFirst || state.showsConflicts else { return }
          state.isAnswerAwaited = false
          if isFirst, conflicts.isEmpty { return say("No conflicts.") }
          isFirst = false
          state.show(ConflictPanel(conflicts).page)
          setNeedsDrawing()
        }
      } catch is CancellationError {
      } catch {
        self?.state.isAnswerAwaited = false
        self?.say(error)
      }
    }
  }

  /// Resolves a conflict. Nothing is changed if the conflict has changed since the user saw it.
  func decide(_ conflict: Conflict, _ side: ConflictSide) {
    write(
      { catalog in
        try await catalog.write { transaction in
          let now = try transaction.snapshot.conflict(of: conflict.book, conflict.subject)
          if let now, now.kind != conflict.kind { throw CommandError.conflictChanged(title: conflict.title) }
          return try transaction.resolve(conflict.book, conflict.subject, .side(side))
        }
      },
      tell: { [weak self] outcome in
        switch outcome {
        case .waiting: break
        case .stored: self?.state.decided(conflict, isStored: true)
        case .refused, .overtaken, .recounted, .asks, .owned: self?.state.decided(conflict, isStored: false)
        }
        self?.take(outcome)
      })
  }
}
