import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct ExportCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", meanings: ["dump", "save"], abstract: "Export books for another catalog or program.",
    discussion: """
      Exports all books, or with --matching those that match a query ('catalog help query'). An unknown filter in the
      query is an error, and no file is written.

      Writes JSON Lines, or CSV if the file's name ends in .csv. --format goodreads writes the table that Goodreads,
      StoryGraph, Hardcover and BookWyrm import, with ratings in whole stars and only the fields that they support.
      Names that end in .mrc or .marcxml write MARC 21 records for libraries, without personal data. Other exports
      contain every field, custom fields included, and the UUID that identifies a book. To keep history and sources as
      well, use 'catalog backup'. Files and pipes get texts unchanged; a terminal shows control characters as visible
      symbols.

      BibTeX (.bib), RIS (.ris) and CSL-JSON (--format csl-json) are for citation programs. --ascii writes BibTeX with
      LaTeX commands for all characters outside ASCII. Fields that these formats lack are written under
      Catalog's own names, so that an import can read everything back.

      Spreadsheets run cells that begin with =, +, - or @ as formulas, no matter who wrote them. --spreadsheet puts an
      apostrophe before such cells and before the header. 'catalog import' removes the apostrophes again.
      """,
    examples: [
      Example("catalog export books.jsonl"), Example("catalog export books.csv"),
      Example("catalog export --matching 'is:read finished:2024' read.csv", "books that match a query"),
      Example("catalog export --matching @unread-sf --format goodreads sf.csv", "books that match a saved search"),
      Example("catalog export --spreadsheet books.csv", "for a spreadsheet"),
      Example("catalog export --format goodreads books.csv", "for a web service"),
      Example("catalog export books.mrc", "for a library"),
      Example("catalog export --matching tag:thesis --ascii sources.bib", "for LaTeX"),
      Example("catalog export | gzip > books.jsonl.gz"),
    ], group: .sources)

  @Option(help: "The format (default: from the file's name, else JSON Lines).") var format: ExportFormat?
  @Option(help: "Export only the books that match a query.", valueName: "query", completion: .values(.query))
  var matching: String?
  @Flag(help: "Protect cells that a spreadsheet would run as formulas.") var spreadsheet = false
  @Flag(help: "Write BibTeX with LaTeX commands for characters outside ASCII.") var ascii = false
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The file to write (default, or -: standard output).", valueName: "file", completion: .file())
  var file: String?

  var declarations: ArgumentDeclarations {
    [
      "format": _format, "matching": _matching, "spreadsheet": _spreadsheet, "ascii": _ascii, "force": _force,
      "global": _global,
      "file": _file,
    ]
  }

  private var path: String? { file == "-" ? nil : file }
  /// The format to write; `nil` if the format cannot be recognised from the file's name.
  private var chosenFormat: ExportFormat? { format ?? path.map { ExportFormat(path: $0) } ?? .jsonLines }

  mutating func validate() throws {
    if let path, matching == nil, path.contains(/^(@|[a-z.-]+[:~])/.ignoresCase()) {
      throw ValidationError(
        "\(quoted(path)) looks like a query; to export its books, use --matching \(quoted(path)) FILE; for a file of "
          + "that name, use './\(path)'")
    }
    if chosenFormat == nil, let path {
      let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("unknown file type of \(quoted(path)); choose one with --format: \(known)")
    }
    if let matching, matching.trimmed().isEmpty { throw ValidationError("--matching needs a query") }
    if spreadsheet, chosenFormat != .csv { throw ValidationError("--spreadsheet needs CSV; add --format csv") }
    if ascii, chosenFormat != .bibtex { throw ValidationError("--ascii needs BibTeX; add --format bibtex") }
  }

  mutating func run() throws {
    let console = global.console
    let path = path
    let isShown = path == nil && console.isTerminal
    let catalog = try global.openForReading()
    // The query and the export use the same snapshot, so that exactly the matching books are exported.
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
        // The books are sorted by id, as in an export of all books.
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

/// The number of values that were left out of an export because ISO 2709 records have no room for them, with an
/// example.
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
      "left out \(parts.counted("field")) of \(books.counted("book")) that do not fit into ISO 2709 records, such as "
        + "\(part) of book \(book.id), \(quoted(book.title.shortened(to: 60))); write .marcxml to keep everything"
    }
  }
}
