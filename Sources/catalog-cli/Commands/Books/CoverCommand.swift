import Catalog
import CommandLineKit

struct CoverCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", meanings: ["image", "picture"], abstract: "Save the cover of a book to a file.",
    discussion: """
      The cover comes from the book itself, as you or its source set it: an image on this machine or on the web, the
      cover in an EPUB or FictionBook, or the first page of a CBZ. If a book has no cover, or its cover is no longer
      available, the cover comes from a metadata provider, which is asked now if necessary. With --provider, the cover
      always comes from that provider. Fetched covers are kept in $XDG_CACHE_HOME/catalog/covers, so that each one is
      fetched only once.
      """,
    examples: [
      Example("catalog cover 42", "write 42.jpg"),
      Example("catalog cover 42 --provider openlibrary", "use the cover from Open Library"),
      Example("catalog cover 42 -o dune.jpg"),
      Example("catalog cover 42 -o - | display", "pipe it to a program"),
    ], group: .reading)

  @Option(
    name: .shortAndLong,
    help: "The file to write, or - for standard output (default: the book's number with .jpg or similar).",
    valueName: "file", completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var force = false
  @Flag(help: "Don't fetch anything; use only covers on this machine or fetched earlier.") var offline = false
  @OptionGroup var asked: ProviderOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String

  var declarations: ArgumentDeclarations {
    ["output": _output, "force": _force, "offline": _offline, "asked": _asked, "global": _global, "book": _book]
  }

  mutating func run() throws {
    let console = global.console
    if output == "-", console.isTerminal {
      throw ValidationError("an image cannot be printed to the terminal; specify a file, or pipe it to a program")
    }
    let catalog = try global.openForReading()
    defer { catalog.close() }
    let finder = CoverFinder(catalog: catalog, console: console, provider: asked.provider, isOffline: offline)
    let (id, cover) = try finder.cover(ofBook: book)
    if output == "-" { return try console.output.write(cover.bytes) }
    let path = output ?? "\(id).\(cover.image.kind.fileExtension)"
    let file = try OutputFile(path: path, replaces: force, catalog: global.path)
    try file.write(cover.bytes)
    try file.finish()
    try console.line(path)
  }
}
