import Catalog
import CatalogSources
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

  private func bookValues() -> [(String, String)] {
    var lines = [("id", String(book.id))]
    func add(_ label: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append((label, value)) }
    }
    func time(_ field: FieldValue?) -> String? {
      guard case .instant(let time)? = field else { return nil }
      return console.isTerminal ? time.localTime : time.rfc3339
    }
    add("title", book.title)
    add("authors", book.authors.joined(separator: "; "))
    add("series", book.series.map { name in name + (book.seriesNumber.map { " #" + $0.shortest } ?? "") })
    add("published", book.published?.description)
    add("publisher", book.publisher)
    add("pages", book.pages.map { console.isTerminal ? $0.grouped : String($0) })
    add("language", book.language)
    add("isbn", isbn)
    add("tags", book.tags.joined(separator: "; "))
    add("average rating", averageRating)
    add("read state", book.readState.rawValue)
    add("started", book.started?.description)
    add("finished", book.finished?.description)
    add("your rating", book.rating?.shortest)
    add("notes", book.notes)
    add("added", time(book[.added]))
    add("changed", console.isTerminal ? book.changed.localTime : book.changed.rfc3339)
    add("uuid", book.uuid.uuidString.lowercased())
    return lines
  }

  private var isbn: String? {
    book.isbn.map { $0.asGiven == $0.digits ? $0.digits : "\($0.asGiven) (\($0.digits))" }
  }

  private var averageRating: String? {
    book.averageRating.map { rating in
      rating.shortest + (book.ratingsCount.map { " (\($0.grouped) ratings)" } ?? "")
    }
  }
}
