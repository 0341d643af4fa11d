import Catalog
import CatalogModel

/// The books that are being read, above the list of all books. The part is empty, but present, on other lists, so that
/// the script can replace it.
struct ReadingShelf {
  /// The maximum number of books. A phone shows the first two.
  private static let maxBooks = 4

  let context: PageContext
  let address: ListAddress

  func write(to html: inout HTMLWriter) throws {
    try html.element(.div, .classes("shelf")) { html in
      guard !address.query.isSearch, address.query.filter.isEmpty, address.page ?? 1 == 1 else { return }
      let reading = BookQuery("is:reading", order: .started.descending)
      let books = try context.view.page(reading, size: Self.maxBooks, isBrief: true).books
      guard !books.isEmpty else { return }
      let locations = try ServedPlaces(context.view)
      html.element(.h2, text: Texts.Reading.currentlyReading)
      try html.element(.ul) { html in
        for book in books {
          try html.element(.li) { html in
            try html.element(.a, .href(context.book(book.id, in: context.list))) { html in
              try BookCoverHTML(context: context, book: book, locations: locations, size: "48px").write(to: &html)
              html.element(.span, .classes("title"), text: book.title)
              html.element(.span, .classes("author"), text: book.authors.joined(separator: ", "))
              html.progress(of: book)
            }
          }
        }
      }
    }
    html.line()
  }
}

extension HTMLWriter {
  /// Writes how far a book that is being read was read, as a bar. Writes nothing if that is unknown.
  mutating func progress(of book: Book) {
    guard let percent = book.percentRead else { return }
    element(
      .progress, .classes("read"), .with(.max, "100"), .with(.value, String(percent)),
      .with(.ariaLabel, Texts.Reading.percentRead(percent)), text: "")
  }
}
