import Catalog
import CatalogModel

/// Books as a wall of covers, each with its title, authors, status and rating.
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
            try BookCoverHTML(context: context, book: book, locations: locations, size: "10rem").write(to: &html)
            html.element(.span, .classes("title"), text: book.title)
            html.element(.span, .classes("author"), text: book.authors.joined(separator: ", "))
            if book.readState != .unread || book.rating != nil { reading(of: book, &html) }
          }
        }
      }
    }
    html.line()
  }

  private func reading(of book: Book, _ html: inout HTMLWriter) {
    html.element(.span, .classes("reading")) { html in
      if book.readState != .unread { html.text(book.readState.label + " ") }
      if let rating = book.rating { html.stars(rating) }
      html.progress(of: book)
    }
  }
}

/// The cover of a book. A book without a cover gets a plate in one of six colours with its title and first author,
/// which needs no request. The colour depends on the title, so that a book looks the same in every list.
struct BookCoverHTML {
  let context: PageContext
  let book: Book
  let locations: ServedPlaces
  /// The width of the cover on the page, in the notation of CSS, by which the browser chooses the size of the image.
  let size: String

  /// Returns the number of the colour, from 0 to 5, of a book without a cover.
  static func plate(of book: Book) -> Int { Int(UInt64(bitPattern: Fingerprint.of(Array(book.title.utf8))) % 6) }

  func write(to html: inout HTMLWriter) throws {
    if let address = try context.cover(of: book, in: locations) {
      return Self.image(address, in: context, size: size, to: &html)
    }
    html.element(.span, .classes("cover plate plate\(Self.plate(of: book))"), .hidden) { html in
      html.element(.span, .classes("name"), text: book.title)
      if let author = book.authors.first { html.element(.span, .classes("by"), text: author) }
    }
  }
  /// Writes the image of a cover. It needs no alternative text, because the title is next to it.
  static func image(_ address: PageAddress, in context: PageContext, size: String, to html: inout HTMLWriter) {
    var attributes: [HTMLAttribute] = [
      .classes("cover"), .src(address), .with(.alt, ""), .with(.loading, "lazy"), .with(.width, "120"),
      .with(.height, "180"),
    ]
    let images = context.coverWidths.map { (address: address.with("width", String($0)), width: $0) }
    if !images.isEmpty { attributes += [.srcset(images), .with(.sizes, size)] }
    html.void(.img, attributes)
  }
}
