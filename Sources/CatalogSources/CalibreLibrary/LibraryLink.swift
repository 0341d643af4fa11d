import CatalogDatabase
import CatalogModel

/// A query for additional metadata of the books in a range of ids, and a closure that stores the resulting rows in the
/// books.
struct LibraryLink {
  /// The maximum number of list items to read. It is one more than a field can hold, so that an overflow is detected.
  static let listItems = 501
  /// The maximum number of characters to read from a comment, including markup.
  private static let commentCharacters = 1_000_000

  /// The query for a range of ids. The first column is the book id. The rows of a book are in the order of its values.
  let sql: String
  let take: @Sendable (_ row: Statement, _ book: inout LibraryBook) -> Void

  static let all: [LibraryLink] = [
    // A comma in a name is stored as a bar.
    LibraryLink("authors", "name", by: "books_authors_link", "author") { row, book in
      add(row.optionalText(1).map(name), to: &book.metadata.authors)
    },
    LibraryLink("tags", "name", by: "books_tags_link", "tag") { row, book in
      add(row.optionalText(1), to: &book.metadata.tags)
    },
    LibraryLink("languages", "lang_code", by: "books_languages_link", "lang_code", order: "link.item_order, link.id") {
      row, book in add(row.optionalText(1), to: &book.metadata.languages)
    },
    LibraryLink("series", "name", by: "books_series_link", "series") { row, book in
      book.metadata.series = row.optionalText(1)
    },
    LibraryLink("publishers", "name", by: "books_publishers_link", "publisher") { row, book in
      book.metadata.publisher = row.optionalText(1)
    },
    // Ratings count half stars.
    LibraryLink("ratings", "rating", by: "books_ratings_link", "rating") { row, book in
      book.metadata.stars = row.number(1).map { $0 / 2 }
    },
    LibraryLink("type, val", of: "identifiers") { row, book in
      guard let type = row.optionalText(1), let value = row.optionalText(2) else { return }
      if type.lowercased() == "isbn" {
        book.metadata.isbn = value
      } else if book.metadata.identifiers.count < listItems {
        book.metadata.identifiers.append(BookIdentifier(type, value))
      }
    },
    LibraryLink("substr(text, 1, \(commentCharacters))", of: "comments") { row, book in
      book.metadata.comments = row.optionalText(1)
    },
    LibraryLink("format, name, uncompressed_size", of: "data") { row, book in
      guard let name = row.optionalText(1), let file = row.optionalText(2), book.formats.count < listItems else {
        return
      }
      book.formats.append(LibraryBook.Format(name: name, file: file, size: row.integer(3)))
    },
  ]

  /// Creates a link to a table with rows for each book.
  private init(
    _ columns: String, of table: String, _ take: @escaping @Sendable (Statement, inout LibraryBook) -> Void
  ) {
    sql = "SELECT book, \(columns) FROM \(table) WHERE book BETWEEN ?1 AND ?2 ORDER BY book, id"
    self.take = take
  }

  /// Creates a link to a column of a shared table, through a link table.
  private init(
    _ table: String, _ column: String, by link: String, _ key: String, order: String = "link.id",
    _ take: @escaping @Sendable (Statement, inout LibraryBook) -> Void
  ) {
    sql =
      "SELECT link.book, value.\(column) FROM \(link) AS link CROSS JOIN \(table) AS value ON value.id = link.\(key)"
      + " WHERE link.book BETWEEN ?1 AND ?2 ORDER BY link.book, \(order)"
    self.take = take
  }

  private static func name(_ stored: String) -> String {
    stored.utf8.contains(UInt8(ascii: "|")) ? stored.replacing("|", with: ",") : stored
  }

  private static func add(_ text: String?, to list: inout [String]) {
    if let text, list.count < listItems { list.append(text) }
  }
}
