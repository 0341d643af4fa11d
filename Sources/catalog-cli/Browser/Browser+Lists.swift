import Catalog

// What is read for lists to take something from, and for what is selected.

extension Browser {
  /// Fills the list to take something from, while it is still shown.
  func offer(_ purpose: BrowserPicker.Purpose, _ typed: String) {
    let query = BookQuery(state.query, in: state.filter)
    session.offers.find(typed, for: purpose, in: query) { [weak self] found in
      guard let self, state.picker?.purpose == purpose else { return }
      do {
        for effect in state.offered(try found.get()) { perform(effect) }
        setNeedsDrawing()
      } catch {
        state.picker = nil
        say(error)
      }
    }
  }

  /// Selects all books of the list from one to another.
  func selectRange(from first: Book.ID, to last: Book.ID) {
    let (query, most) = (session.books.list.query, BrowserMarks.mostSingle)
    select { snapshot -> [BrowserMarks.Mark]? in
      guard let one = try snapshot.position(of: first, in: query),
        let other = try snapshot.position(of: last, in: query)
      else { return [] }
      let (start, count) = (min(one, other), abs(one - other) + 1)
      guard count <= most else { return nil }
      let books = try snapshot.page(query, at: .offset(start), size: count).books
      return (one <= other ? books : books.reversed()).map(BrowserMarks.Mark.init)
    } take: { state, marks in
      guard let marks else {
        let all = state.keys.name(of: .all)
        return state.say("a range has at most \(most.grouped) books; \(all) selects all that match", isError: true)
      }
      if marks.isEmpty {
        return state.say("the book that was selected last is not in the list any more", isError: true)
      }
      state.marks.add(marks)
    }
  }

  /// Selects all books of the list but one.
  func selectAll(but left: Book.ID) {
    let query = session.books.list.query
    select { snapshot in
      try snapshot.page(query, at: .offset(0), size: BrowserMarks.mostSingle).books
    } take: { state, books in
      state.marks = BrowserMarks()
      state.marks.add(books.filter { $0.id != left }.map(BrowserMarks.Mark.init))
    }
  }

  /// Reads what is to be selected, and takes it up. Keys wait for it.
  private func select<Found: Sendable>(
    _ read: @escaping @Sendable (CatalogSnapshot) throws -> Found,
    take: @escaping @MainActor (inout BrowserState, Found) -> Void
  ) {
    selecting?.cancel()
    selecting = Task { [weak self, catalog = session.catalog] in
      defer { if !Task.isCancelled { self?.selecting = nil } }
      do {
        let found = try await catalog.read(read)
        guard let self, !Task.isCancelled else { return }
        take(&state, found)
        setNeedsDrawing()
      } catch {
        if !Task.isCancelled { self?.say(error) }
      }
    }
  }

  /// Notices when somebody removes books that are selected, or brings them back.
  func followMarks() {
    marking = Task { [weak self, catalog = session.catalog] in
      // Where the catalog cannot be read, the list says so; before anything is changed it is looked again which there are.
      guard let changes = try? catalog.changes().makeAsyncIterator() else { return }
      var iterator = changes
      while (try? await iterator.next()) != nil {
        await self?.lookForMarks(in: catalog)
      }
    }
  }

  /// Looks which of the selected books there are.
  func lookForMarks(in catalog: BookCatalog) async {
    let marks = state.marks.marks
    guard !marks.isEmpty, let present = try? await catalog.read({ try BrowserTarget.present(marks, $0) }),
      session.catalog === catalog
    else { return }
    state.marks.setPresent(present, of: marks)
    setNeedsDrawing()
  }

  /// Says what of the search that was typed looks like a condition and is searched for as text.
  func noteProblems() {
    let (text, query) = (state.query, BookQuery(state.query))
    Task { [weak self, catalog = session.catalog] in
      // What cannot be read is told by the list.
      guard let problem = try? await catalog.read({ try $0.problems(of: query).first }) else { return }
      guard let self, state.query == text, state.prompt == nil, state.message == nil else { return }
      say("note: \(problem)")
    }
  }

  /// Looks for what may have been meant by a query that finds nothing, once.
  func suggest() {
    let query = state.query
    guard !query.isEmpty, state.mode == .list, session.books.list.count == .exactly(0), suggested != query,
      session.books.list.query.text == query
    else { return }
    suggested = query
    reading?.cancel()
    reading = Task { [weak self, catalog = session.catalog] in
      // Without an answer there is nothing to suggest.
      guard let found = try? await catalog.read({ try $0.suggestions(for: query) }), !Task.isCancelled else { return }
      self?.state.suggestions = BrowserState.Suggestions(query: query, texts: found.spellings)
      self?.setNeedsDrawing()
    }
  }
}
