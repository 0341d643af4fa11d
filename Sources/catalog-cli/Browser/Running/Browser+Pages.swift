import Catalog

/// The data shown on the page of a book.
struct BrowserPage: Equatable, Sendable {
  let book: Book
  var metadata: [BookMetadata] = []
  var own = OwnFields()

  /// Reads the data for the page of a book; `nil` if there is no such book.
  static func read(_ id: Book.ID, _ snapshot: CatalogSnapshot) throws -> BrowserPage? {
    try snapshot.book(id).map {
      BrowserPage(book: $0, metadata: try snapshot.metadata(of: $0), own: try snapshot.fields())
    }
  }
}

extension Browser {
  /// Shows the page of a book, and keeps it up to date while it is open.
  func show(_ id: Book.ID) {
    page?.cancel()
    // If the page is already open, later keys are not held back: the user may close the page before the book is read
    // again.
    let isNew = state.pageBook?.id != id
    state.isAnswerAwaited = isNew
    page = Task { [weak self, catalog = session.catalog] in
      var isFirst = isNew
      do {
        for try await page in catalog.values({ try BrowserPage.read(id, $0) }) {
          guard let self, !Task.isCancelled, isFirst || state.pageBook?.id == id else { return }
          isFirst = false
          state.isAnswerAwaited = false
          guard let page else {
            state.losePage()
            return say("Book \(id) no longer exists.", isError: true)
          }
          show(page)
        }
      } catch is CancellationError {
      } catch {
        self?.state.isAnswerAwaited = false
        self?.say(error)
      }
    }
  }

  private func show(_ page: BrowserPage) {
    state.show(panel(of: page))
    setNeedsDrawing()
  }

  func panel(of page: BrowserPage) -> BrowserPanel {
    let entries = BookDetails(page.book, page.metadata, own: page.own, console: settings.console).labelledValues()
      .map { BrowserPanel.Entry(label: $0, text: $1) }
    return BrowserPanel(title: page.book.title, entries: entries, kind: .book(page.book))
  }

  /// Shows the page of the next or previous book in the list or tree.
  func turn(by step: Int) {
    guard let book = state.panel?.book else { return }
    let mode = state.mode
    var index = state.scroll.selected
    // If the book has left the list, the next book has moved to its index.
    if session.row(index, in: mode)?.book?.id == book.id || step < 0 { index += step }
    let count = session.count(in: mode)
    while 0..<count ~= index, case .group? = session.row(index, in: mode) { index += step }
    guard 0..<count ~= index else { return say(step > 0 ? "This is the last book." : "This is the first book.") }
    state.select(index, of: count)
    // Shows the rows around the book. The list then keeps the book selected when books are inserted or removed.
    _ = session.lines(state.scroll.top..<min(count, state.scroll.top + state.height), state)
    if let book = session.row(index, in: mode)?.book {
      // Shows the data in the row immediately, so that the next key continues from this book. The rest of the page
      // follows.
      show(BrowserPage(book: book))
      return show(book.id)
    }
    guard mode == .list else { return }
    state.isAnswerAwaited = true
    Task {
      await session.books.list.jump(to: index)
      state.isAnswerAwaited = false
      setNeedsDrawing()
      if state.panel?.book == book, let row = session.row(index, in: mode)?.book { show(row.id) }
    }
  }
}
