import Catalog
import CatalogSources

struct TreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree", abstract: "Show books grouped by author, series, tag, year or language.",
    discussion: """
      A book of two authors, or of several tags, stands in each group. Elsewhere than on a terminal the output is one line a
      book, tab-separated: group, id, title; with --groups: group, number of books.
      """,
    examples: [
      Example("catalog tree --by author"), Example("catalog tree --by tag --groups", "how many of each"),
      Example("catalog tree --by series author:tolkien"),
    ], group: .reading, takesQuery: true)

  @Option(help: "What to group by.", valueName: "what") var by: BookGrouping
  @Flag(help: "Show the groups only, with their numbers of books.") var groups = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What the books must match; all without one.", valueName: "query") var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["by": _by, "groups": _groups, "json": _json, "global": _global, "query": _query]
  }

  mutating func run() throws {
    let console = global.console
    let (by, groups, words) = (by, groups, query.joined(separator: " "))
    var count = 0
    let catalog = try global.openForReading()
    try console.paged { stream in
      var printer = GroupPrinter(by: by, console: console, stream: stream, isJSON: json, showsBooks: !groups)
      try catalog.read { snapshot in
        try snapshot.forEachGroup(by: by, of: words, withBooks: !groups) { group in
          count += 1
          try printer.print(group)
        }
      }
      try printer.finish()
    }
    if count == 0, console.hasReader { console.diagnostics.line("no books to group by \(by.rawValue)") }
  }
}

extension BookGrouping: ExpressibleByArgument {}

/// Prints the groups of a hierarchy one after the other.
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

  mutating func print(_ group: BookGroup) throws {
    if json != nil { return try printJSON(group) }
    if !console.isTerminal { return try printFields(group) }
    let color = console.outputSettings.usesColor
    let label = group.label.map { VisibleText.forTerminal($0) } ?? "(no \(by.rawValue))"
    let count = Style.dim.applied(to: "(\(group.count.grouped))", when: color)
    try stream.write("\(Style.bold.applied(to: label, when: color)) \(count)\n")
    let symbols = console.outputSettings.symbols
    for (index, book) in group.books.enumerated() {
      let branch = index == group.books.count - 1 ? symbols.lastBranch : symbols.branch
      let room = max(1, console.outputSettings.width - DisplayWidth.of(branch))
      let text = DisplayWidth.truncate(
        VisibleText.forTerminal(line(of: book)), to: room, ellipsis: symbols.ellipsis)
      try stream.write("\(branch)\(text)\n")
    }
  }

  mutating func finish() throws {
    guard json != nil else { return }
    json?.endArray()
    json?.endLine()
    try flushJSON()
  }

  private func line(of book: Book) -> String {
    let number = by == .series ? book.seriesNumber.map { "#\($0.shortest) " } ?? "" : ""
    let authors = by == .author || book.authors.isEmpty ? "" : " by \(book.authors.joined(separator: ", "))"
    let year = by == .year ? "" : book.published.map { " (\($0.year))" } ?? ""
    return "\(number)\(book.title)\(authors)\(year)"
  }

  private func printFields(_ group: BookGroup) throws {
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
    for book in group.books { try write([label, String(book.id), book.title]) }
  }

  private mutating func printJSON(_ group: BookGroup) throws {
    json?.beginObject()
    json?.member(by.rawValue, group.label)
    json?.member("count", group.count)
    if showsBooks {
      json?.key("books")
      json?.beginArray()
      for book in group.books {
        json?.beginObject()
        json?.member("id", book.id)
        json?.member("title", book.title)
        json?.endObject()
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
