import Catalog
import CatalogSources
import CommandLineKit

/// A printer for changes to books as they happen. It prints a table on a terminal, and tab-separated fields or JSON
/// lines for programs.
struct ChangePrinter {
  /// The category of a change.
  enum Change: String {
    /// Not a change: the book is on a first page, which is printed at the start and after too many changes.
    case listed
    case added, changed, removed
  }

  private let console: Console
  private let own: OwnFields
  private let columns: [ListColumn]
  private var table: TableWriter?
  private var json: JSONWriter

  init(own: OwnFields, console: Console, isJSON: Bool) {
    (self.own, self.console) = (own, console)
    columns = console.isTerminal ? ListColumn.standard : ListColumn.plain
    json = JSONWriter(for: console.outputSettings, onePerLine: true)
    if !isJSON {
      table = TableWriter(
        columns: [TableColumn("CHANGE", importance: 8)] + columns.map(\.table), stream: console.output,
        settings: console.outputSettings)
    }
  }

  mutating func print(_ change: Change, _ book: Book) throws {
    guard table == nil else {
      let text = change == .listed && console.isTerminal ? "" : change.rawValue
      return try table?.write(
        [TableCell(text, style: change == .added ? .green : .yellow)]
          + columns.map { $0.cell(of: book, console.outputSettings, nil) }) ?? ()
    }
    try printObject(change.rawValue, book.id, book)
  }

  mutating func printRemoved(_ id: Book.ID) throws {
    guard table == nil else {
      let rest = columns.dropFirst().map { _ in TableCell("") }
      let cells = [TableCell(Change.removed.rawValue, style: .red), TableCell(String(id), style: .dim)] + rest
      return try table?.write(cells) ?? ()
    }
    try printObject(Change.removed.rawValue, id, nil)
  }

  /// Reports that too many books have changed to list them individually. The caller should then print the first page
  /// again.
  mutating func printMany() throws {
    guard table == nil else { return console.diagnostics.note("many books changed; this is the new first page:") }
    try printObject("many", nil, nil)
  }

  /// Writes out everything printed so far.
  mutating func flush() throws {
    try table?.finish()
    try console.output.flush()
  }

  func noteBlindness() {
    console.diagnostics.warning("the system has no file watches left, so changes by other processes are not shown")
  }

  private mutating func printObject(_ change: String, _ id: Book.ID?, _ book: Book?) throws {
    json.beginObject()
    json.member("change", change)
    json.member("id", id)
    json.key("book")
    if let book { BookJSON.write(book, own: own, to: &json) } else { json.string(nil) }
    json.endObject()
    json.endLine()
    try console.output.write(json.bytes)
    json.removeWrittenBytes()
  }
}
