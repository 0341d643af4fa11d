import Catalog
import CatalogModel

/// The books before and after a book in a list.
struct BookNeighbours {
  /// The position of the book in the list, from 0; `nil` if the book is not in the list.
  let position: Int?
  private(set) var previous: Book?
  private(set) var next: Book?

  /// Reads the neighbours of a book.
  ///
  /// - Throws: ``Problem`` if the viewer may not run the query.
  init(of id: Book.ID, in query: BookQuery, _ view: ServedView) throws {
    position = try view.position(of: id, in: query)
    guard let position else { return }
    let first = max(0, position - 1)
    let books = try view.page(query, at: .offset(first), size: 3, isBrief: true).books
    let index = position - first
    previous = index > 0 ? books.first : nil
    next = books.indices.contains(index + 1) ? books[index + 1] : nil
  }
}

/// The links to the previous and the next book of the list from which a book was opened, and back to the list.
struct NeighboursHTML {
  private let context: PageContext
  private let neighbours: BookNeighbours

  /// - Throws: ``Problem`` if the viewer may not run the query, or the order is unknown.
  init(of id: Book.ID, in context: PageContext) throws {
    self.context = context
    let query = try ListAddress(context.request.request.target, own: context.view.own).query
    neighbours = try BookNeighbours(of: id, in: query, context.view)
  }

  func write(to html: inout HTMLWriter) {
    let list = context.list
    html.element(.nav, .classes("neighbours"), .with(.ariaLabel, "Neighbours in the list")) { html in
      if let previous = neighbours.previous {
        html.link("‹ \(previous.title)", to: context.book(previous.id, in: list), .with(.rel, "prev"))
      }
      let size = ListAddress.defaultSize
      let page = neighbours.position.map { $0 / size + 1 } ?? 1
      html.link(
        list.query.isEmpty ? "All books" : list.query,
        to: context.address("", query: list.items + [("page", page == 1 ? "" : String(page))]), .classes("up"))
      if let next = neighbours.next {
        html.link("\(next.title) ›", to: context.book(next.id, in: list), .with(.rel, "next"))
      }
    }
  }
}
