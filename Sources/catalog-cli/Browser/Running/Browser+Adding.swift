import Catalog
import CatalogSources
import CommandLineKit

extension Browser {
  /// Adds the book with the given ISBN and queues it for metadata. Does nothing if the book is already in the catalog.
  func add(_ isbn: ISBN) {
    let provider = settings.provider?.name
    write(
      { catalog in
        try await catalog.write { transaction in
          try OwnedBook.refuse(transaction.snapshot.ids(titled: "", by: [], isbns: [isbn]), transaction.snapshot)
          let outcome = try transaction.add { $0.isbn = isbn }
          if let provider { try transaction.askMetadata(of: outcome.books, from: provider) }
          return outcome
        }
      }, tell: { [weak self] in self?.takeAdded($0) })
  }

  /// Searches the metadata provider for a text and offers the results. Results that are already in the catalog are
  /// marked.
  func searchOnline(_ text: String) {
    ask { [catalog = session.catalog] provider in
      let found = try await provider.search(text)
      return try await catalog.read { snapshot in
        try found.map { book in
          BrowserOnlineBook(key: book.key, title: book.title, owned: try book.owned(in: snapshot))
            .item(by: book.authors, year: book.year)
        }
      }
    } then: { [weak self] in
      self?.state.found($0, for: text)
    }
  }

  /// Adds a book that the provider has found, with its metadata.
  func addOnline(_ book: BrowserOnlineBook) {
    ask {
      try await ($0.book(key: book.key), $0.name)
    } then: { [weak self] record, provider in
      guard let self, case .addition(let typed) = state.prompt else { return }
      state.prompt = nil
      write(
        { try await $0.write { try record.add(from: provider, $0) } },
        tell: { [weak self] outcome in
          self?.takeAdded(outcome)
          // Offers the search results again, so that the user can choose a different book.
          if case .refused = outcome, self?.state.prompt == nil, self?.state.picker == nil {
            self?.state.picker = typed.found
          }
        })
    }
  }

  /// Sends a request to the provider and cancels any earlier request. A failure is shown to the user.
  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (OpenLibraryProvider) async throws -> Answer,
    then take: @escaping @MainActor (Answer) -> Void
  ) {
    asking?.cancel()
    guard let provider = settings.provider as? OpenLibraryProvider else {
      return state.askingFailed(
        settings.provider.map { "\($0.name) cannot be searched. Type an ISBN." }
          ?? "Searching is off because of --offline. Type an ISBN, or restart without it.")
    }
    asking = Task { [weak self, hints = ErrorHints(settings.command, .addingBook)] in
      do {
        let answer = try await question(provider)
        if !Task.isCancelled { take(answer) }
      } catch {
        if !Task.isCancelled { self?.state.askingFailed(hints.text(of: error)) }
      }
      self?.setNeedsDrawing()
    }
  }

  private func takeAdded(_ outcome: BrowserWrites.Outcome) {
    take(outcome)
    switch outcome {
    case .stored(_, let book?): select(book)
    case .owned(let book): select(book.id)
    default: break
    }
  }

  /// Finds a book in the list and selects it, unless the user presses a key in the meantime.
  func select(_ book: Book.ID) {
    guard state.mode == .list else { return }
    let message = state.message?.text
    let list = session.books.list
    let query = list.query
    placing?.cancel()
    placing = Task { [weak self, catalog = session.catalog] in
      do {
        await list.update()
        let index = try await catalog.position(of: book, in: query)
        if let index { await list.jump(to: index) }
        guard let self, !Task.isCancelled, state.mode == .list, list.query == query else { return }
        if let window = list.state.content, let row = window.rows.firstIndex(where: { $0.id == book }) {
          state.select(window.start + row, of: session.count(in: .list))
        } else if let message {
          state.say("\(message); the current filter hides it")
        }
        setNeedsDrawing()
      } catch {
        if !Task.isCancelled { self?.say(error) }
      }
    }
  }
}
