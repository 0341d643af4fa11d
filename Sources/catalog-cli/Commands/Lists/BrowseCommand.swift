import CatalogSources
import CommandLineKit

struct BrowseCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", meanings: ["tui", "ui", "gui", "interactive"],
    abstract: "Browse and edit the books on the whole terminal.",
    discussion: """
      Arrows, PgUp, PgDn, Home and End move. '/' searches as you type, 'f' filters, 's' sorts, Enter shows the book, and
      't' shows the tree of authors. '1' to '5' rate, 'm' sets the reading status, 'e' edits the title in place, 'E'
      edits any field, 'T' edits tags, and 'v' selects several books. 'u' undoes, 'U' redoes, 'r' refreshes, '?' shows
      all keys, and 'q' quits. Changes by other processes appear at once. Ratings of the visible books are fetched from
      the provider set in catalog/settings, by default Open Library. With --offline, none are fetched and the ratings of
      your sources are shown.
      """,
    examples: [
      Example("catalog browse", "all books, newest first"),
      Example("catalog browse is:unread language:en", "books that match a query"),
      Example("catalog browse --reset-terminal", "reset a terminal"),
    ], group: .reading, takesQuery: true)

  @Flag(help: "Don't fetch metadata.") var offline = false
  @OptionGroup var asked: ProviderOptions
  @Flag(help: "Only reset a terminal that a program left unusable.") var resetTerminal = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A query (default: all books).", valueName: "query", completion: .values(.query))
  var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["offline": _offline, "asked": _asked, "resetTerminal": _resetTerminal, "global": _global, "query": _query]
  }

  mutating func run() throws {
    let console = global.console
    try RequiredScreen.require(console, instead: "browse needs a terminal; in scripts, use 'catalog list'")
    // This method runs on the main thread, before the main queue starts.
    if resetTerminal { return MainActor.assumeIsolated { Screen.reset() } }
    let connections = MetadataConnections(environment: console.environment)
    let provider = offline ? nil : try connections.provider(asked.provider)
    let written = try Settings(environment: console.environment)
    // Creates the catalog if it is missing. An existing empty file is not initialised, because another program may
    // still be copying a catalog to it.
    let opened = try global.openForWriting(needsBooks: global.exists)
    // A progress bar would overwrite the screen, which shows a notice of its own while rows are loading.
    let catalog = opened.reportingProgress { _ in }
    let preferences = try BrowserPreferences(written, catalog)
    // Prints the problems, because the screen has little room for them. The user can read them after the screen has
    // closed.
    for problem in preferences.problems { console.diagnostics.note(problem) }
    let settings = Browser.Settings(
      console: console, query: query.joined(separator: " "), command: global.typed, provider: provider,
      covers: console.outputSettings.symbols == .ascii ? nil : try connections.covers(isOffline: offline),
      preferences: preferences)
    try MainActor.assumeIsolated { try Browser(catalog, settings).run() }
  }
}
