import Catalog

/// Stores the user's changes serially in the order of the requests. Retries while another program has locked the
/// catalog.
@MainActor final class BrowserWrites {
  /// The result of a change.
  enum Outcome: Equatable, Sendable {
    /// The change was stored. Contains a description, and the book if it was a single one.
    case stored(String, book: Book.ID? = nil)
    /// Nothing was added, because the book is already in the catalog.
    case owned(OwnedBook)
    /// Another program has locked the catalog; the change is being retried.
    case waiting
    /// The change was refused, for this reason.
    case refused(String)
    /// The change was not stored, because someone else has changed the same field of the book meanwhile.
    case overtaken(Book, BookField)
    /// Nothing was changed, because the change would now affect this number of books.
    case recounted(BrowserChange, BrowserTarget, count: Int)
    /// Nothing was undone or redone, because the last step needs a confirmation: it was not made here, or it concerns
    /// several books.
    case asks(Replay, HistoryStep, isOwn: Bool)
  }

  /// The maximum number of attempts. Each waits for the catalog's own timeout, so that all take about a minute.
  private static let attempts = 12

  /// Thrown if someone else has changed a field since the user saw it.
  struct Overtaken: Error {
    let book: Book
    let field: BookField
  }

  /// Thrown if a query finds another number of books than the user confirmed.
  struct Recounted: Error {
    let change: BrowserChange
    let target: BrowserTarget
    let count: Int
  }

  private let catalog: BookCatalog
  private let hints: ErrorHints
  private let keys: BrowserKeys
  private var last: Task<Void, Never>?
  /// The steps of single books made here, with their summaries. In a restored backup, a step with the same number may
  /// be another one.
  private var made: [HistoryStep.ID: String] = [:]
  /// The steps made here that are in effect as far as known, including those of several books; the latest is last.
  private var standing: [HistoryStep.ID] = []
  /// All steps made here.
  private var own: Set<HistoryStep.ID> = []

  /// Creates a queue of changes.
  ///
  /// - Parameter keys: The key bindings, to name the keys for undo and redo in messages.
  init(_ catalog: BookCatalog, _ hints: ErrorHints, _ keys: BrowserKeys) {
    self.catalog = catalog
    self.hints = hints
    self.keys = keys
  }

  /// Makes a change after the previous ones.
  ///
  /// - Parameters:
  ///   - body: A closure that makes the change.
  ///   - tell: A closure called with the results.
  func add(
    _ body: @escaping @Sendable (BookCatalog) async throws -> ChangeOutcome,
    tell: @escaping @MainActor (Outcome) -> Void
  ) {
    enqueue(tell) { [self] in
      let outcome = try await body(catalog)
      guard let step = outcome.step else { return .stored(outcome.summary) }
      let book = outcome.books.count == 1 ? outcome.books.first : nil
      if book != nil { made[step] = outcome.summary }
      own.insert(step)
      standing.append(step)
      return .stored("\(outcome.summary)  (\(keys.name(of: .undo)) undoes)", book: book)
    }
  }

  /// Undoes or redoes the last step after the previous changes. A step of several books needs a confirmation. So does a
  /// step that was not made here, because it may be a whole import or another program's change.
  ///
  /// - Parameters:
  ///   - confirmed: The step that the user has confirmed.
  ///   - tell: A closure called with the results.
  func replay(_ replay: Replay, _ confirmed: HistoryStep?, tell: @escaping @MainActor (Outcome) -> Void) {
    enqueue(tell) { [self] in
      guard let step = try await catalog.read({ try replay.steps($0, limit: 1).first }) else {
        return .refused("Nothing to \(replay).")
      }
      // If someone else has undone the latest step made here, the next one to undo is an earlier step, which the user
      // does not mean.
      let isMeant = made[step.id] == step.summary && (replay == .redo || standing.last == step.id)
      let isOwn = replay == .undo ? standing.last == step.id : own.contains(step.id)
      guard step == confirmed || isMeant else { return .asks(replay, step, isOwn: isOwn) }
      let summary = try await replay.perform(catalog, only: step.id).step.summary
      if replay == .redo { standing.append(step.id) } else { standing = Array(standing.prefix { $0 < step.id }) }
      let back = replay == .undo ? "\(keys.name(of: .redo)) redoes" : "\(keys.name(of: .undo)) undoes"
      return .stored("\(replay.done): \(summary)  (\(back))")
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
        } catch let owned as OwnedBook {
          return tell(.owned(owned))
        } catch let error as Overtaken {
          return tell(.overtaken(error.book, error.field))
        } catch let error as Recounted {
          return tell(.recounted(error.change, error.target, count: error.count))
        } catch {
          return tell(.refused(hints.text(of: error)))
        }
      }
    }
  }

  /// Waits until all changes are stored or refused.
  func finish() async { await last?.value }
}
