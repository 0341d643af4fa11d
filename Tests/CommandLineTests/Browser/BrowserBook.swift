import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

extension Book {
  /// Returns a row that shows a book.
  static func row(
    _ id: Book.ID, _ title: String, by authors: String..., pages: Int? = nil, average: Double? = nil,
    state: ReadState = .unread
  ) -> Book {
    var book = Book(id: id, uuid: UUID(), title: title, added: Date(timeIntervalSince1970: 0))
    (book.authors, book.pages, book.averageRating, book.readState) = (authors, pages, average, state)
    return book
  }
}
