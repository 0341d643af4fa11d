import Catalog

/// What the user changes, stored one after the other in the order in which it was asked for. While another program holds the
/// catalog, it is tried again.
@MainActor final class BrowserWrites {
  /// What came of a change.
  enum Outcome: Equatable, Sendable {
    /// With a line that says what was done.
    case stored(String)
    /// Another program holds the catalog; it is being tried again.
    case waiting
    /// It was not stored, for this reason.
    case refused(String)
    /// Nothing was taken back: the last step was not made here, and has to be asked about.
    case asks(HistoryStep)
  }

  /// How often a change is tried, each time for as long as the catalog waits by itself: about a minute.
  private static let attempts = 12

  private let catalog: BookCatalog
  private let hints: ErrorHints
  private var last: Task<Void, Never>?
  /// The steps that were made here, each of one book, with what was said of them: in a backup that is restored a step of
  /// that number is another.
  private var made: [HistoryStep.ID: String] = [:]

  init(_ catalog: BookCatalog, _ hints: ErrorHints) {
    self.catalog = catalog
    self.hints = hints
  }

  /// Makes a change once those before it are made.
  ///
  /// - Parameters:
  ///   - body: makes it.
  ///   - tell: is told what comes of it.
  func add(
    _ body: @escaping @Sendable (BookCatalog) async throws -> ChangeOutcome,
    tell: @escaping @MainActor (Outcome) -> Void
  ) {
    enqueue(tell) { [self] in
      let outcome = try await body(catalog)
      if let step = outcome.step { made[step] = outcome.summary }
      return .stored(outcome.summary)
    }
  }

  /// Takes back the last step, once what was asked for before is made. One that was not made here may be a whole import, or
  /// another program's: it is asked about.
  ///
  /// - Parameters:
  ///   - asked: what was asked about, and may be taken back.
  ///   - tell: is told what comes of it.
  func undo(_ asked: HistoryStep? = nil, tell: @escaping @MainActor (Outcome) -> Void) {
    enqueue(tell) { [self] in
      // Without a step nothing is taken back, whatever is done meanwhile.
      var change = ChangeOutcome()
      if let step = try await catalog.read({ try $0.stepsToUndo(limit: 1).first }) {
        guard step == asked || made[step.id] == step.summary else { return .asks(step) }
        (change.step, change.summary) = (step.id, step.summary)
      }
      let undone = try await catalog.undo(change).step
      made[undone.id] = nil
      return .stored("undone: \(undone.summary)")
    }
  }

  private func enqueue(
    _ tell: @escaping @MainActor (Outcome) -> Void, _ body: @escaping @MainActor () async throws -> Outcome
  ) {
    let before = last
    last = Task {
      await before?.value
      for attempt in 1...Self.attempts {
        do {
          return tell(try await body())
        } catch let error as CatalogError where error.isRetryable && attempt < Self.attempts {
          tell(.waiting)
        } catch {
          return tell(.refused(hints.text(of: error)))
        }
      }
    }
  }

  /// Waits until all is stored or refused.
  func finish() async { await last?.value }
}
