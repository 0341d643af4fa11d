import Catalog
import CatalogModel

/// Books as a wall of covers. A book without a cover is shown as a plate with its initials, which needs no request.
struct BookWall {
  let context: PageContext
  let list: ListParameters

  func write(_ books: [Book], to html: inout HTMLWriter) throws {
    let locations = try ServedPlaces(context.view)
    try html.element(.ul, .classes("wall"), .id("list")) { html in
      for book in books {
        html.line()
        try html.element(.li, .id("b\(book.id)")) { html in
          try html.element(.a, .href(context.book(book.id, in: list))) { html in
            try BookCoverHTML(context: context, book: book, locations: locations).write(to: &html)
            html.element(.span, .classes("title"), text: book.title)
            html.element(.span, .classes("author"), text: book.authors.joined(separator: ", "))
          }
        }
      }
    }
    html.line()
  }
}

/// The cover of a book, or a plate with initials in one of six colours if the book has no cover.
struct BookCoverHTML {
  let context: PageContext
  let book: Book
  let locations: ServedPlaces

  func write(to html: inout HTMLWriter) throws {
    if let address = try context.cover(of: book, in: locations) {
      // The image needs no alternative text, because the title is next to it.
      return html.void(
        .img, .classes("cover"), .src(address), .with(.alt, ""), .with(.loading, "lazy"), .with(.width, "120"),
        .with(.height, "180"))
    }
    html.element(
      .span, .classes("cover plate plate\(book.id.rawValue.magnitude % 6)"), .hidden, text: Self.initials(of: book))
  }

  /// Returns the first letters of the first three words of the title.
  static func initials(of book: Book) -> String {
    String(SearchWords.words(in: book.title).prefix(3).compactMap(\.first)).uppercased()
  }
}
