import Catalog
import CatalogSources
import FoundationEssentials

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of books.",
    examples: [
      Example("catalog show 42", "by number"),
      Example("catalog show 978-0-441-01359-3", "by ISBN"),
      Example("catalog show 42 --cover", "with its cover, on terminals that show images"),
      Example("catalog show 42 --json", "for a program"),
    ], group: .reading)

  @Flag(help: "Draw the cover, on a terminal that shows images.") var cover = false
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A number, an ISBN or a UUID.", valueName: "book") var books: [String]

  var declarations: ArgumentDeclarations { ["cover": _cover, "output": _output, "global": _global, "books": _books] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let found = try catalog.read { snapshot in
      try BookArguments.books(books, snapshot).map { ($0, try snapshot.metadata(of: $0)) }
    }
    if cover { return try showWithCovers(found, catalog) }
    try console.paged { stream in
      if output.isJSON {
        var printer = try JSONBookPrinter(output, console: console, stream: stream)
        for (book, metadata) in found {
          try printer.print(book, metadata.map { MetadataEntry(provider: $0.provider, state: .loaded($0)) })
        }
        return try printer.finish()
      }
      for (index, (book, metadata)) in found.enumerated() {
        if index > 0 { try stream.write("\n") }
        try BookDetails(book, metadata, console: console).write(to: stream)
      }
    }
  }

  /// Pagers show no images, so that there is none here.
  private func showWithCovers(_ found: [(Book, [BookMetadata])], _ catalog: BookCatalog) throws {
    let console = global.console
    let finder = CoverFinder(catalog: catalog, environment: console.environment, provider: nil)
    for (index, (book, metadata)) in found.enumerated() {
      if index > 0 { try console.print("\n") }
      try BookDetails(book, metadata, console: console).write(to: console.output)
      let command = global.commandLine(["cover", String(book.id), "-o"])
      guard let images = TerminalImages(environment: console.environment, isTerminal: console.isTerminal) else {
        console.diagnostics.hint("this terminal shows no images: \(command) FILE")
        continue
      }
      let cover = try finder.cover(ofBook: String(book.id)).cover
      guard let drawing = images.drawing(cover) else {
        console.diagnostics.hint(
          "this \(cover.image.kind.rawValue) image cannot be shown on this terminal: \(command) FILE")
        continue
      }
      try console.print(drawing + "\n")
    }
  }
}

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
