import Catalog
import CommandLineKit

struct CoverCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", meanings: ["image", "picture"], abstract: "Save the cover of a book to a file.",
    discussion: """
      The cover is the one that the book has itself, by your word or its source's: an image on this machine or on the web, the
      cover in an EPUB or a FictionBook, or the first page of a CBZ. Of a book without one, or where that cannot be had any more,
      it comes from a provider of metadata, who is asked now if that was not done before; with --provider it always does. What
      is fetched is kept in $XDG_CACHE_HOME/catalog/covers, so that each cover is fetched only once.
      """,
    examples: [
      Example("catalog cover 42", "as 42.jpg"),
      Example("catalog cover 42 --provider openlibrary", "the one that Open Library has"),
      Example("catalog cover 42 -o dune.jpg"),
      Example("catalog cover 42 -o - | display", "to a program"),
    ], group: .reading)

  @Option(
    name: .shortAndLong,
    help: "The file to write, or - for standard output; by default the book's number with .jpg or the like.",
    valueName: "file", completion: .file())
  var output: String?
  @Flag(help: "Replace an existing file.") var force = false
  @Flag(help: "Fetch nothing: take what is on this machine, or was fetched before.") var offline = false
  @OptionGroup var asked: ProviderOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String

  var declarations: ArgumentDeclarations {
    ["output": _output, "force": _force, "offline": _offline, "asked": _asked, "global": _global, "book": _book]
  }

  mutating func run() throws {
    let console = global.console
    if output == "-", console.isTerminal {
      throw ValidationError("a terminal cannot show the image file: name a file, or pipe it to a program")
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
