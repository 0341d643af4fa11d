import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct TreeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", meanings: ["authors", "tags", "groups"],
    abstract: "Show books grouped by author, series, tag, year or language.",
    discussion: """
      A book with several authors or tags is in each of their groups. Pipes and files get one tab-separated line per
      book: group, id, title; with --groups: group, number of books.
      """,
    examples: [
      Example("catalog tree --by author"), Example("catalog tree --by tag --groups", "only the counts"),
      Example("catalog tree --by series author:tolkien"),
    ], group: .reading, takesQuery: true)

  @Option(help: "How to group the books.", valueName: "what") var by: BookGrouping
  @Flag(help: "Show only the groups and their numbers of books.") var groups = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A query (default: all books).", valueName: "query", completion: .values(.query))
  var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["by": _by, "groups": _groups, "json": _json, "global": _global, "query": _query]
  }

  mutating func run() throws {
    let console = global.console
    let (by, groups, query) = (by, groups, BookQuery(query.joined(separator: " ")))
    let catalog = try global.openForReading()
    try console.noteProblems(of: query, in: catalog)
    let found = try catalog.read { try $0.groups(by: by, of: query, withBooks: !groups) }
    try console.paged { stream in
      var printer = GroupPrinter(by: by, console: console, stream: stream, isJSON: json, showsBooks: !groups)
      var lines = LinesAhead(catalog, of: found, withAuthors: printer.showsAuthors)
      for group in found { try printer.print(group) { try lines.line(of: $0) } }
      try printer.finish()
    }
    if found.isEmpty, console.hasReader { console.diagnostics.line("no books to group by \(by.rawValue)") }
  }
}

extension BookGrouping: ExpressibleByArgument {}

/// A reader that prefetches the lines to print for books. It reads batches of 500 books, each in its own transaction.
/// The user may look at the tree for a long time, and a single long transaction would keep the write-ahead log from
/// being truncated.
private struct LinesAhead {
  private static let atOnce = 500

  private let catalog: BookCatalog
  private let withAuthors: Bool
  private var ids: AnyIterator<Book.ID>
  private var lines: ArraySlice<BookLine> = []

  init(_ catalog: BookCatalog, of groups: [BookGroup], withAuthors: Bool) {
    self.catalog = catalog
    self.withAuthors = withAuthors
    ids = AnyIterator(groups.lazy.flatMap(\.ids).makeIterator())
  }

  /// Returns the line to print for the next book; `nil` if the book no longer exists.
  mutating func line(of id: Book.ID) throws -> BookLine? {
    if lines.isEmpty {
      let next = Array(ids.prefix(Self.atOnce))
      let withAuthors = withAuthors
      lines = try catalog.read { try $0.lines(of: next, withAuthors: withAuthors)[...] }
    }
    return lines.first?.id == id ? lines.popFirst() : nil
  }
}

/// A printer that prints the groups of a tree one after the other.
private struct GroupPrinter {
  let by: BookGrouping
  let console: Console
  let stream: StandardStream
  let showsBooks: Bool
  private var json: JSONWriter?

  init(by: BookGrouping, console: Console, stream: StandardStream, isJSON: Bool, showsBooks: Bool) {
    self.by = by
    self.console = console
    self.stream = stream
    self.showsBooks = showsBooks
    if isJSON {
      json = JSONWriter(for: console.outputSettings)
      json?.beginArray()
    }
  }

  /// True if the authors are printed with each book.
  var showsAuthors: Bool { console.isTerminal && json == nil && by != .author }

  /// Prints a group.
  ///
  /// - Parameter line: A closure that returns the line to print for a book. It is called for the books in the group, in
  ///   order.
  mutating func print(_ group: BookGroup, _ line: (Book.ID) throws -> BookLine?) throws {
    if json != nil { return try printJSON(group, line) }
    if !console.isTerminal { return try printFields(group, line) }
    let color = console.outputSettings.usesColor
    let label = group.label.map { VisibleText.forTerminal($0) } ?? "(no \(by.rawValue))"
    let count = Style.dim.applied(to: "(\(group.count.grouped))", when: color)
    try stream.write("\(Style.bold.applied(to: label, when: color)) \(count)\n")
    let symbols = console.outputSettings.symbols
    for (index, id) in group.ids.enumerated() {
      guard let book = try line(id) else { continue }
      let branch = index == group.ids.count - 1 ? symbols.lastBranch : symbols.branch
      let room = max(1, console.outputSettings.width - DisplayWidth.of(branch))
      let text = DisplayWidth.truncate(
        VisibleText.forTerminal(text(of: book)), to: room, ellipsis: symbols.ellipsis)
      try stream.write("\(branch)\(text)\n")
    }
  }

  mutating func finish() throws {
    guard json != nil else { return }
    json?.endArray()
    json?.endLine()
    try flushJSON()
  }

  private func text(of book: BookLine) -> String {
    let number = by == .series ? book.seriesNumber.map { "#\($0.shortest) " } ?? "" : ""
    let authors = by == .author || book.authors.isEmpty ? "" : " by \(book.authors.joined(separator: ", "))"
    let year = by == .year ? "" : book.year.map { " (\($0))" } ?? ""
    return "\(number)\(book.title)\(authors)\(year)"
  }

  private func printFields(_ group: BookGroup, _ line: (Book.ID) throws -> BookLine?) throws {
    func write(_ fields: [String]) throws {
      var row: [UInt8] = []
      for (index, field) in fields.enumerated() {
        if index > 0 { row.append(UInt8(ascii: "\t")) }
        VisibleText.appendField(field, to: &row)
      }
      row.append(UInt8(ascii: "\n"))
      try stream.write(row)
    }
    let label = group.label ?? ""
    if !showsBooks { return try write([label, String(group.count)]) }
    for id in group.ids {
      if let book = try line(id) { try write([label, String(id), book.title]) }
    }
  }

  private mutating func printJSON(_ group: BookGroup, _ line: (Book.ID) throws -> BookLine?) throws {
    json?.beginObject()
    json?.member(by.rawValue, group.label)
    json?.member("count", group.count)
    if showsBooks {
      json?.key("books")
      json?.beginArray()
      for id in group.ids {
        guard let book = try line(id) else { continue }
        json?.beginObject()
        json?.member("id", id)
        json?.member("title", book.title)
        json?.endObject()
        try flushJSON()
      }
      json?.endArray()
    }
    json?.endObject()
    try flushJSON()
  }

  private mutating func flushJSON() throws {
    try stream.write(json?.bytes ?? [])
    json?.removeWrittenBytes()
  }
}
