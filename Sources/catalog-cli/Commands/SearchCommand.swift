import Catalog
import CommandLineKit

struct SearchCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", aliases: ["find"], meanings: ["query", "grep", "look", "lookup", "filter", "where"],
    abstract: "Search titles, authors, series, tags, ISBNs and notes.",
    discussion: """
      All words must match; a word may be only the beginning of one. Case and accents do not matter. The best match comes
      first: the whole title, then its beginning, then words in the title, in title and authors, anywhere; whole words before
      beginnings. Any text is a valid query; 'catalog help query' explains phrases, fields, ranges, OR and how to leave out
      words, 'catalog help columns' what can be shown. A search that you save has a name: '@NAME' in a query stands for it. There is one set of them in a catalog, whoever saves
      them; a backup has them, an export does not.
      """,
    examples: [
      Example("catalog search walker", "anywhere"),
      Example("catalog search miserables hugo", "both words; finds “Les Misérables”"),
      Example("catalog search '\"the long way\"' -small", "a phrase, and a word left out"),
      Example("catalog search --online dune herbert", "at Open Library, with what you have marked"),
      Example("catalog search title:dune year:1960..1970", "in fields"),
      Example("catalog search --all tag:sf --columns title,mine --csv", "all of them, as a table for a program"),
      Example("catalog search --save unread-sf tag:sf is:unread", "to be asked for as @unread-sf"),
      Example("catalog search @unread-sf lem", "within a saved search"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Columns") var form: ListFormOptions
  @OptionGroup(title: "Saved searches") var searches: SavedSearchOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @Flag(help: "Ask the provider of metadata instead of the catalog.") var online = false
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What to search for.", valueName: "query", completion: .values(.query)) var query: [String] = []

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
      throw ValidationError("--columns, --csv and --format are for the books of the catalog")
    }
    guard online else { return }
    if searches.isChosen { throw ValidationError("--online searches at the provider, which saves nothing") }
    if pages.choosesPart || metadata.with != nil {
      throw ValidationError(
        "--online shows the provider's best matches: of the page options, it takes only --page-size")
    }
    if output.isLines || output.fields != nil {
      throw ValidationError("--online prints --json with all its fields")
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
    // Finding the position of a ranked match would require reading all matches before it, so `--containing` uses the
    // order by title.
    let usual = pages.containing != nil || pages.count ? BookOrder.title : .bestMatch
    try BookLister(
      command: "search", global: global, pages: pages, output: output, form: form, metadata: metadata, words: query,
      order: pages.order(otherwise: SavedSearchOptions.order(of: query, global) ?? usual, global)
    ).run()
  }
}
