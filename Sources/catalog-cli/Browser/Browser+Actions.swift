import Catalog
import FoundationEssentials

extension Browser {
  /// Does what a key asks of the catalog.
  func perform(_ effect: BrowserEffect) {
    switch effect {
    case .find(let text, let order): session.find(text, order)
    case .mode:
      session.show(state)
      observe()
    case .open(let line): session.tree?.open(line)
    case .close(let line):
      guard let parent = session.tree?.close(line) else { return }
      state.tree.select(parent, count: session.count(in: .tree), height: state.height)
    case .reset: session.reset()
    case .refresh: beginRefresh()
    case .setTitle(let book, let title): setTitle(of: book, title)
    case .setReadState(let book, let readState):
      setReadState(of: book, readState)
    case .undo(let asked): session.writes.undo(asked) { [weak self] in self?.take($0) }
    case .show(let book): show(book)
    case .showConflicts: showConflicts()
    case .redraw: redraw()
    case .quit: leave(.success)
    }
  }

  private func say(_ text: String, isError: Bool = false) {
    state.say(text, isError: isError)
    setNeedsDrawing()
  }

  private func say(_ error: any Error) { say(settings.hints.text(of: error), isError: true) }

  // MARK: Reading

  private func show(_ book: Book.ID) {
    Task { [catalog = session.catalog] in
      do {
        let read = try await catalog.read { snapshot in
          try snapshot.book(book).map { ($0, try snapshot.metadata(of: $0), try snapshot.fields()) }
        }
        guard let (found, metadata, own) = read else { return say("book \(book) is gone", isError: true) }
        let entries = BookDetails(found, metadata, own: own, console: settings.console).labelledValues()
          .map { BrowserPanel.Entry(label: $0, text: $1) }
        state.panel = BrowserPanel(title: found.title, entries: entries)
        setNeedsDrawing()
      } catch {
        say(error)
      }
    }
  }

  private func showConflicts() {
    Task { [catalog = session.catalog] in
      do {
        let conflicts = try await catalog.read { try $0.conflicts(limit: ConflictPanel.limit) }
        if conflicts.isEmpty { return say("no conflicts") }
        state.panel = ConflictPanel(command: settings.command.line(["conflicts", "resolve"])).panel(conflicts)
        setNeedsDrawing()
      } catch {
        say(error)
      }
    }
  }

  // MARK: Writing

  private func setReadState(of book: Book.ID, _ readState: ReadState) {
    let today = PartialDate.day(at: Date())
    session.writes.add(
      { catalog in try await catalog.edit(book) { $0.mark(readState, on: today) } },
      tell: { [weak self] in self?.take($0) })
  }

  private func setTitle(of book: Book, _ title: String) {
    let tell: @MainActor (BrowserWrites.Outcome) -> Void = { [weak self] outcome in
      switch outcome {
      case .stored: self?.state.titleStored(nil, of: book.id)
      case .refused(let reason): self?.state.titleStored(reason, of: book.id)
      case .waiting, .asks: break
      }
      self?.take(outcome)
    }
    session.writes.add(
      { catalog in
        let value = try BookField.title.value(of: title)
        return try await catalog.write { transaction in
          // A backup that was restored while it was typed may have another book of that number.
          guard try transaction.snapshot.book(book.id)?.uuid == book.uuid else {
            throw CommandError.bookMissing(title: book.title)
          }
          return try transaction.edit([book.id], [.set(.title, value)])
        }
      }, tell: tell)
  }

  private func take(_ outcome: BrowserWrites.Outcome) {
    switch outcome {
    case .stored(let summary): say(summary)
    case .waiting: say("another program is writing to the catalog; trying again\(symbols.ellipsis)")
    case .refused(let reason): say(reason, isError: true)
    case .asks(let step):
      state.askToUndo(step)
      setNeedsDrawing()
    }
  }

  // MARK: Refreshing

  private func beginRefresh() {
    refresh = Task { [session] in
      do {
        try await session.books.list.refresh()
        endRefresh(session.refresh.reports)
      } catch {
        state.refreshing = nil
        if !Task.isCancelled { say(error) }
      }
    }
  }

  private func endRefresh(_ reports: [RefreshReport]) {
    state.refreshing = nil
    let failures = reports.compactMap { report in
      report.failure.map { "cannot refresh \($0.text(of: report.source, settings.command))" }
    }
    let news = reports.compactMap { report in
      report.counts.text(isDryRun: false).map { "\(report.source): \($0)" }
    }
    if failures.isEmpty { return say(news.isEmpty ? "nothing new" : news.joined(separator: "\n")) }
    say((failures + news).joined(separator: "\n"), isError: true)
  }

  // MARK: The file

  /// Says what is new of the file.
  func take(_ trouble: BrowserTrouble.Change) {
    let path = session.catalog.path
    switch (trouble.old, trouble.new) {
    case (_, .missing?): say("\(path) is gone: nothing can be stored until it is there again", isError: true)
    case (_, .replaced?): openReplacement(of: path)
    case (_, .unreadable(let reason)?): say("\(reason); R tries again", isError: true)
    case (.unreadable?, nil): say("\(path) can be read again")
    case (_, nil): say("\(path) is there again")
    }
  }

  /// Goes on with the file that has taken the place of the catalog's, once all of it is there.
  private func openReplacement(of path: String) {
    say("another file has taken the place of \(path); it is opened once it is complete", isError: true)
    var options = BookCatalog.Options()
    options.createsFile = false
    options.isReadOnly = session.catalog.isReadOnly
    let person = session.catalog.person
    Task { [options, session] in
      var file = ArrivingFile(path)
      while session === self.session, session.isReplaced {
        try? await Task.sleep(for: .milliseconds(250))
        // SQLite would take the log of the file before for the new one's (sqlite.org/howtocorrupt.html, 1.4).
        if let log = ArrivingFile.stamp(of: path + "-wal"), log.inode == session.log?.inode {
          say("\(path)-wal belongs to the file that was there before: move it to where that is now", isError: true)
          continue
        }
        guard file.isToBeOpened() else { continue }
        do {
          let catalog = try await Task.detached { try BookCatalog.open(path, options: options) }.value
          goOn(with: try person.map(catalog.acting) ?? catalog)
          await session.end()
          return
        } catch {
          say("another file has taken the place of \(path): \(settings.hints.text(of: error))", isError: true)
        }
      }
    }
  }

  private func goOn(with catalog: BookCatalog) {
    let typed = state.leaveBooks().map { "; what you typed was not stored: \($0)" } ?? ""
    begin(BrowserSession(catalog, state, settings))
    session.show(state)
    say("another file has taken the place of \(catalog.path): this is what it holds\(typed)")
  }
}
