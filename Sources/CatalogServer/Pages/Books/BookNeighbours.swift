import Catalog
import CatalogModel

/// The books before and after a book in a list.
struct BookNeighbours {
  /// The position of the book in the list, from 0; `nil` if the book is not in the list.
  let position: Int?
  /// The books before the book, the nearest first.
  private(set) var before: [Book] = []
  /// The books after the book, the nearest first.
  private(set) var after: [Book] = []

  /// Reads the neighbours of a book.
  ///
  /// - Parameter reach: The maximum number of books to read on each side.
  /// - Throws: ``Problem`` if the viewer may not run the query.
  init(of id: Book.ID, in query: BookQuery, reach: Int = 1, _ view: ServedView) throws {
    position = try view.position(of: id, in: query)
    guard let position else { return }
    let first = max(0, position - reach)
    let books = try view.page(query, at: .offset(first), size: 2 * reach + 1, isBrief: true).books
    before = books.prefix(position - first).reversed()
    after = Array(books.dropFirst(position - first + 1).prefix(reach))
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
    html.element(.nav, .classes("neighbours"), .with(.ariaLabel, Texts.BookPage.neighbours)) { html in
      if let previous = neighbours.before.first {
        html.link(Texts.BookPage.previous(previous.title), to: context.book(previous.id, in: list), .with(.rel, "prev"))
      }
      let size = ListAddress.defaultSize
      let page = neighbours.position.map { $0 / size + 1 } ?? 1
      html.link(
        Texts.BookPage.back(to: QueryLabel.heading(of: BookQuery(list.query))),
        to: context.address("", query: list.items + [("page", page == 1 ? "" : String(page))]), .classes("up"))
      if let next = neighbours.after.first {
        html.link(Texts.BookPage.next(next.title), to: context.book(next.id, in: list), .with(.rel, "next"))
      }
    }
  }
}
