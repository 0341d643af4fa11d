import Catalog
import CommandLineKit
import FoundationEssentials

struct ShowCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", meanings: ["info", "view", "display", "cat", "details", "get"],
    abstract: "Show all fields of books.",
    discussion: """
      If some of the books do not exist, the others are shown, each missing one is reported, and the exit code is 4.
      """,
    examples: [
      Example("catalog show 42", "by number"),
      Example("catalog show 978-0-441-01359-3", "by ISBN"),
      Example("catalog show 42 --cover", "with its cover, if the terminal shows images"),
      Example("catalog show 42 --json", "for a program"),
    ], group: .reading)

  @Flag(help: "Show the cover, if the terminal shows images.") var cover = false
  @Flag(help: "Don't fetch covers; use only those on this machine or fetched earlier.") var offline = false
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.help, valueName: "book", completion: .values(.book)) var books: [String]

  var declarations: ArgumentDeclarations {
    ["cover": _cover, "offline": _offline, "output": _output, "global": _global, "books": _books]
  }

  mutating func run() throws {
    let console = global.console
    let names = try BookArguments.names(books)
    let catalog = try global.openForReading()
    let (found, missing, own) = try catalog.read { snapshot in
      let (ids, missing) = try BookArguments.existing(names, snapshot)
      let books = try ids.compactMap { try snapshot.book($0) }
      return (try books.map { ($0, try snapshot.metadata(of: $0)) }, missing, try snapshot.fields())
    }
    // If no book exists, prints only the errors, without an empty list in JSON.
    if missing.isEmpty || !found.isEmpty {
      if cover {
        try showWithCovers(found, own, catalog)
      } else {
        try console.paged { try BookDetails.write(found, output, own: own, console: console, to: $0) }
      }
    }
    let hints = ErrorHints(global.typed, situation)
    for error in missing.dropLast() { console.diagnostics.error(hints.text(of: error)) }
    // The program reports the last error and exits with its code.
    if let last = missing.last { throw last }
  }

  /// Shows books with their covers. The output does not go to the pager, because pagers cannot show images.
  private func showWithCovers(_ found: [(Book, [BookMetadata])], _ own: OwnFields, _ catalog: BookCatalog) throws {
    let console = global.console
    let finder = CoverFinder(catalog: catalog, console: console, provider: nil, isOffline: offline)
    for (index, (book, metadata)) in found.enumerated() {
      if index > 0 { try console.print("\n") }
      try BookDetails(book, metadata, own: own, console: console).write(to: console.output)
      let command = global.commandLine(["cover", String(book.id), "-o"])
      guard let images = TerminalImages(environment: console.environment, isTerminal: console.isTerminal) else {
        console.diagnostics.hint("this terminal cannot show images; to save the cover: \(command) FILE")
        continue
      }
      let cover = try finder.cover(ofBook: String(book.id)).cover
      guard let drawing = try Interruption.cancelling({ await images.drawing(cover) }) else {
        console.diagnostics.hint(
          "this terminal cannot show \(cover.image.kind.rawValue) images; to save the cover: \(command) FILE")
        continue
      }
      try console.print(drawing + "\n")
    }
  }
}
