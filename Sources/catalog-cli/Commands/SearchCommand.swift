import Catalog
import CommandLineKit

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search titles, authors, series, tags, ISBNs and notes.",
    discussion: """
      Every word must occur; a word may be the beginning of one. Case and accents do not matter. The best match stands
      first: the whole title before its beginning, that before words in the title, in title and authors, anywhere; whole
      words before beginnings. Anything is a legal query; 'catalog help query' explains phrases, fields, ranges, OR and
      leaving out.
      """,
    examples: [
      Example("catalog search walker", "anywhere"),
      Example("catalog search miserables hugo", "both words; finds “Les Misérables”"),
      Example("catalog search '\"the long way\"' -small", "a phrase, and a word left out"),
      Example("catalog search --online dune herbert", "at Open Library, beside what you have"),
      Example("catalog search title:dune year:1960..1970", "in fields"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @Flag(help: "Ask the provider of metadata instead of the catalog.") var online = false
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What to search for.", valueName: "query") var query: [String]

  var declarations: ArgumentDeclarations {
    [
      "pages": _pages, "metadata": _metadata, "online": _online, "output": _output, "global": _global, "query": _query,
    ]
  }

  mutating func validate() throws {
    try metadata.validate(output)
    guard online else { return }
    if pages.choosesPart || metadata.with != nil {
      throw ValidationError("--online shows the best of what the provider finds: of the page, only --page-size counts")
    }
    if output.jsonl || output.json?.isEmpty == false {
      throw ValidationError("--online prints --json with all its fields")
    }
  }

  mutating func run() throws {
    if online {
      let provider = try MetadataConnections(environment: global.console.environment)
        .searchedProvider(metadata.asked.provider)
      return try OnlineSearch(
        global: global, pages: pages, isJSON: output.isJSON, provider: provider, query: query.joined(separator: " ")
      ).run()
    }
    if pages.sort != nil || pages.containing != nil || pages.count {
      try BookLister(command: "search", global: global, pages: pages, output: output, metadata: metadata, words: query)
        .run(order: BookOrder(.title))
    } else {
      try SearchLister(global: global, pages: pages, output: output, metadata: metadata, words: query).run()
    }
  }
}
