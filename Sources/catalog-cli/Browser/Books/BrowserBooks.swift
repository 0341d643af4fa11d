import Catalog
import CatalogUI

/// The browser's list of books: a ``BookList``, its visible range, and a selection that follows its book.
@MainActor final class BrowserBooks {
  let list: BookList
  let metadata: BrowserMetadata?
  /// A closure that is called when the selection moves because the list has changed, with the number of lines. If the
  /// selected book was removed, the selection moves to the next one.
  var moved: @MainActor (Int) -> Void = { _ in }
  private var visible = 0..<0
  /// The index and the id of the selected book. The id is `nil` while the book is not loaded.
  private var selected: (index: Int, id: Book.ID?)?

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - list: The list of books.
  ///   - metadata: The source of the books' metadata; `nil` for none.
  init(_ list: BookList, _ metadata: BrowserMetadata?) {
    (self.list, self.metadata) = (list, metadata)
    list.onUpdate = { [weak self] in self?.take($0) }
    list.onVisible = { visible, ahead in metadata?.show(visible, ahead: ahead) }
  }

  /// Returns the row at an index; `nil` if it is not loaded.
  func row(_ index: Int) -> BrowserRow? {
    list[index].map { .book($0, metadata?.state(of: $0.id) ?? .notAsked) }
  }

  /// Sets the visible rows.
  ///
  /// - Parameters:
  ///   - range: The visible indices.
  ///   - line: The selected index.
  func show(_ range: Range<Int>, selected line: Int) {
    for index in visible where !range.contains(index) { list.rowDisappeared(at: index) }
    for index in range where !visible.contains(index) { list.rowAppeared(at: index) }
    visible = range
    // Until the results of a new query arrive, the rows belong to the old query. They then do not identify the selected
    // book.
    selected = !list.isAwaited && line < list.count.known ? (line, list[line]?.id) : nil
    list.anchor = selected?.id
  }

  /// Replaces the books in the list and starts at the first one.
  ///
  /// - Parameter change: A closure that changes the list, for example by setting a new query.
  func begin(_ change: (BookList) -> Void) {
    (visible, selected) = (0..<0, nil)
    list.anchor = nil
    change(list)
  }

  private func take(_ update: ListUpdate<Book>) {
    let shift: Int
    // The offsets of the removed rows, relative to the start of the previous window.
    var gone: [Int] = []
    switch update {
    case .loaded, .failed: return
    case .changed(let difference):
      (shift, gone) = (difference.insertedBefore - difference.removedBefore, difference.removed)
    case .reloaded(_, let anchor): shift = anchor.map { $0.new - $0.old } ?? 0
    }
    let (before, window) = (selected, list.state.content)
    let position = window.flatMap { window in
      window.rows.firstIndex { $0.id == before?.id }.map { window.start + $0 }
    }
    // The visible rows keep their books, so their indices shift together with the selected book. Indices are never
    // negative.
    let moves = position.flatMap { position in before.map { position - $0.index } } ?? shift
    visible = max(0, visible.lowerBound + moves)..<max(0, visible.upperBound + moves)
    guard let (index, _) = before, let window else { return }
    // If the book was removed, the next remaining book is selected.
    let offset = index + shift - window.start
    let next = index + shift - gone.count { $0 < offset }
    let now = position ?? max(0, min(next, window.count.known - 1))
    selected = (now, list[now]?.id)
    list.anchor = selected?.id
    moved(now - index)
  }
}
