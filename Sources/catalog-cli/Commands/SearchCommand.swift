import Catalog

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
      Example("catalog search title:dune year:1960..1970", "in fields"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What to search for.", valueName: "query") var query: [String]

  var declarations: ArgumentDeclarations { ["pages": _pages, "output": _output, "global": _global, "query": _query] }

  mutating func run() throws {
    if pages.sort != nil || pages.containing != nil || pages.count {
      try BookLister(command: "search", global: global, pages: pages, output: output, words: query)
        .run(order: BookOrder(.title))
    } else {
      try SearchLister(global: global, pages: pages, output: output, words: query).run()
    }
  }
}
