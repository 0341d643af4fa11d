import Catalog

/// Prints books in the form that was asked for.
struct BookPrinter {
  private var table: TableWriter?
  private var json: JSONBookPrinter?
  private let isTerminal: Bool
  private let highlighter: SearchHighlighter?
  private let metadata: MetadataStateReader?
  private let settings: TerminalSettings

  /// - Parameters:
  ///   - query: what was searched for, whose words are marked in colour.
  ///   - metadata: tells how far books' metadata is, where that is to be shown.
  init(
    _ options: JSONOptions, console: Console, stream: StandardStream, query: String? = nil,
    metadata: MetadataStateReader? = nil
  ) throws {
    isTerminal = console.isTerminal
    self.metadata = metadata
    settings = console.outputSettings
    highlighter = console.outputSettings.usesColor ? query.map(SearchHighlighter.init) : nil
    if options.isJSON {
      json = try JSONBookPrinter(options, console: console, stream: stream)
    } else {
      table = TableWriter(
        columns: BookTableColumns.columns(withMetadata: metadata != nil), stream: stream,
        settings: console.outputSettings)
    }
  }

  mutating func print(_ book: Book) throws {
    if json != nil { try json?.print(book, try metadata.map { [try $0.entry(of: book)] }) }
    guard table != nil else { return }
    var cells = BookTableColumns.cells(of: book, isTerminal: isTerminal, highlighter)
    if let metadata { cells.append(try metadata.cell(of: book, settings)) }
    try table?.write(cells)
  }

  mutating func finish() throws {
    try json?.finish()
    try table?.finish()
  }
}
