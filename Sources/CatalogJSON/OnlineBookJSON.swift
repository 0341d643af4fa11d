import Catalog
import CatalogSources

/// A book that a provider has, as JSON: `search --online --json` of docs/json.md.
package enum OnlineBookJSON {
  /// - Parameter owned: the number of the catalog's book that is this one; `nil` where there is none.
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
