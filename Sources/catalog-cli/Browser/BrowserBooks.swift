import Catalog
import CatalogUI

/// The browser's list of books: a ``BookList`` that is told what is in view, and a selected place that stays with its book.
@MainActor final class BrowserBooks {
  let list: BookList
  let metadata: BrowserMetadata?
  /// Is told by how many lines the selected book, or what stands in its place, has moved.
  var moved: @MainActor (Int) -> Void = { _ in }
  private var visible = 0..<0
  /// The place of the selected book, and the book; `nil` for the book while it is not loaded.
  private var selected: (index: Int, id: Book.ID?)?

  /// - Parameters:
  ///   - list: shows the books.
  ///   - metadata: fetches what is known of them elsewhere; `nil` where nobody does.
  init(_ list: BookList, _ metadata: BrowserMetadata?) {
    (self.list, self.metadata) = (list, metadata)
    list.onUpdate = { [weak self] in self?.take($0) }
    list.onVisible = { visible, ahead in metadata?.show(visible, ahead: ahead) }
  }

  /// The line at a place; `nil` where it is not loaded.
  func row(_ index: Int) -> BrowserRow? {
    list[index].map { .book($0, metadata?.state(of: $0.id) ?? .notAsked) }
  }

  /// Says what is in view.
  ///
  /// - Parameters:
  ///   - range: the places in view.
  ///   - line: the place that is selected.
  func show(_ range: Range<Int>, selected line: Int) {
    for index in visible where !range.contains(index) { list.rowDisappeared(at: index) }
    for index in range where !visible.contains(index) { list.rowAppeared(at: index) }
    visible = range
    // The rows of another query say nothing of where this one's are.
    selected = !list.isAwaited && line < list.count.known ? (line, list[line]?.id) : nil
    list.anchor = selected?.id
  }

  /// Shows other books from their beginning.
  ///
  /// - Parameter change: says which, to the list.
  func begin(_ change: (BookList) -> Void) {
    (visible, selected) = (0..<0, nil)
    list.anchor = nil
    change(list)
  }

  private func take(_ update: ListUpdate<Book>) {
    let shift: Int
    // Offsets in the window as it was.
    var gone: [Int] = []
    switch update {
    case .loaded, .failed: return
    case .changed(let difference):
      (shift, gone) = (difference.insertedBefore - difference.removedBefore, difference.removed)
    case .reloaded(_, let anchor): shift = anchor.map { $0.new - $0.old } ?? 0
    }
    let (before, window) = (selected, list.state.content)
    let place = window.flatMap { window in
      window.rows.firstIndex { $0.id == before?.id }.map { window.start + $0 }
    }
    // The list knows what is in view by its new places, none of which is before its start. They move along with its anchor.
    let moves = place.flatMap { place in before.map { place - $0.index } } ?? shift
    visible = max(0, visible.lowerBound + moves)..<max(0, visible.upperBound + moves)
    guard let (index, _) = before, let window else { return }
    // Where the book is gone, the next one takes its place, of those that are left.
    let offset = index + shift - window.start
    let next = index + shift - gone.count { $0 < offset }
    let now = place ?? max(0, min(next, window.count.known - 1))
    selected = (now, list[now]?.id)
    list.anchor = selected?.id
    moved(now - index)
  }
}
