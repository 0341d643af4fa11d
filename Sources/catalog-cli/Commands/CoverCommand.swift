import Catalog
import CatalogSources
import CommandLineKit

struct CoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", abstract: "Save the cover of a book as a file.",
    discussion: """
      The cover is the one that a provider of metadata knows; where nobody was asked yet, this asks. Covers are kept in
      $XDG_CACHE_HOME/catalog/covers, so that each is fetched once.
      """,
    examples: [
      Example("catalog cover 42", "as 42.jpg"), Example("catalog cover 42 -o dune.jpg"),
      Example("catalog cover 42 -o - | display", "to a program"),
    ], group: .reading)

  @Option(
    name: .shortAndLong,
    help: "The file to write, - for standard output; else the book's number with .jpg or the like.",
    valueName: "file", completion: .file())
  var output: String?
  @Flag(help: "Replace a file that is there.") var force = false
  @OptionGroup var asked: ProviderOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A number, an ISBN or a UUID.", valueName: "book") var book: String

  var declarations: ArgumentDeclarations {
    ["output": _output, "force": _force, "asked": _asked, "global": _global, "book": _book]
  }

  mutating func run() throws {
    let console = global.console
    if output == "-", console.isTerminal {
      throw ValidationError("an image is nothing for a terminal: name a file, or let a program read it")
    }
    let catalog = try global.openForReading()
    defer { catalog.close() }
    let finder = CoverFinder(catalog: catalog, environment: console.environment, provider: asked.provider)
    let (id, cover) = try finder.cover(ofBook: book)
    if output == "-" { return try console.output.write(cover.bytes) }
    let path = output ?? "\(id).\(cover.image.kind.fileExtension)"
    let file = try OutputFile(path: path, replaces: force, catalog: global.path)
    try file.write(cover.bytes)
    try file.finish()
    try console.line(path)
  }
}
