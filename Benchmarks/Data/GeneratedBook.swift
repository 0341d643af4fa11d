import CatalogSources

/// One book as the generator makes it up.
struct GeneratedBook {
  var id = ""
  var title = ""
  var authors: [String] = []
  var isbn = ""
  var pages = 0
  var publisher: String?
  var year = 0
  var language: String?
  var series: String?
  var seriesNumber = 0
  var tags: [String] = []
  /// In hundredths.
  var rating = 0
  var ratingsCount = 0
  /// The time at which the book was added to the catalog (RFC 3339).
  var added = ""

  /// As a line of JSON, as `catalog import` reads it.
  ///
  /// - Parameter more: writes further members.
  func write(to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }) {
    json.beginObject()
    func text(_ key: String, _ value: String?) {
      guard let value else { return }
      json.key(key)
      json.string(value)
    }
    text("id", id)
    text("title", title)
    json.key("authors")
    json.strings(authors)
    text("isbn", isbn)
    json.key("pages")
    json.integer(pages)
    text("publisher", publisher)
    text("published", String(year))
    text("language", language)
    text("series", series)
    if series != nil {
      json.key("seriesNumber")
      json.integer(seriesNumber)
    }
    json.key("tags")
    json.strings(tags)
    json.key("averageRating")
    json.number(Double(rating) / 100)
    json.key("ratingsCount")
    json.integer(ratingsCount)
    text("added", added)
    more(&json)
    json.endObject()
    json.endLine()
  }
}
