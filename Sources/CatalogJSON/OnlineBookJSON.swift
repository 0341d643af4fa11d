import Catalog
import CatalogSources

/// A book from an online provider as JSON; see `search --online --json` in docs/json.md.
package enum OnlineBookJSON {
  /// Writes a book.
  ///
  /// - Parameter owned: The book's id in the catalog; `nil` if the catalog does not contain the book.
  package static func write(_ book: OnlineBook, owned: Book.ID?, to json: inout JSONWriter) {
    json.object { json in
      json.member("key", book.key)
      json.member("title", book.title)
      json.key("authors")
      json.strings(book.authors)
      json.member("year", book.year)
      json.member("isbn13", book.isbn?.digits)
      json.member("pages", book.pages)
      json.member("cover", book.cover)
      json.member("id", owned)
    }
  }
}
