import Catalog
import CommandLineKit

struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse the books on the whole terminal.",
    discussion: """
      Arrows, PgUp, PgDn, Home and End move, '/' searches as you type, 'e' edits the title in place, space marks a book as
      read, Enter shows it, 'u' undoes, 'r' refreshes, 's' changes the order, 't' shows the tree of authors, '?' all keys,
      'q' quits. What is stored elsewhere meanwhile shows at once. Ratings of the books in view are asked for at the provider
      that catalog/settings names, else Open Library; with --offline nobody is asked, and what sources say is shown.
      """,
    examples: [
      Example("catalog browse", "all books, the newest first"),
      Example("catalog browse is:unread language:en", "those that a query finds"),
      Example("catalog browse --reset-terminal", "put a terminal in order again"),
    ], group: .reading, takesQuery: true)

  @Flag(help: "Fetch no metadata.") var offline = false
  @OptionGroup var asked: ProviderOptions
  @Flag(help: "Only put a terminal in order that was left in disorder.") var resetTerminal = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What the books must match; all without one.", valueName: "query") var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["offline": _offline, "asked": _asked, "resetTerminal": _resetTerminal, "global": _global, "query": _query]
  }

  mutating func run() throws {
    let console = global.console
    do {
      try Screen.require(console)
    } catch is ValidationError {
      throw ValidationError("browse needs a terminal; for a script there is 'catalog list'")
    } catch let error as TerminalError {
      throw TerminalError(
        terminal: error.terminal, cause: error.cause, hint: "\(error.hint), or use 'catalog list'")
    }
    try ProcessMeans.require()
    // The command line is run on the main thread, before anything is left to the main queue.
    if resetTerminal { return MainActor.assumeIsolated { Screen.reset() } }
    let provider = offline ? nil : try MetadataConnections(environment: console.environment).provider(asked.provider)
    let settings = Browser.Settings(
      console: console, query: query.joined(separator: " "),
      resolveCommand: global.commandLine(["conflicts", "resolve"]), provider: provider)
    // It begins a catalog where none is; a file that is empty may be on its way there.
    let catalog = try global.openForWriting(needsBooks: global.exists)
    try MainActor.assumeIsolated { try Browser(catalog, settings).run() }
  }
}
