import Catalog
import CatalogSources
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
  private let columns: [ListColumn]
  private var table: TableWriter?
  /// Makes a line of each book that is neither a row of a table nor JSON.
  private var line: ((Book) -> [UInt8])?
  private let stream: StandardStream
  private var json: JSONBookPrinter?
  private let highlighter: SearchHighlighter?
  private let metadata: ListedMetadata?
  private let settings: TerminalSettings

  /// - Parameters:
  ///   - form: what is printed where it is not JSON.
  ///   - query: what was searched for, whose words are marked in colour; `nil` for no marks.
  ///   - metadata: tells how far books' metadata is, where that is to be shown.
  ///   - own: the fields that the user made.
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

  /// Reads what is printed of books, in the view of the catalog that they come from.
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
