import CatalogModel
import FoundationEssentials

/// A book as JSON, for `--json` and for exports: the keys of docs/json.md in a fixed order.
public enum BookJSON {
  /// Every key, in the order in which they are written.
  public static let keys = [
    "id", "uuid", "title", "authors", "isbn", "isbn13", "pages", "publisher", "published", "language", "series",
    "seriesNumber", "tags", "averageRating", "ratingsCount", "readState", "started", "finished", "rating", "notes",
    "added", "changed",
  ]

  /// The keys of an export: what another catalog can take in. The id and the time of the last change are this one's.
  static let exportedKeys = keys.filter { $0 != "id" && $0 != "isbn13" && $0 != "changed" }

  /// - Parameter other: writes the value of a key that is none of ``keys``.
  package static func write(
    _ book: Book, keys: [String] = BookJSON.keys, to json: inout JSONWriter,
    other: (String, inout JSONWriter) -> Void = { _, json in json.null() }
  ) {
    json.beginObject()
    for key in keys {
      json.key(key)
      writeValue(of: key, book, to: &json, other)
    }
    json.endObject()
  }

  private static func writeValue(
    of key: String, _ book: Book, to json: inout JSONWriter, _ other: (String, inout JSONWriter) -> Void
  ) {
    switch key {
    case "id": json.integer(book.id)
    case "uuid": json.string(book.uuid.uuidString.lowercased())
    case "title": json.string(book.title)
    case "authors": json.strings(book.authors)
    case "isbn": json.string(book.isbn?.asGiven)
    case "isbn13": json.string(book.isbn?.digits)
    case "pages": json.integer(book.pages)
    case "publisher": json.string(book.publisher)
    case "published": json.string(book.published?.description)
    case "language": json.string(book.language)
    case "series": json.string(book.series)
    case "seriesNumber": json.number(book.seriesNumber)
    case "tags": json.strings(book.tags)
    case "averageRating": json.number(book.averageRating)
    case "ratingsCount": json.integer(book.ratingsCount)
    case "readState": json.string(book.readState.rawValue)
    case "started": json.string(book.started?.description)
    case "finished": json.string(book.finished?.description)
    case "rating": json.number(book.rating)
    case "notes": json.string(book.notes)
    case "added": json.string(book.added.rfc3339)
    case "changed": json.string(book.changed.rfc3339)
    default: other(key, &json)
    }
  }
}
