import Catalog
import CatalogModel

/// The previous and the next book in the list from which a book was opened.
struct BookNeighbours {
  private let context: PageContext
  /// The position in the list, from 0; `nil` if the book is not in the list.
  private let position: Int?
  private var previous: Book?
  private var next: Book?

  /// Creates the neighbours of a book.
  ///
  /// - Throws: ``Problem`` if the viewer may not run the query, or the order is unknown.
  init(of id: Book.ID, in context: PageContext) throws {
    self.context = context
    let query = try ListAddress(context.request.request.target, own: context.view.own).query
    position = try context.view.position(of: id, in: query)
    guard let position else { return }
    let first = max(0, position - 1)
    let books = try context.view.page(query, at: .offset(first), size: 3).books
    let index = position - first
    previous = index > 0 ? books.first : nil
    next = books.indices.contains(index + 1) ? books[index + 1] : nil
  }

  func write(to html: inout HTMLWriter) {
    let list = context.list
    html.element(.nav, .classes("neighbours"), .with(.ariaLabel, "Neighbours in the list")) { html in
      if let previous { html.link("‹ \(previous.title)", to: context.book(previous.id, in: list), .with(.rel, "prev")) }
      let size = ListAddress.defaultSize
      let page = position.map { $0 / size + 1 } ?? 1
      html.link(
        list.query.isEmpty ? "All books" : list.query,
        to: context.address("", query: list.items + [("page", page == 1 ? "" : String(page))]), .classes("up"))
      if let next { html.link("\(next.title) ›", to: context.book(next.id, in: list), .with(.rel, "next")) }
    }
  }
}
