import Catalog
import CatalogSources
import CommandLineKit

/// A page of books and the data to print with them. It is printed after the read transaction has ended: a pipe or pager
/// can block the output for days, and a long transaction would keep the write-ahead log from being truncated.
struct ListedBooks {
  let books: [Book]
  /// The metadata state of each book; `nil` if metadata is not shown.
  let metadata: [MetadataEntry]?
}

/// A printer for books, in the form that the user requested.
struct BookPrinter {
  private let columns: [ListColumn]
  private var table: TableWriter?
  /// A closure that returns the printed line for a book, in CSV or from a template; `nil` for a table or JSON.
  private var line: ((Book) -> [UInt8])?
  private let stream: StandardStream
  private var json: JSONBookPrinter?
  private let highlighter: SearchHighlighter?
  private let metadata: ListedMetadata?
  private let settings: TerminalSettings

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - form: The form of the output, unless the output is JSON.
  ///   - own: The user-defined fields.
  ///   - query: The query whose matches are highlighted; `nil` for none.
  ///   - metadata: The source of metadata states; `nil` if metadata is not shown.
  init(
    _ options: JSONOptions, form: ListForm, own: OwnFields, console: Console, stream: StandardStream,
    marking query: BookQuery?,
    metadata: ListedMetadata? = nil
  ) throws {
    self.metadata = metadata
    self.stream = stream
    settings = console.outputSettings
    highlighter = console.outputSettings.usesColor ? query.map(SearchHighlighter.init) : nil
    columns = if case .table(let columns) = form { columns } else { [] }
    if options.isJSON {
      json = try JSONBookPrinter(options, own: own, console: console, stream: stream)
      return
    }
    let isTerminal = settings.isTerminal
    switch form {
    case .table(let columns):
      table = TableWriter(
        columns: columns.map(\.table) + (metadata == nil ? [] : [ListColumn.readers]), stream: stream,
        settings: settings)
    case .lines(let lines): line = { Array(lines.line(of: $0, isTerminal: isTerminal).utf8) }
    case .csv(let columns, let own):
      func row(_ cells: [String]) -> [UInt8] {
        CSVCell.row(isTerminal ? cells.map { VisibleText.forTerminal($0, keepingLineBreaks: true) } : cells)
      }
      try stream.write(row(columns.map { $0.value.name(own) }))
      line = { book in row(columns.map { $0.value.typedText(of: book) }) }
    }
  }

  /// Reads the additional data to print for books. The snapshot must be the one that the books were read from.
  func listed(_ books: [Book], _ snapshot: CatalogSnapshot) throws -> ListedBooks {
    ListedBooks(books: books, metadata: try metadata?.entries(of: books, snapshot))
  }

  mutating func print(_ listed: ListedBooks) throws {
    for (index, book) in listed.books.enumerated() {
      let entry = listed.metadata?[index]
      if json != nil { try json?.print(book, entry.map { [$0] }) }
      if let line { try stream.write(line(book)) }
      guard table != nil else { continue }
      var cells = columns.map { $0.cell(of: book, settings, highlighter) }
      if let metadata, let entry { cells.append(metadata.cell(of: entry, settings)) }
      try table?.write(cells)
    }
  }

  mutating func finish() throws {
    try json?.finish()
    try table?.finish()
    if line != nil { try stream.flush() }
  }
}
