import Catalog

// The stack of open pages.

extension BrowserState {
  /// The topmost page, which is visible; `nil` if no page is open.
  var panel: BrowserPanel? {
    get { pages.last }
    set {
      if !pages.isEmpty { pages.removeLast() }
      if let newValue { pages.append(newValue) }
    }
  }

  /// Shows a page. If a page with the same subject is already open, updates it and keeps its scroll position.
  /// Otherwise, the new page replaces the visible page. A page opened from the conflicts is an exception: it covers the
  /// conflicts without closing them.
  mutating func show(_ page: BrowserPanel) {
    if let index = pages.lastIndex(where: { $0.isOfSame(as: page) }) {
      pages[index] = pages[index].updated(to: page)
    } else if panel?.conflicts != nil {
      pages.append(page)
    } else {
      panel = page
    }
    fit()
  }

  /// Applies the result of resolving a conflict.
  mutating func decided(_ conflict: Conflict, isStored: Bool) {
    for index in pages.indices {
      guard let conflicts = pages[index].conflicts else { continue }
      pages[index] = conflicts.decided(conflict, isStored: isStored).page.scrolled(as: pages[index])
    }
    fit()
  }

  /// True if the page of conflicts is open, even if another page covers it.
  var showsConflicts: Bool { pages.contains { $0.conflicts != nil } }

  /// The book whose page is open, even if help covers the page; `nil` if there is none.
  var pageBook: Book? { pages.lazy.compactMap(\.book).last }

  /// Closes the page of a book, or the message that has replaced it because the book was removed.
  mutating func closePage() {
    pages.removeAll { $0.book != nil || $0.kind == .missingBook }
    fit()
  }

  /// Replaces the page of a removed book with a message, so that the next key does not act on a different book.
  mutating func losePage() {
    guard let index = pages.lastIndex(where: { $0.book != nil }) else { return }
    let text = "This book is no longer in the catalog. It was removed, or merged into another book."
    pages[index] = BrowserPanel(
      title: pages[index].title, entries: [BrowserPanel.Entry(label: "", text: text)], kind: .missingBook)
    fit()
  }
}
