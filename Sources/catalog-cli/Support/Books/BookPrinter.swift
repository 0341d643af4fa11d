import Catalog
import CommandLineKit

/// Books of a list as they were read, to be printed when nothing is read any more: a pipe or a pager may keep who writes
/// waiting for days, and a read that lasts keeps the log from being emptied.
struct ListedBooks {
  let books: [Book]
  /// How far each one's metadata is, where that is shown.
  let metadata: [MetadataEntry]?
}

/// Prints books in the form that was asked for.
struct BookPrinter {
  private var table: TableWriter?
  private var json: JSONBookPrinter?
  private let highlighter: SearchHighlighter?
  private let metadata: ListedMetadata?
  private let settings: TerminalSettings

  /// - Parameters:
  ///   - query: what was searched for, whose words are marked in colour; `nil` for no marks.
  ///   - metadata: tells how far books' metadata is, where that is to be shown.
  ///   - own: the fields that the user made.
  init(
    _ options: JSONOptions, own: OwnFields, console: Console, stream: StandardStream, marking query: BookQuery?,
    metadata: ListedMetadata? = nil
  ) throws {
    self.metadata = metadata
    settings = console.outputSettings
    highlighter = console.outputSettings.usesColor ? query.map(SearchHighlighter.init) : nil
    if options.isJSON {
      json = try JSONBookPrinter(options, own: own, console: console, stream: stream)
    } else {
      table = TableWriter(
        columns: BookTableColumns.columns(withMetadata: metadata != nil), stream: stream,
        settings: console.outputSettings)
    }
  }

  /// Reads what is printed of books, in the view of the catalog that they come from.
  func listed(_ books: [Book], _ snapshot: CatalogSnapshot) throws -> ListedBooks {
    ListedBooks(books: books, metadata: try metadata?.entries(of: books, snapshot))
  }

  mutating func print(_ listed: ListedBooks) throws {
    for (index, book) in listed.books.enumerated() {
      let entry = listed.metadata?[index]
      if json != nil { try json?.print(book, entry.map { [$0] }) }
      guard table != nil else { continue }
      var cells = BookTableColumns.cells(of: book, settings, highlighter)
      if let metadata, let entry { cells.append(metadata.cell(of: entry, settings)) }
      try table?.write(cells)
    }
  }

  mutating func finish() throws {
    try json?.finish()
    try table?.finish()
  }
}
