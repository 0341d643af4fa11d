import Catalog
import CommandLineKit

struct SearchCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", aliases: ["find"], meanings: ["query", "grep", "look", "lookup", "filter", "where"],
    abstract: "Search titles, authors, series, tags, ISBNs and notes.",
    discussion: """
      All words must match; a word also matches the beginning of a longer one. Case and accents are ignored. The best
      match comes first. The order is: the whole title, the beginning of the title, words in the title, words in title
      and authors, words anywhere. Whole words come before beginnings of words. Any text is a valid query. 'catalog help
      query' explains phrases, fields, ranges, OR and excluded words, and 'catalog help columns' the available columns.

      A saved search has a name, and '@NAME' in a query stands for it. Everyone who uses the catalog shares its saved
      searches. A backup includes them; an export does not.
      """,
    examples: [
      Example("catalog search walker", "anywhere"),
      Example("catalog search miserables hugo", "both words; finds “Les Misérables”"),
      Example("catalog search '\"the long way\"' -small", "a phrase, without the word “small”"),
      Example("catalog search --online dune herbert", "at Open Library; your books are marked"),
      Example("catalog search title:dune year:1960..1970", "in fields"),
      Example("catalog search --all tag:sf --columns title,mine --csv", "all matches, as CSV for a program"),
      Example("catalog search --save unread-sf tag:sf is:unread", "save it as @unread-sf"),
      Example("catalog search @unread-sf lem", "within a saved search"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Columns") var form: ListFormOptions
  @OptionGroup(title: "Saved searches") var searches: SavedSearchOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @Flag(help: "Search at the metadata provider instead of in the catalog.") var online = false
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The query.", valueName: "query", completion: .values(.query)) var query: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "pages": _pages, "form": _form, "searches": _searches, "metadata": _metadata, "online": _online,
      "output": _output, "global": _global, "query": _query,
    ]
  }

  mutating func validate() throws {
    try metadata.validate(output)
    try form.validate(output, metadata)
    try searches.validate(query, pages, output)
    if form.isChosen, online || searches.isChosen {
      let option = online ? "--online" : "--save, --saved and --forget"
      throw ValidationError("\(option) cannot be combined with --columns, --csv or --format")
    }
    guard online else { return }
    if searches.isChosen { throw ValidationError("--online cannot be combined with --save, --saved or --forget") }
    if pages.choosesPart || metadata.with != nil {
      throw ValidationError("of the page options, --online accepts only --page-size")
    }
    if output.isLines || output.fields != nil {
      throw ValidationError("--online always prints all JSON fields; use --json without names")
    }
  }

  mutating func run() throws {
    if searches.isChosen { return try searches.run(query, pages, isJSON: output.isJSON, global) }
    if online {
      let provider = try MetadataConnections(environment: global.console.environment)
        .searchedProvider(metadata.asked.provider)
      return try OnlineSearch(
        global: global, pages: pages, isJSON: output.isJSON, provider: provider, query: query.joined(separator: " ")
      ).run()
    }
    // In a ranked search, finding the position of a book would require reading all better matches. `--containing`
    // therefore sorts by title.
    let defaultOrder = pages.containing != nil || pages.count ? BookOrder.title : .bestMatch
    try BookLister(
      command: "search", global: global, pages: pages, output: output, form: form, metadata: metadata, words: query,
      order: pages.order(otherwise: SavedSearchOptions.order(of: query, global) ?? defaultOrder, global)
    ).run()
  }
}
