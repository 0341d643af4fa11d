import Catalog

extension Browser {
  /// Does what a key asks of the catalog.
  func perform(_ effect: BrowserEffect) {
    switch effect {
    case .find(let text, let order): session.find(text, order)
    case .mode(.tree):
      session.showTree(state)
      observe()
    case .mode(.list): break
    case .open(let line): session.tree?.open(line)
    case .close(let line):
      guard let parent = session.tree?.close(line) else { return }
      state.tree.select(parent, count: session.count(in: .tree), height: state.height)
    case .reset: session.reset()
    case .refresh: beginRefresh()
    case .setTitle(let book, let title): setTitle(of: book, title)
    case .setReadState(let book, let readState):
      write { try await $0.edit(book, .set(.readState, .readState(readState))).summary }
    case .undo: write { "undone: \(try await $0.undo().step.summary)" }
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

  private func say(_ error: any Error) { say(String(describing: error), isError: true) }

  // MARK: Reading

  private func show(_ book: Int64) {
    Task { [catalog = session.catalog] in
      do {
        let read = try await catalog.read { snapshot in
          try snapshot.book(book).map { ($0, try snapshot.metadata(of: $0)) }
        }
        guard let (found, metadata) = read else { return say("book \(book) is gone", isError: true) }
        let entries = BookDetails(found, metadata, console: settings.console).labelledValues()
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
        if conflicts.isEmpty { return say("there are no conflicts") }
        state.panel = ConflictPanel(command: settings.resolveCommand).panel(conflicts)
        setNeedsDrawing()
      } catch {
        say(error)
      }
    }
  }

  // MARK: Writing

  private func write(_ body: @escaping @Sendable (BookCatalog) async throws -> String) {
    session.writes.add(body) { [weak self] in self?.take($0) }
  }

  private func setTitle(of book: Int64, _ title: String) {
    let tell: @MainActor (BrowserWrites.Outcome) -> Void = { [weak self] outcome in
      switch outcome {
      case .stored: self?.state.titleStored(nil)
      case .refused(let reason): self?.state.titleStored(reason)
      case .waiting: break
      }
      self?.take(outcome)
    }
    session.writes.add(
      { catalog in
        let value = try BookField.title.value(of: title)
        return try await catalog.edit(book, .set(.title, value)).summary
      }, tell: tell)
  }

  private func take(_ outcome: BrowserWrites.Outcome) {
    switch outcome {
    case .stored(let summary): say(summary)
    case .waiting: say("another program is writing to the catalog; trying again\(symbols.ellipsis)")
    case .refused(let reason): say(reason, isError: true)
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
    let failures = reports.compactMap { report in report.failure.map { "cannot refresh \($0.text(of: report.source))" }
    }
    let news = reports.compactMap { report in
      report.counts.text(isTrial: false).map { "\(report.source): \($0)" }
    }
    if failures.isEmpty { return say(news.isEmpty ? "nothing new" : news.joined(separator: "\n")) }
    say((failures + news).joined(separator: "\n"), isError: true)
  }

  // MARK: The file

  /// Says what is new of the file, and goes on with another one that has taken its place.
  func take(_ trouble: BrowserTrouble) {
    let path = session.catalog.path
    switch trouble {
    case .missing: say("\(path) is gone: nothing can be stored until it is there again", isError: true)
    case .unreadable(let reason): say("\(reason); R tries again", isError: true)
    case .over: say("\(path) is there again")
    case .replaced: open(path)
    }
  }

  private func open(_ path: String) {
    var options = BookCatalog.Options()
    options.createsFile = false
    options.isReadOnly = session.catalog.isReadOnly
    Task { [options] in
      do {
        let catalog = try await Task.detached { try BookCatalog.open(path, options: options) }.value
        begin(BrowserSession(catalog, state, settings))
        if state.mode == .tree { perform(.mode(.tree)) }
        say("another file has taken the place of \(path): this is what it holds")
      } catch {
        say("another file has taken the place of \(path): \(error)", isError: true)
      }
    }
  }
}
