import Catalog
import CatalogSources

/// A book from an online provider as JSON: `search --online --json` of docs/json.md.
package enum OnlineBookJSON {
  /// Writes a book.
  ///
  /// - Parameter owned: The id of the book in the catalog; `nil` if the catalog does not have the book.
  package static func write(_ book: OnlineBook, owned: Book.ID?, to json: inout JSONWriter) {
    json.beginObject()
    json.member("key", book.key)
    json.member("title", book.title)
    json.key("authors")
    json.strings(book.authors)
    json.member("year", book.year)
    json.member("isbn13", book.isbn?.digits)
    json.member("pages", book.pages)
    json.member("cover", book.cover)
    json.member("id", owned)
    json.endObject()
  }
}
