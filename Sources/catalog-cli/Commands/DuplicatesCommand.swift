import Catalog
import CatalogSources
import CommandLineKit

struct DuplicatesCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Find books that may be the same book.",
    discussion: """
      Finds books with the same ISBN or identifier, books with the same title and authors and no different ISBNs, and behind
      them, as 'alike', books that may be one, written otherwise: with a series or a subtitle in the title, with initials,
      or with the first author alone. 'catalog merge' makes one book of them.
      """,
    examples: [Example("catalog duplicates"), Example("catalog merge 7 12", "the first keeps its number")],
    group: .reading)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    var groups: [DuplicateGroup] = []
    try catalog.read { try $0.forEachDuplicate { groups.append($0) } }
    try console.paged { stream in
      var printer = DuplicatePrinter(isJSON: json, console: console, stream: stream)
      for (index, group) in groups.enumerated() {
        let books = json ? [] : try catalog.read { try group.books.compactMap($0.book) }
        try printer.print(group, number: index + 1, books)
      }
      try printer.finish()
    }
    guard console.hasReader, global.exists else { return }
    guard let first = groups.first else {
      return console.diagnostics.line("no books share an ISBN, an identifier, or title and authors")
    }
    guard !json else { return }
    let command = global.commandLine(["merge"] + first.books.map(String.init))
    console.diagnostics.line("\(groups.count.counted("group")). Merge the first: \(command)")
  }
}

/// Prints groups of books in the form that was asked for.
private struct DuplicatePrinter {
  private var table: TableWriter?
  private var json: JSONArrayPrinter?

  init(isJSON: Bool, console: Console, stream: StandardStream) {
    if isJSON {
      json = JSONArrayPrinter(console: console, stream: stream)
    } else {
      table = TableWriter(
        columns: [
          TableColumn("GROUP", alignment: .right, importance: 7), TableColumn("ID", alignment: .right, importance: 9),
          TableColumn("TITLE", minimumWidth: 20, importance: 8),
          TableColumn("AUTHORS", minimumWidth: 12, importance: 4),
          TableColumn("YEAR", alignment: .right, importance: 5), TableColumn("SAME", importance: 3),
        ], stream: stream, settings: console.outputSettings)
    }
  }

  /// - Parameter books: those of the group, for a table.
  mutating func print(_ group: DuplicateGroup, number: Int, _ books: [Book]) throws {
    try json?.print { Self.write(group, to: &$0) }
    guard table != nil else { return }
    let reason =
      switch group.reason {
      case .isbn(let isbn): "ISBN \(isbn.digits)"
      case .identifier(let identifier): "\(identifier.type) \(identifier.value)"
      case .titleAndAuthors: "title and authors"
      case .alike: "alike"
      }
    for book in books {
      try table?.write([
        TableCell(String(number), style: .dim), TableCell(String(book.id)), TableCell(book.title),
        TableCell(book.authors.joined(separator: "; ")), TableCell(book.published.map { String($0.year) } ?? ""),
        TableCell(reason),
      ])
    }
  }

  mutating func finish() throws {
    try table?.finish()
    try json?.finish()
  }

  private static func write(_ group: DuplicateGroup, to json: inout JSONWriter) {
    json.beginObject()
    let (same, isbn, identifier): (String, ISBN?, BookIdentifier?) =
      switch group.reason {
      case .isbn(let isbn): ("isbn", isbn, nil)
      case .identifier(let identifier): ("identifier", nil, identifier)
      case .titleAndAuthors: ("titleAndAuthors", nil, nil)
      case .alike: ("alike", nil, nil)
      }
    json.member("same", same)
    json.member("isbn13", isbn?.digits)
    json.key("identifier")
    if let identifier {
      json.beginObject()
      json.member("type", identifier.type)
      json.member("value", identifier.value)
      json.endObject()
    } else {
      json.null()
    }
    json.key("ids")
    json.beginArray()
    for id in group.books { json.integer(id) }
    json.endArray()
    json.endObject()
  }
}
