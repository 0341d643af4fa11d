import CatalogModel
import FoundationEssentials
import Platform

/// Converts a book to a row of the table that Goodreads exports: its 24 columns, as the imports of Goodreads,
/// StoryGraph, Hardcover and BookWyrm expect them.
enum GoodreadsRow {
  static let header = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating", "Average Rating",
    "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year", "Date Read", "Date Added",
    "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]

  /// The user-defined field that imports create for the column `Spoiler`.
  private static let spoilerField = "review-spoilers"

  /// Returns the cells for a book.
  ///
  /// - Parameter own: The user-defined fields, which may include the field that an import creates for the column
  ///   `Spoiler`.
  static func cells(of book: Book, own: OwnFields) -> [String] {
    [
      book.identifiers.first { $0.type == "goodreads" }?.value ?? "",
      title(of: book),
      book.authors.first ?? "",
      book.authors.first.map(inverted) ?? "",
      distinct(book.authors.dropFirst()).filter { $0 != book.authors.first }.joined(separator: ", "),
      "=\"\(book.isbn?.tenDigits ?? "")\"",
      "=\"\(book.isbn?.digits ?? "")\"",
      book.rating.map { String(stars($0)) } ?? "0",
      book.averageRating?.shortest ?? "",
      book.publisher ?? "",
      book.format.map(binding) ?? "",
      book.pages.map { String($0) } ?? "",
      (book.published ?? book.firstPublished).map { String($0.year) } ?? "",
      book.firstPublished.map { String($0.year) } ?? "",
      book.finished.map(day) ?? "",
      day(book.added),
      shelves(of: book).joined(separator: ", "),
      "",
      shelf(book.readState),
      book.review.map(markup) ?? "",
      own[spoilerField].flatMap { book[$0.field] } == .flag(true) ? "true" : "",
      book.notes.map(markup) ?? "",
      String(readCount(of: book)),
      String(book.copies.reduce(0) { $0 + $1.count }),
    ]
  }

  /// Returns the read count. Goodreads also counts readings that are in progress or were abandoned.
  private static func readCount(of book: Book) -> Int {
    book.readCount + ([.reading, .paused, .abandoned].contains(book.readState) ? 1 : 0)
  }

  /// Returns the title with the series appended, unless the title already contains it.
  private static func title(of book: Book) -> String {
    guard let series = book.series, let number = book.seriesNumber, SeriesInTitle(book.title) == nil else {
      return book.title
    }
    let title = "\(book.title) (\(series), #\(number.shortest))"
    return (try? BookField.title.canonical(.text(title))) == nil ? book.title : title
  }

  /// Returns “Herbert, Frank” for “Frank Herbert”.
  private static func inverted(_ name: String) -> String {
    guard let space = name.lastIndex(of: " ") else { return name }
    return "\(name[name.index(after: space)...]), \(name[..<space])"
  }

  /// Returns the distinct items of a list. The format separates items by commas and cannot escape them, so a comma
  /// within an item becomes a space.
  private static func distinct(_ items: some Sequence<String>) -> [String] {
    var seen = Set<String>()
    // Split scalars. A comma followed by a combining mark is not a `Character` of its own.
    return items.map { item in
      item.unicodeScalars.split { $0 == "," || $0 == " " }.map { String($0) }.joined(separator: " ")
    }
    .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Returns the shelves of a book: its read state and its tags. As in Goodreads, the read state is omitted if the book
  /// is read. Tags that repeat the state are also omitted.
  private static func shelves(of book: Book) -> [String] {
    let tags = distinct(book.tags).filter { FieldVocabulary.readState(of: $0) != book.readState }.sorted()
    return (book.readState == .read ? [] : [shelf(book.readState)]) + tags
  }

  /// Returns whole stars, at least one.
  private static func stars(_ rating: Double) -> Int { max(1, Int(rating.rounded())) }

  private static func binding(_ format: BookFormat) -> String {
    switch format {
    case .hardcover: "Hardcover"
    case .paperback: "Paperback"
    case .ebook: "ebook"
    case .audiobook: "Audiobook"
    case .comic: "Comic"
    case .other: "Unknown Binding"
    }
  }

  private static func shelf(_ state: ReadState) -> String {
    switch state {
    case .unread: "unread"
    case .want: "to-read"
    case .reading: "currently-reading"
    case .paused: "paused"
    case .read: "read"
    case .abandoned: "did-not-finish"
    }
  }

  /// Returns a date such as `2020/02/29`, or its known part. Goodreads does not support years before 1.
  private static func day(_ date: PartialDate) -> String {
    date.year > 0 ? date.description.replacing("-", with: "/") : date.description
  }

  private static func day(_ instant: Date) -> String { String(instant.rfc3339.prefix(10)).replacing("-", with: "/") }

  /// Returns text as HTML, which Goodreads uses for multi-line text (``MarkupText``).
  private static func markup(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { markup, scalar in
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\n": markup += "<br/>"
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }
}
