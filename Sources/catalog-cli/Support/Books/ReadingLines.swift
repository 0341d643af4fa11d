import Catalog
import CommandLineKit
import Platform

/// Text about books that are being read: how far the reader is.
struct ReadingLines {
  /// The width of a bar, in cells.
  private static let barCells = 10

  let symbols: TerminalSymbols

  /// Returns one line about a book, such as “42 Dune, Frank Herbert (since 2026-11-20)  ███░░░░░░░ 29%, page 120”.
  func line(of book: Book) -> String {
    let author = book.authors.first.map { ", \($0)" } ?? ""
    let since =
      book.readState == .paused ? " (paused)" : book.started.map { " (since \($0))" } ?? ""
    return "\(book.id) \(book.title)\(author)\(since)" + (position(of: book).map { "  \($0)" } ?? "")
  }

  /// Returns the position in the current reading, such as “███░░░░░░░ 29%, page 120”; `nil` if it is unknown.
  func position(of book: Book) -> String? {
    guard let position = book.position else { return nil }
    guard let percent = position.percent(of: book) else { return position.place.words }
    let bar = Self.bar(percent, cells: Self.barCells, symbols)
    if case .percent = position.place { return bar }
    return "\(bar), \(position.place.words)"
  }

  /// Returns a bar with its percentage, such as “███░░ 60%”.
  ///
  /// - Parameters:
  ///   - percent: The part that is filled, from 0 to 100.
  ///   - cells: The width of the bar without the percentage.
  static func bar(_ percent: Int, cells: Int, _ symbols: TerminalSymbols) -> String {
    "\(symbols.bar(percent * cells / 100, of: cells)) \(percent)%"
  }
}

/// The output of the command `progress`: the books that are being read, or the log of one book.
struct ReadingList {
  let global: GlobalOptions

  /// Writes a line for each book.
  func write(_ books: [Book], asJSON: Bool) throws {
    if asJSON { return try writeJSON(books) }
    let console = global.console
    guard !books.isEmpty else {
      return try console.line(
        "you are not reading any book; to begin one: \(global.commandLine(["mark"])) BOOK reading")
    }
    let lines = ReadingLines(symbols: console.outputSettings.symbols)
    for book in books { try console.line(lines.line(of: book)) }
  }

  /// Writes all positions in a book, the latest first.
  func writeLog(of book: Book, asJSON: Bool) throws {
    if asJSON { return try writeJSON([book]) }
    let console = global.console
    guard !book.progress.isEmpty else {
      return try console.line(
        "\(book.title): no position yet; to enter one: \(global.commandLine(["progress", String(book.id)])) PAGE")
    }
    if console.isTerminal {
      try console.line(ReadingLines(symbols: console.outputSettings.symbols).line(of: book))
    }
    var table = TableWriter(
      columns: [
        TableColumn("DAY"), TableColumn("POSITION"), TableColumn("PART", alignment: .right), TableColumn("FROM"),
      ],
      stream: console.output, settings: console.outputSettings)
    for position in book.progress.sorted().reversed() {
      let cells = [
        position.day.description, position.place.words,
        position.percent(of: book).map { "\($0)%" } ?? "",
        position.origin == .device ? "e-reader" : "you",
      ]
      try table.write(cells.map { TableCell($0) })
    }
    try table.finish()
  }

  private func writeJSON(_ books: [Book]) throws {
    let options = JSONOptions()
    options.json = "id,title,authors,readState,started,pages,duration,progress"
    let console = global.console
    var printer = try JSONBookPrinter(options, own: OwnFields(), console: console, stream: console.output)
    for book in books { try printer.print(book, nil) }
    try printer.finish()
  }
}
