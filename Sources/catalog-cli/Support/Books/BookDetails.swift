import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

/// All details of a book, with one line for each field. The lines are grouped: the edition, the user's reading, the
/// user's copies and files, and the dates and UUID of the record. Empty groups are omitted.
struct BookDetails {
  private static let labelWidth = 17

  private let book: Book
  private let metadata: [BookMetadata]
  private let own: OwnFields
  private let console: Console

  init(_ book: Book, _ metadata: [BookMetadata], own: OwnFields, console: Console) {
    self.book = book
    self.own = own
    self.metadata = metadata
    self.console = console
  }

  /// Writes the details of books, separated by empty lines. If the options request JSON, writes the books as JSON.
  static func write(
    _ books: [(Book, [BookMetadata])], _ options: JSONOptions, own: OwnFields, console: Console,
    to stream: StandardStream
  ) throws {
    if options.isJSON {
      var printer = try JSONBookPrinter(options, own: own, console: console, stream: stream)
      for (book, metadata) in books {
        try printer.print(book, metadata.map { MetadataEntry(provider: $0.provider, state: .loaded($0)) })
      }
      return try printer.finish()
    }
    for (index, (book, metadata)) in books.enumerated() {
      if index > 0 { try stream.write("\n") }
      try BookDetails(book, metadata, own: own, console: console).write(to: stream)
    }
  }

  func write(to stream: StandardStream) throws {
    let lines = LabelledLines(labelWidth: Self.labelWidth, stream: stream, settings: console.outputSettings)
    for (index, group) in groups.enumerated() {
      // A pipe or file receives no empty lines, so that every line has a label and a value.
      if index > 0, console.isTerminal { try stream.write("\n") }
      for (label, value) in group { try lines.write(label, value, style: label == "title" ? .bold : .plain) }
    }
    if !metadata.isEmpty, console.isTerminal { try stream.write("\n") }
    try metadataDetails.write(metadata, to: lines, labelWidth: Self.labelWidth)
  }

  /// Returns the book's fields and the metadata from providers as labels and values.
  func labelledValues() -> [(String, String)] {
    groups.flatMap(\.self) + metadataDetails.labelledValues(metadata)
  }

  private var metadataDetails: MetadataDetails { MetadataDetails(console: console, now: Date()) }

  private var groups: [[(String, String)]] {
    let own = own.values(of: book).map { ($0.name, shown.text(of: $0.field, $1, in: book)) }
    let groups = [
      [("id", String(book.id))] + values(of: ShownFields.edition), values(of: ShownFields.reading),
      values(of: ShownFields.possession) + own,
      values(of: [.added]) + [("changed", shown.time(book.changed)), ("uuid", book.uuid.lowercaseText)],
    ]
    return groups.filter { !$0.isEmpty }
  }

  private var shown: ShownValues { ShownValues(isTerminal: console.isTerminal) }

  private func values(of fields: [BookField]) -> [(String, String)] {
    fields.compactMap { field in
      guard let text = book[field].map({ shown.text(of: field, $0, in: book) }), !text.isEmpty else { return nil }
      return (ShownFields.words(of: field), text)
    }
  }
}

extension ShownValues {
  /// Creates the formatter for values. A terminal shows grouped numbers and local times; programs receive a form that
  /// they can parse.
  init(isTerminal: Bool) {
    self.init(
      number: { isTerminal ? $0.grouped : String($0) }, instant: { isTerminal ? $0.localTime : $0.rfc3339 })
  }
}
