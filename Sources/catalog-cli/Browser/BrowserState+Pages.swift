import Catalog

// The pages that are open, each over the one before it.

extension BrowserState {
  /// The page that is seen.
  var panel: BrowserPanel? {
    get { pages.last }
    set {
      if !pages.isEmpty { pages.removeLast() }
      if let newValue { pages.append(newValue) }
    }
  }

  /// Shows a page; where that of the same is open already, what is known of it by now, as far scrolled. That of a book takes
  /// the place of another book's.
  mutating func show(_ page: BrowserPanel) {
    if let place = pages.lastIndex(where: { $0.isOfSame(as: page) }) {
      pages[place] = pages[place].updated(to: page)
    } else if panel?.conflicts != nil {
      pages.append(page)
    } else {
      panel = page
    }
    fit()
  }

  /// Takes up what came of the decision of a conflict.
  mutating func decided(_ conflict: Conflict, isStored: Bool) {
    for place in pages.indices {
      guard let conflicts = pages[place].conflicts else { continue }
      pages[place] = conflicts.decided(conflict, isStored: isStored).page.scrolled(as: pages[place])
    }
    fit()
  }

  /// Whether what is in conflict is shown, or stands below another page.
  var showsConflicts: Bool { pages.contains { $0.conflicts != nil } }

  /// The book whose page is shown, or stands below the help.
  var pageBook: Book? { pages.lazy.compactMap(\.book).last }

  /// Puts the page of a book away, also where the book is gone.
  mutating func closePage() {
    pages.removeAll { $0.book != nil || $0.kind == .missingBook }
    fit()
  }

  /// Says on the page of a book that this is gone: keys that were meant for it are not about another one then.
  mutating func losePage() {
    guard let index = pages.lastIndex(where: { $0.book != nil }) else { return }
    let text = "This book is not in the catalog any more: somebody else has removed it, or merged it into another one."
    pages[index] = BrowserPanel(
      title: pages[index].title, entries: [BrowserPanel.Entry(label: "", text: text)], kind: .missingBook)
    fit()
  }
}
