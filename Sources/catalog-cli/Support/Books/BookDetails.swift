import Catalog
import CommandLineKit
import FoundationEssentials

/// A book in full, a line a field.
struct BookDetails {
  private static let labelWidth = 15

  private let book: Book
  private let metadata: [BookMetadata]
  private let console: Console

  init(_ book: Book, _ metadata: [BookMetadata], console: Console) {
    self.book = book
    self.metadata = metadata
    self.console = console
  }

  func write(to stream: StandardStream) throws {
    let lines = LabelledLines(labelWidth: Self.labelWidth, stream: stream, settings: console.outputSettings)
    for (label, value) in bookValues() {
      try lines.write(label, value, style: label == "title" ? .bold : .plain)
    }
    try metadataDetails.write(metadata, to: lines, labelWidth: Self.labelWidth)
  }

  /// The book's fields, and what providers say of it, each with its label.
  func labelledValues() -> [(String, String)] { bookValues() + metadataDetails.labelledValues(metadata) }

  private var metadataDetails: MetadataDetails { MetadataDetails(console: console, now: Date()) }

  /// What a person looks for first stands in front of the fields in their order.
  private static let first: [BookField] = [
    .title, .subtitle, .authors, .contributors, .series, .published, .firstPublished, .publisher, .format, .pages,
    .duration, .language,
  ]
  /// Fields that stand in the line of another one.
  private static let joined: Set<BookField> = [.seriesNumber, .ratingsCount]
  private static let order =
    first + BookField.allCases.filter { field in !first.contains(field) && !joined.contains(field) }

  private func bookValues() -> [(String, String)] {
    var lines = [("id", String(book.id))]
    for field in Self.order {
      guard let text = book[field].map({ text(of: field, $0) }), !text.isEmpty else { continue }
      lines.append((field == .rating ? "your rating" : field.words, text))
    }
    lines.append(("changed", time(book.changed)))
    lines.append(("uuid", book.uuid.uuidString.lowercased()))
    return lines
  }

  private func text(of field: BookField, _ value: FieldValue) -> String {
    switch (field, value) {
    case (.series, _): value.description + (book.seriesNumber.map { " #" + $0.shortest } ?? "")
    case (.averageRating, _): value.description + (book.ratingsCount.map { " (\($0.grouped) ratings)" } ?? "")
    case (.contributors, _): book.contributors.map(Self.text).joined(separator: "; ")
    case (.identifiers, _): book.identifiers.map { "\($0.type) \($0.value)" }.joined(separator: "; ")
    case (.duration, .integer(let minutes)): Self.duration(minutes)
    case (_, .integer(let number)): console.isTerminal ? number.grouped : String(number)
    case (_, .isbn(let isbn)): isbn.asGiven == isbn.digits ? isbn.digits : "\(isbn.asGiven) (\(isbn.digits))"
    case (_, .instant(let instant)): time(instant)
    default: value.description
    }
  }

  /// “Simon Vance (narrator)”.
  private static func text(_ contributor: Contributor) -> String {
    contributor.name + (contributor.roleInWords.map { " (\($0))" } ?? "")
  }

  /// “21 h 5 min”.
  private static func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return [hours > 0 ? "\(hours) h" : "", rest > 0 ? "\(rest) min" : ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func time(_ instant: Date) -> String { console.isTerminal ? instant.localTime : instant.rfc3339 }
}
