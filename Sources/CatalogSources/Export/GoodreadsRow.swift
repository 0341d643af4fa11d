import CatalogModel
import FoundationEssentials

/// A book as a row of the table that Goodreads exports: its 24 columns, as an import of Goodreads, StoryGraph, Hardcover or
/// BookWyrm expects them.
enum GoodreadsRow {
  static let header = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating", "Average Rating",
    "Publisher", "Binding", "Number of Pages", "Year Published", "Original Publication Year", "Date Read", "Date Added",
    "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]

  /// What imports call the user's own field of this column.
  private static let spoilerField = "review-spoilers"

  /// - Parameter own: the fields of the user's own, of which one may have come from such a table.
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

  /// A reading that is under way, or was given up, is counted there from its beginning.
  private static func readCount(of book: Book) -> Int {
    book.readCount + ([.reading, .paused, .abandoned].contains(book.readState) ? 1 : 0)
  }

  /// The series stands at the end of the title, unless it does already.
  private static func title(of book: Book) -> String {
    guard let series = book.series, let number = book.seriesNumber, SeriesInTitle(book.title) == nil else {
      return book.title
    }
    let title = "\(book.title) (\(series), #\(number.shortest))"
    return (try? BookField.title.canonical(.text(title))) == nil ? book.title : title
  }

  /// “Herbert, Frank” of “Frank Herbert”.
  private static func inverted(_ name: String) -> String {
    guard let space = name.lastIndex(of: " ") else { return name }
    return "\(name[name.index(after: space)...]), \(name[..<space])"
  }

  /// Lists are divided at commas, and nothing says that a comma is part of an item: it becomes a space.
  private static func distinct(_ items: some Sequence<String>) -> [String] {
    var seen = Set<String>()
    // Scalars: beside a combining mark a sign is no `Character` of its own.
    return items.map { item in
      item.unicodeScalars.split { $0 == "," || $0 == " " }.map { String($0) }.joined(separator: " ")
    }
    .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The state, which for what was read Goodreads leaves out, and the tags that do not say it again.
  private static func shelves(of book: Book) -> [String] {
    let tags = distinct(book.tags).filter { FieldVocabulary.readState(of: $0) != book.readState }.sorted()
    return (book.readState == .read ? [] : [shelf(book.readState)]) + tags
  }

  /// Whole ones, and never none for a rating.
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

  /// `2020/02/29`, or as much of it as is known. Goodreads has no years before the first.
  private static func day(_ date: PartialDate) -> String {
    date.year > 0 ? date.description.replacing("-", with: "/") : date.description
  }

  private static func day(_ instant: Date) -> String { String(instant.rfc3339.prefix(10)).replacing("-", with: "/") }

  /// Texts of several lines are HTML in these tables (``MarkupText``).
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
