import Catalog

/// Prints books in the form that was asked for.
struct BookPrinter {
  private var table: TableWriter?
  private var json: JSONBookPrinter?
  private let isTerminal: Bool
  private let highlighter: SearchHighlighter?

  /// - Parameter query: what was searched for, whose words are marked in colour.
  init(_ options: JSONOptions, console: Console, stream: StandardStream, query: String? = nil) throws {
    isTerminal = console.isTerminal
    highlighter = console.outputSettings.usesColor ? query.map(SearchHighlighter.init) : nil
    if options.isJSON {
      json = try JSONBookPrinter(options, console: console, stream: stream)
    } else {
      table = TableWriter(columns: BookTableColumns.columns, stream: stream, settings: console.outputSettings)
    }
  }

  mutating func print(_ book: Book) throws {
    try json?.print(book)
    try table?.write(BookTableColumns.cells(of: book, isTerminal: isTerminal, highlighter))
  }

  mutating func finish() throws {
    try json?.finish()
    try table?.finish()
  }
}
