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

  /// How many books a range selects at most.
  private nonisolated static let longestRange = 10_000

  /// Selects all books of the list from one to another.
  func selectRange(from first: Book.ID, to last: Book.ID) {
    let query = session.books.list.query
    selecting?.cancel()
    selecting = Task { [weak self, catalog = session.catalog] in
      defer { if !Task.isCancelled { self?.selecting = nil } }
      do {
        let marks = try await catalog.read { snapshot -> [BrowserMarks.Mark]? in
          guard let one = try snapshot.position(of: first, in: query),
            let other = try snapshot.position(of: last, in: query)
          else { return [] }
          let (start, count) = (min(one, other), abs(one - other) + 1)
          guard count <= Self.longestRange else { return nil }
          let books = try snapshot.page(query, at: .offset(start), size: count).books
          return (one <= other ? books : books.reversed()).map(BrowserMarks.Mark.init)
        }
        guard let self, !Task.isCancelled else { return }
        guard let marks else {
          let all = state.keys.name(of: .all)
          return say(
            "a range has at most \(Self.longestRange.grouped) books; \(all) selects all that match", isError: true)
        }
        if marks.isEmpty { return say("the book that was selected last is not in the list any more", isError: true) }
        state.marks.add(marks)
        // Keys wait for it.
        setNeedsDrawing()
      } catch {
        if !Task.isCancelled { self?.say(error) }
      }
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
