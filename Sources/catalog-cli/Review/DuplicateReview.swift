import Catalog
import CommandLineKit
@preconcurrency import Dispatch
import Platform

/// The running review of duplicates. It passes keys to the state, carries out the resulting actions one after the
/// other, and redraws the screen.
@MainActor final class DuplicateReview {
  private let catalog: BookCatalog
  private let console: Console
  /// The `catalog` command line that selects this catalog, used in hints.
  private let command: TypedCommand
  private let screen: Screen
  private var state: ReviewState
  private var keyboard: Keyboard?
  /// Events that arrived while an action was running.
  private var events: [Keyboard.Event] = []
  private var isWorking = false
  /// True if the current group is on the screen.
  private var isShown = false

  /// Creates a review and takes over the screen.
  ///
  /// - Parameter groups: The groups to review, at least one.
  /// - Throws: The errors of ``Screen/init(_:)``.
  init(
    _ groups: [DuplicateGroup], _ own: OwnFields, _ catalog: BookCatalog, _ console: Console, _ command: TypedCommand
  ) throws {
    (self.catalog, self.console, self.command) = (catalog, console, command)
    state = ReviewState(groups, own: own)
    screen = try Screen(console)
    state.size = screen.size
  }

  /// Shows the screen until the user quits, which ends the process.
  func run() -> Never {
    keyboard = Keyboard { [weak self] in self?.take($0) }
    Task { await work(first: [.load]) }
    dispatchMain()
  }

  private func take(_ event: Keyboard.Event) {
    events.append(event)
    if !isWorking { Task { await work() } }
  }

  /// Carries out the given actions. Then handles all pending events, including those that arrive in the meantime.
  private func work(first: [ReviewEffect] = []) async {
    guard !isWorking else { return }
    isWorking = true
    await perform(first)
    while !events.isEmpty {
      switch events.removeFirst() {
      case .keys(let keys):
        for key in keys {
          let effects = state.handle(key)
          // A decision is ignored if its key was typed before the current group was visible, because the user meant an
          // earlier group.
          if isShown || !effects.contains(where: \.decides) { await perform(effects) } else { state.passOver() }
        }
      case .redraw: redraw()
      case .stop:
        screen.stop()
        redraw()
      case .hungUp: leave(.failure)
      }
    }
    isWorking = false
    draw()
  }

  private func draw() {
    screen.draw(ReviewView(state: state, symbols: console.outputSettings.symbols).frame)
    isShown = true
  }

  private func redraw() {
    screen.resume()
    state.size = screen.size
  }

  private func perform(_ effects: [ReviewEffect]) async {
    var effects = effects
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      do {
        effects += try await outcome(of: effect)
      } catch {
        // After a failed action, the books are read again. If reading fails, the review ends, because it would fail
        // again.
        if effect != .load { effects += state.failed(ErrorHints(command).text(of: error)) } else { end(error) }
      }
    }
  }

  /// Carries out one action.
  ///
  /// - Returns: The actions that must follow.
  private func outcome(of effect: ReviewEffect) async throws -> [ReviewEffect] {
    switch effect {
    case .load:
      isShown = false
      guard let group = state.group else { return [] }
      let (books, isDistinct) = try await catalog.read { snapshot in
        let books = try group.books.compactMap(snapshot.book)
        return (books, try snapshot.areDistinct(books.map(\.id)))
      }
      return state.loaded(books, distinct: isDistinct)
    case .merge(let books, let preference):
      return state.done(try await decide(books) { try $0.merge($1, preferring: preference) }, isMerge: true)
    case .markDistinct(let books):
      return state.done(try await decide(books) { try $0.markDistinct($1) }, isMerge: false)
    case .undo(let step, let index):
      return state.undone(try await catalog.undo(step: step).step.summary, groupIndex: index)
    case .redraw:
      redraw()
      return []
    case .leave: leave(.success)
    }
  }

  /// Makes a decision about books, unless a book has changed since it was shown.
  private func decide(
    _ books: [Book], _ body: @escaping @Sendable (CatalogTransaction, [Book.ID]) throws -> ChangeOutcome
  ) async throws -> ChangeOutcome {
    try await catalog.write { transaction in
      // Missing books are skipped here, because the decision itself fails for them.
      for book in books {
        if let now = try transaction.snapshot.book(book.id), now != book { throw CommandError.comparedBookChanged }
      }
      return try body(transaction, books.map(\.id))
    }
  }

  private func leave(_ code: ExitCode) -> Never {
    close()
    if state.merged + state.distinct > 0 {
      let line = "\(state.merged.counted("merge")), \(state.distinct.grouped) marked as different"
      try? console.line("\(line)  (to undo them one by one: \(command.line(["undo"])))")
    }
    try? console.output.flush()
    exit(code.rawValue)
  }

  private func end(_ error: any Error) -> Never {
    close()
    console.diagnostics.error(ErrorHints(command).text(of: error))
    exit(ExitCode.failure.rawValue)
  }

  private func close() {
    keyboard?.end()
    screen.end()
    catalog.close()
  }
}
