import Catalog
import FoundationEssentials

extension Browser {
  /// Carries out an action requested by a key.
  func perform(_ effect: BrowserEffect) {
    switch effect {
    case .find(let text, let order): session.find(text, order)
    case .noteProblems: noteProblems()
    case .mode:
      session.show(state)
      observe()
    case .open(let line): session.tree?.open(line)
    case .close(let line):
      guard let parent = session.tree?.close(line) else { return }
      state.tree.select(parent, count: session.count(in: .tree), height: state.height)
    case .offer(let purpose, let typed): offer(purpose, typed)
    case .endOffers: session.offers.end()
    case .markRange(let first, let last): selectRange(from: first, to: last)
    case .markAll(let left): selectAll(but: left)
    case .saveSearch(let name): saveSearch(name)
    case .reset: session.reset()
    case .refresh(let isConfirmed): beginRefresh(isConfirmed: isConfirmed)
    case .setField(let book, let field, let text): set(field, of: book, to: text)
    case .editText(let field): edit(field)
    case .change(let change, let target): make(change, of: target)
    case .replay(let replay, let confirmed):
      state.isAnswerAwaited = true
      session.writes.replay(
        replay, confirmed,
        tell: untilShown(changesList: true) { [weak self] in
          self?.state.isAnswerAwaited = false
          self?.take($0)
        })
    case .show(let book): show(book)
    case .turn(let step): turn(by: step)
    case .pick:
      let count = session.count(in: .list)
      if count > 0 { state.select(Int.random(in: 0..<count), of: count) }
    case .openFile(let book): openFile(of: book)
    case .add(let isbn): add(isbn)
    case .searchOnline(let text): searchOnline(text)
    case .addOnline(let book): addOnline(book)
    case .stopAsking: asking?.cancel()
    case .select(let book): select(book)
    case .showConflicts: showConflicts()
    case .decide(let conflict, let side): decide(conflict, side)
    case .redraw: redraw()
    case .quit(let atOnce):
      if !isLeaving || atOnce { return leave(.success) }
      say("saving\(symbols.ellipsis)  (Ctrl-C quits at once)")
    }
  }

  func say(_ text: String, isError: Bool = false) {
    state.say(text, isError: isError)
    setNeedsDrawing()
  }

  func say(_ error: any Error) { say(settings.hints.text(of: error), isError: true) }

  func ask(_ question: BrowserQuestion) {
    state.ask(question)
    setNeedsDrawing()
  }

  // MARK: Writing

  /// Stores a change after all earlier changes are stored. Keys that act on the list are held back until the list shows
  /// the result.
  func write(
    changesList: Bool = false,
    _ body: @escaping @Sendable (BookCatalog) async throws -> ChangeOutcome,
    tell: @escaping @MainActor (BrowserWrites.Outcome) -> Void
  ) {
    session.writes.add(body, tell: untilShown(changesList: changesList, tell))
  }

  /// Holds back keys that act on the list until the list shows the result of a change. If another program has locked
  /// the catalog, the user is informed. The keys are then released, unless the change adds or removes books.
  ///
  /// - Parameter changesList: True if the change adds or removes books. A later key could then act on a different book
  ///   than the user expects.
  private func untilShown(
    changesList: Bool, _ tell: @escaping @MainActor (BrowserWrites.Outcome) -> Void
  ) -> @MainActor (BrowserWrites.Outcome) -> Void {
    changes += 1
    let change = changes
    unshown.insert(change)
    return { [weak self] outcome in
      tell(outcome)
      guard let self else { return }
      if outcome == .waiting, changesList { return }
      guard case .stored = outcome else { return shown(change) }
      Task { [session, mode = state.mode] in
        await session.update(mode)
        await lookForMarks(in: session.catalog)
        shown(change)
      }
    }
  }

  /// Stops holding back keys for a change.
  private func shown(_ change: Int) {
    if unshown.remove(change) != nil { setNeedsDrawing() }
  }

  private func make(_ change: BrowserChange, of target: BrowserTarget) {
    let today = PartialDate.day(at: Date())
    write(
      changesList: change.alwaysNeedsConfirmation,
      { catalog in try await catalog.write { try change.make(target, $0, on: today) } },
      tell: { [weak self] outcome in
        // Removing or merging books also removes them from the selection.
        if case .stored = outcome, change.alwaysNeedsConfirmation {
          if target.book == nil { self?.state.selectedBooks = BrowserSelection() } else { self?.state.closePage() }
        }
        self?.take(outcome)
      })
    if target.book == nil { say("saving\(symbols.ellipsis)") }
  }

  private func saveSearch(_ name: String) {
    let query = BookQuery.text(state.filter, and: state.query)
    let order = state.shownOrder
    session.writes.add(
      { catalog in
        let search = try await catalog.saveSearch(name, query, order: order == .bestMatch ? nil : order)
        var outcome = ChangeOutcome()
        outcome.summary = "search @\(search.name) saved"
        return outcome
      }, tell: { [weak self] in self?.take($0) })
  }

  private func set(_ field: BookField, of book: Book, to text: String) {
    store(text, field, of: book) { [weak self] outcome in
      switch outcome {
      case .stored: self?.state.fieldStored(nil, of: book.id)
      case .refused(let reason): self?.state.fieldStored(reason, of: book.id)
      case .overtaken(let now, _): self?.state.fieldStored("", of: book.id, now: now)
      case .waiting, .asks, .owned, .recounted: break
      }
      self?.take(outcome)
    }
  }

  /// Stores a text in a field, unless the field has changed since the user saw it.
  func store(
    _ text: String, _ field: BookField, of book: Book, tell: @escaping @MainActor (BrowserWrites.Outcome) -> Void
  ) {
    write(
      { catalog in
        try await catalog.write { transaction in
          let ids = try BrowserTarget.book(book).ids(transaction.snapshot)
          let value = try transaction.snapshot.fields().definition(of: field).typedValue(of: text)
          if let now = try transaction.snapshot.book(book.id), now[field]?.storedText != book[field]?.storedText {
            throw BrowserWrites.Overtaken(book: now, field: field)
          }
          return try transaction.edit(ids, [.set(field, value)])
        }
      }, tell: tell)
  }

  func take(_ outcome: BrowserWrites.Outcome) {
    switch outcome {
    case .stored(let summary, _): say(summary)
    case .owned(let book): say(book.text(symbols))
    case .waiting: say("Another program is writing to the catalog. Trying again\(symbols.ellipsis)")
    case .refused(let reason): say(reason, isError: true)
    case .overtaken(let book, let field):
      let now = book[field].map { "\(symbols.openingQuote)\($0)\(symbols.closingQuote)" } ?? "empty"
      say("The \(field.words) is now \(now). Enter: save yours anyway  Esc: cancel", isError: true)
    case .recounted(let change, let target, let count):
      say("Other books match now. Nothing was changed.")
      var question = BrowserQuestion.change(change, target, count: .exactly(count))
      question.isUnexpected = true
      ask(question)
    case .asks(let replay, let step, let isOwn): ask(.replay(replay, step, isUnexpected: !isOwn))
    }
  }
}
