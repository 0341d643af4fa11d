import Catalog

/// A queue that stores the user's changes one after the other, in the order of the requests. It retries while another
/// program has locked the catalog.
@MainActor final class BrowserWrites {
  /// The result of a change.
  enum Outcome: Equatable, Sendable {
    /// The change was stored. The values are a description of the change, and the id of the book if only one book
    /// changed.
    case stored(String, book: Book.ID? = nil)
    /// Nothing was added, because the book is already in the catalog.
    case owned(OwnedBook)
    /// Another program has locked the catalog; the change is being retried.
    case waiting
    /// The change was refused for the given reason.
    case refused(String)
    /// The change was not stored, because someone else has changed the field since the user saw it. The book has its
    /// current values.
    case overtaken(Book, BookField)
    /// Nothing was changed, because the number of matching books differs from the number that the user confirmed.
    case recounted(BrowserChange, BrowserTarget, count: Int)
    /// Nothing was undone or redone, because the last step needs confirmation. Either it was not made in this session
    /// (`isOwn` is false), or it affects several books.
    case asks(Replay, HistoryStep, isOwn: Bool)
  }

  /// The maximum number of attempts. Each attempt waits up to the catalog's own timeout, so together they take about a
  /// minute.
  private static let attempts = 12

  /// An error thrown if someone else has changed a field since the user saw it.
  struct Overtaken: Error {
    let book: Book
    let field: BookField
  }

  /// An error thrown if the number of matching books differs from the number that the user confirmed.
  struct Recounted: Error {
    let change: BrowserChange
    let target: BrowserTarget
    let count: Int
  }

  private let catalog: BookCatalog
  private let hints: ErrorHints
  private let keys: BrowserKeys
  private var last: Task<Void, Never>?
  /// The steps made in this session that affect only one book, with their summaries. The summary identifies a step,
  /// because its id may belong to a different step after a backup is restored.
  private var made: [HistoryStep.ID: String] = [:]
  /// All steps made in this session that are not known to be undone, in order.
  private var standing: [HistoryStep.ID] = []
  /// All steps made in this session.
  private var own: Set<HistoryStep.ID> = []

  /// Creates a queue of changes.
  ///
  /// - Parameter keys: The key bindings, used in messages to name the keys for undo and redo.
  init(_ catalog: BookCatalog, _ hints: ErrorHints, _ keys: BrowserKeys) {
    self.catalog = catalog
    self.hints = hints
    self.keys = keys
  }

  /// Makes a change after all earlier changes are complete.
  ///
  /// - Parameters:
  ///   - body: A closure that makes the change.
  ///   - tell: A closure called with `waiting` for each retry, and then with the result.
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

  /// Undoes or redoes the last step, after all earlier changes are complete. A step that affects several books needs
  /// confirmation. A step that was not made in this session also needs confirmation, because it may be a whole import
  /// or a change by another program.
  ///
  /// - Parameters:
  ///   - confirmed: The step that the user has confirmed; `nil` if the user has not been asked yet.
  ///   - tell: A closure called with each outcome.
  func replay(_ replay: Replay, _ confirmed: HistoryStep?, tell: @escaping @MainActor (Outcome) -> Void) {
    enqueue(tell) { [self] in
      guard let step = try await catalog.read({ try replay.steps($0, limit: 1).first }) else {
        return .refused("Nothing to \(replay).")
      }
      // If another program has already undone this session's latest step, the next undo would affect an earlier step,
      // which is not what the user expects.
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
