import Catalog
import Platform

// Methods that read from the catalog for pick lists and selections.

extension Browser {
  /// Finds the items of a pick list, and shows them if the list is still open.
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

  /// Selects a range of books in the list, from one book to another.
  func selectRange(from first: Book.ID, to last: Book.ID) {
    let (query, limit) = (session.books.list.query, BrowserSelection.maxSingle)
    select { snapshot -> [BrowserSelection.Item]? in
      guard let one = try snapshot.position(of: first, in: query),
        let other = try snapshot.position(of: last, in: query)
      else { return [] }
      let (start, count) = (min(one, other), abs(one - other) + 1)
      guard count <= limit else { return nil }
      let books = try snapshot.page(query, at: .offset(start), size: count).books
      return (one <= other ? books : books.reversed()).map(BrowserSelection.Item.init)
    } take: { state, books in
      guard let books else {
        let all = state.keys.name(of: .all)
        return state.say(
          "A range has at most \(limit.grouped) books. \(all) selects all matching books.", isError: true)
      }
      if books.isEmpty {
        return state.say("The book selected last is no longer in the list.", isError: true)
      }
      state.selectedBooks.add(books)
    }
  }

  /// Selects all books in the list except one.
  func selectAll(but left: Book.ID) {
    let query = session.books.list.query
    select { snapshot in
      try snapshot.page(query, at: .offset(0), size: BrowserSelection.maxSingle).books
    } take: { state, books in
      state.selectedBooks = BrowserSelection()
      state.selectedBooks.add(books.filter { $0.id != left }.map(BrowserSelection.Item.init))
    }
  }

  /// Runs a read that determines a selection, and applies the result. Keys are held back until then.
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

  /// Updates the selection when selected books are removed or restored.
  func followMarks() {
    marking = Task { [weak self, catalog = session.catalog] in
      // Errors are ignored here, because the list reports them. Every change to books checks again that they exist.
      guard let changes = try? catalog.changes().makeAsyncIterator() else { return }
      var iterator = changes
      while (try? await iterator.next()) != nil {
        await self?.lookForMarks(in: catalog)
      }
    }
  }

  /// Looks up which of the selected books still exist.
  func lookForMarks(in catalog: BookCatalog) async {
    let items = state.selectedBooks.items
    guard !items.isEmpty, let present = try? await catalog.read({ try BrowserTarget.present(items, $0) }),
      session.catalog === catalog
    else { return }
    state.selectedBooks.setPresent(present, of: items)
    setNeedsDrawing()
  }

  /// Shows a note if part of the search looks like a condition but is treated as text.
  func noteProblems() {
    let (text, query) = (state.query, BookQuery(state.query))
    Task { [weak self, catalog = session.catalog] in
      // If the read fails, the list reports the error.
      guard let problem = try? await catalog.read({ try $0.problems(of: query).first }) else { return }
      guard let self, state.query == text, state.prompt == nil, state.message == nil else { return }
      say("note: \(problem)")
    }
  }

  /// Looks for alternatives to a query without results, once for each query.
  func suggest() {
    let query = state.query
    guard !query.isEmpty, state.mode == .list, session.books.list.count == .exactly(0), suggested != query,
      session.books.list.query.text == query
    else { return }
    suggested = query
    reading?.cancel()
    reading = Task { [weak self, catalog = session.catalog] in
      // If the read fails, there are no suggestions.
      guard let found = try? await catalog.read({ try $0.suggestions(for: query) }), !Task.isCancelled else { return }
      self?.state.suggestions = BrowserState.Suggestions(query: query, texts: found.spellings)
      self?.setNeedsDrawing()
    }
  }
}
