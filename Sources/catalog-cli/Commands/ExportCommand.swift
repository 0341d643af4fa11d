import Catalog
import CatalogSources
import CommandLineKit

struct ExportCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", meanings: ["dump", "save"], abstract: "Export books for another catalog or program.",
    discussion: """
      All books are exported, or with --matching those that a query finds ('catalog help query'). What looks like a condition
      and is none is an error, and no file is written.

      Writes JSON Lines, or CSV when the file's name ends in .csv; --format goodreads is the table that Goodreads, StoryGraph,
      Hardcover and BookWyrm import, with whole stars and without the fields they do not know. A name that ends in .mrc or
      .marcxml is for libraries: records of MARC 21, without what is personal. An export otherwise holds
      every field, your own included, and the UUID by which a book is recognised; for all the rest (history, sources) use
      'catalog backup'. Files and pipes get texts as they are; on a terminal control characters are made visible.

      BibTeX (.bib), RIS (.ris) and CSL-JSON (--format csl-json) are for programs that cite; --ascii writes BibTeX with
      commands of LaTeX for all that is not ASCII. What they have no names for stands in them under names of the
      catalog's own, so that an import reads all of it back.

      A spreadsheet runs a cell that begins with =, +, - or @ as a formula, whoever wrote it. --spreadsheet puts an
      apostrophe in front of such cells, and in front of the header; 'catalog import' removes them again.
      """,
    examples: [
      Example("catalog export books.jsonl"), Example("catalog export books.csv"),
      Example("catalog export --matching 'is:read finished:2024' read.csv", "what a query finds"),
      Example("catalog export --matching @unread-sf --format goodreads sf.csv", "what a saved search finds"),
      Example("catalog export --spreadsheet books.csv", "for a spreadsheet"),
      Example("catalog export --format goodreads books.csv", "for a service on the web"),
      Example("catalog export books.mrc", "for a library"),
      Example("catalog export --matching tag:thesis --ascii sources.bib", "for LaTeX"),
      Example("catalog export | gzip > books.jsonl.gz"),
    ], group: .sources)

  @Option(help: "The format; by default that of the file's name, else JSON Lines.") var format: ExportFormat?
  @Option(help: "Export only the books that match a query.", valueName: "query", completion: .values(.query))
  var matching: String?
  @Flag(help: "Mark what a spreadsheet would run as a formula.") var spreadsheet = false
  @Flag(help: "Write BibTeX with commands of LaTeX for all that is not ASCII.") var ascii = false
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The file; by default, or with -, standard output.", valueName: "file", completion: .file())
  var file: String?

  var declarations: ArgumentDeclarations {
    [
      "format": _format, "matching": _matching, "spreadsheet": _spreadsheet, "ascii": _ascii, "force": _force,
      "global": _global,
      "file": _file,
    ]
  }

  private var path: String? { file == "-" ? nil : file }
  /// The format to write; `nil` if the file's extension is not that of a known format.
  private var chosenFormat: ExportFormat? { format ?? path.map { ExportFormat(path: $0) } ?? .jsonLines }

  mutating func validate() throws {
    if let path, matching == nil, path.contains(/^(@|[a-z.-]+[:~])/.ignoresCase()) {
      throw ValidationError(
        "\(quoted(path)) looks like a query: what it finds is exported by --matching \(quoted(path)) FILE, and a file of that "
          + "name is './\(path)'")
    }
    if chosenFormat == nil, let path {
      let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("the ending of \(quoted(path)) is that of no format: add --format, one of \(known)")
    }
    if let matching, matching.trimmed().isEmpty { throw ValidationError("--matching needs a query") }
    if spreadsheet, chosenFormat != .csv { throw ValidationError("--spreadsheet is for CSV: add --format csv") }
    if ascii, chosenFormat != .bibtex { throw ValidationError("--ascii is for BibTeX: add --format bibtex") }
  }

  mutating func run() throws {
    let console = global.console
    let path = path
    let isShown = path == nil && console.isTerminal
    let catalog = try global.openForReading()
    // A single snapshot from the query to the last book, so that the selected books are the exported ones.
    let (count, left) = try catalog.read { snapshot in
      let query = try matching.map(snapshot.query(meant:))
      let export = BookExport(
        format: chosenFormat ?? .jsonLines, isForSpreadsheets: spreadsheet, isASCII: ascii,
        fields: try snapshot.fields(),
        alsoEscaping: isShown ? VisibleText.isHazard : nil)
      let target = try path.map { try OutputFile(path: $0, replaces: force, catalog: global.path) }
      func write(_ bytes: [UInt8]) throws {
        if let target { return try target.write(bytes) }
        guard isShown else { return try console.output.write(bytes) }
        try console.print(VisibleText.forTerminal(String(decoding: bytes, as: UTF8.self), keepingLineBreaks: true))
      }
      var count = 0
      var left = PartsLeftOut()
      func writeLine(of book: Book) throws {
        if count > 0 { try write(export.separator) }
        count += 1
        let unknown = export.writesUnknown ? try snapshot.unknown(of: book.id) : []
        try write(export.line(for: book, unknown: unknown) { left.add($0, of: book) })
      }
      try write(export.beginning)
      if let query {
        // In the order of ids, as in an export of all books.
        for id in try snapshot.ids(of: query) { if let book = try snapshot.book(id) { try writeLine(of: book) } }
      } else {
        try snapshot.forEachBookByID(writeLine)
      }
      try write(export.end)
      try target?.finish()
      return (count, left)
    }
    if let note = left.note { console.diagnostics.note(note) }
    if let path { console.diagnostics.line("exported \(count.counted("book")) to \(path)") }
  }
}

/// The values that did not fit in the records of an export.
private struct PartsLeftOut {
  private var parts = 0
  private var books = 0
  private var first: (part: String, book: Book)?
  private var last: Book.ID?

  mutating func add(_ part: String, of book: Book) {
    parts += 1
    if last != book.id { books += 1 }
    last = book.id
    if first == nil { first = (part, book) }
  }

  var note: String? {
    first.map { part, book in
      "left out \(parts.counted("field")) of \(books.counted("book")), since a record of ISO 2709 has no room for them, such "
        + "as \(part) of book \(book.id), \(quoted(book.title.shortened(to: 60))): a file that ends in .marcxml holds all"
    }
  }
}
