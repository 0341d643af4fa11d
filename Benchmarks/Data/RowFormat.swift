import CatalogSources

/// A file that another service writes of its user's books, made of generated ones.
enum RowFormat: String, CaseIterable {
  case goodreads = "goodreads.csv"
  case storyGraph = "storygraph.csv"
  case libraryThing = "librarything.tsv"
  case libraryThingDocument = "librarything.json"
  case bookWyrm = "archive.json"

  /// The text before the books.
  var head: String {
    switch self {
    case .goodreads:
      """
      Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,\
      Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
      Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies

      """
    case .storyGraph:
      """
      Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,\
      Pace,Star Rating,Review,Content Warnings,Content Warning Description,Tags,Owned?

      """
    case .libraryThing:
      "Book Id\tTitle\tPrimary Author\tSecondary Author\tPublication\tDate\tRating\tMedia\tPage Count\tTags\t"
        + "Collections\tLanguages\tISBN\tISBNs\tEntry Date\tWork id\n"
    case .libraryThingDocument: "{\n"
    case .bookWyrm: "{\"id\":\"https://bookwyrm.example/user/ada\",\"type\":\"Person\",\"books\":[\n"
    }
  }

  /// The text after the books.
  var end: String {
    switch self {
    case .goodreads, .storyGraph, .libraryThing: ""
    case .libraryThingDocument: "\n}\n"
    case .bookWyrm: "\n]}\n"
    }
  }

  /// A book as a row, or as an object.
  ///
  /// - Parameter number: of the book, from 1.
  func text(of book: GeneratedBook, number: Int) -> String {
    switch self {
    case .goodreads, .storyGraph, .libraryThing: row(of: book, number)
    case .libraryThingDocument, .bookWyrm: (number == 1 ? "" : ",\n") + object(of: book, number)
    }
  }

  private func row(of book: GeneratedBook, _ number: Int) -> String {
    let (day, tags) = (String(book.added.prefix(10)).replacing("-", with: "/"), book.tags.joined(separator: ", "))
    let state = number % 3 == 0 ? "to-read" : "read"
    let read = number % 3 == 0 ? "" : day
    let series = book.series.map { " (\($0), #\(book.seriesNumber))" } ?? ""
    let others = book.authors.dropFirst().joined(separator: ", ")
    switch self {
    case .goodreads:
      return Self.commas([
        "\(number)", book.title + series, book.authors[0], Self.turned(book.authors[0]), others, "=\"\"",
        "=\"\(book.isbn)\"", "\(number % 6)", Self.hundredths(book.rating), book.publisher ?? "", "Paperback",
        "\(book.pages)", "\(book.year)", "\(book.year)", read, day, tags, "", state, "", "", "",
        number % 3 == 0 ? "0" : "1", "0",
      ])
    case .storyGraph:
      return Self.commas([
        book.title, book.authors.joined(separator: ", "), "", book.isbn, "paperback", state, day, read, read,
        number % 3 == 0 ? "0" : "1", "", "", number % 6 == 0 ? "" : "\(number % 6).0", "", "", "", tags, "Yes",
      ])
    default:
      return [
        "\(number)", book.title + series, Self.turned(book.authors[0]),
        book.authors.dropFirst().map(Self.turned).joined(separator: "|"), book.publisher ?? "", "\(book.year)",
        number % 6 == 0 ? "" : "\(number % 6)", "Paperback", "\(book.pages)", tags,
        state == "read" ? "Your library" : "To read", "English", "[\(book.isbn)]", book.isbn,
        "[\(book.added.prefix(10))]", "\(number)",
      ].joined(separator: "\t") + "\n"
    }
  }

  private func object(of book: GeneratedBook, _ number: Int) -> String {
    var json = JSONWriter(layout: .compact)
    func text(_ key: String, _ value: String) {
      json.key(key)
      json.string(value)
    }
    json.beginObject()
    if self == .libraryThingDocument {
      text("books_id", String(number))
      text("title", book.title)
      text("primaryauthor", Self.turned(book.authors[0]))
      text("publication", book.publisher ?? "")
      text("date", String(book.year))
      text("originalisbn", book.isbn)
      text("pages", String(book.pages))
      text("rating", String(1 + number % 5))
      text("entrydate", String(book.added.prefix(10)))
      for (key, items) in [("tags", book.tags), ("collections", ["Your library"])] {
        json.key(key)
        json.strings(items)
      }
    } else {
      json.key("edition")
      json.beginObject()
      text("title", book.title)
      text("isbn13", book.isbn)
      text("publishedDate", String(book.year))
      json.key("pages")
      json.integer(book.pages)
      for (key, items) in [("publishers", book.publisher.map { [$0] } ?? []), ("subjects", book.tags)] {
        json.key(key)
        json.strings(items)
      }
      json.endObject()
      json.key("authors")
      json.beginArray()
      for author in book.authors {
        json.beginObject()
        text("name", author)
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
    let object = String(decoding: json.bytes, as: UTF8.self)
    return self == .libraryThingDocument ? "\"\(number)\": \(object)" : object
  }

  /// A row of a CSV file (RFC 4180). No generated text holds a quote, but the formulas of Goodreads do.
  private static func commas(_ cells: [String]) -> String {
    cells.map { cell in
      cell.contains { $0 == "," || $0 == "\"" } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }.joined(separator: ",") + "\n"
  }

  /// “Herbert, Frank”.
  private static func turned(_ name: String) -> String {
    let words = name.split(separator: " ")
    return words.count > 1 ? "\(words[words.count - 1]), \(words.dropLast().joined(separator: " "))" : name
  }

  static func hundredths(_ number: Int) -> String { (Double(number) / 100).fixed(2) }
}
