import Catalog

/// What the user changes, stored one after the other in the order in which it was asked for. While another program holds the
/// catalog, it is tried again.
@MainActor final class BrowserWrites {
  /// What came of a change.
  enum Outcome: Equatable, Sendable {
    /// With a line that says what was done, and the book where it was one.
    case stored(String, book: Book.ID? = nil)
    /// Nothing was added: the book is there already.
    case owned(OwnedBook)
    /// Another program holds the catalog; it is being tried again.
    case waiting
    /// It was not stored, for this reason.
    case refused(String)
    /// It was not stored: somebody else has changed the same field of the book meanwhile.
    case overtaken(Book, BookField)
    /// Nothing was changed: by now it would be of so many books.
    case recounted(BrowserChange, BrowserTarget, count: Int)
    /// Nothing was taken back or done again: the last step has to be asked about, since it was not made here, or is one's own of
    /// several books.
    case asks(Replay, HistoryStep, isOwn: Bool)
  }

  /// How often a change is tried, each time for as long as the catalog waits by itself: about a minute.
  private static let attempts = 12

  /// Somebody else has changed a field since it was seen.
  struct Overtaken: Error {
    let book: Book
    let field: BookField
  }

  /// A query finds more or fewer books than the user was told.
  struct Recounted: Error {
    let change: BrowserChange
    let target: BrowserTarget
    let count: Int
  }

  private let catalog: BookCatalog
  private let hints: ErrorHints
  private let keys: BrowserKeys
  private var last: Task<Void, Never>?
  /// The steps that were made here, each of one book, with what was said of them: in a backup that is restored a step of
  /// that number is another.
  private var made: [HistoryStep.ID: String] = [:]
  /// The steps that were made here and stand as far as is known here, those of several books too; the last one at the end.
  private var standing: [HistoryStep.ID] = []
  /// All steps that were made here.
  private var own: Set<HistoryStep.ID> = []

  /// - Parameter keys: are named where what was done can be taken back.
  init(_ catalog: BookCatalog, _ hints: ErrorHints, _ keys: BrowserKeys) {
    self.catalog = catalog
    self.hints = hints
    self.keys = keys
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
      guard let step = outcome.step else { return .stored(outcome.summary) }
      let book = outcome.books.count == 1 ? outcome.books.first : nil
      if book != nil { made[step] = outcome.summary }
      own.insert(step)
      standing.append(step)
      return .stored("\(outcome.summary)  (\(keys.name(of: .undo)) undoes)", book: book)
    }
  }

  /// Takes back the last step, or does the one again that was undone last, once what was asked for before is made. One
  /// that was not made here may be a whole import, or another program's: it is asked about, and so is one of several books.
  ///
  /// - Parameters:
  ///   - asked: what was asked about, and may be done.
  ///   - tell: is told what comes of it.
  func replay(_ replay: Replay, _ asked: HistoryStep?, tell: @escaping @MainActor (Outcome) -> Void) {
    enqueue(tell) { [self] in
      guard let step = try await catalog.read({ try replay.steps($0, limit: 1).first }) else {
        return .refused("there is nothing to \(replay)")
      }
      // Where somebody else has undone what was done here last, an earlier step is up: not the one that is meant.
      let isMeant = made[step.id] == step.summary && (replay == .redo || standing.last == step.id)
      let isOwn = replay == .undo ? standing.last == step.id : own.contains(step.id)
      guard step == asked || isMeant else { return .asks(replay, step, isOwn: isOwn) }
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

  /// Waits until all is stored or refused.
  func finish() async { await last?.value }
}
