import Catalog
import CommandLineKit

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List books, the newest first.",
    discussion: """
      Without a query all books are listed. Books of which the key of the order is not known stand last. On a terminal a
      line below says how many there are; elsewhere the output is one line a book, tab-separated: id, title, authors, year,
      pages, rating (your own, else the sources' average), read state. See 'catalog help query' for what a query can ask.

      To a pipe or a file texts are written as they are, control characters and all; on a terminal these are made visible. What
      a pipe hands on to a terminal, as in 'catalog list | head', it may obey: use --page-size there.
      """,
    examples: [
      Example("catalog list --page 2", "the second page"),
      Example("catalog list --sort -rating --page-size 50", "the fifty best"),
      Example("catalog list author:austen is:unread", "what is left to read of one author"),
      Example("catalog list --with metadata", "what readers elsewhere think of them"),
      Example("catalog list --json=id,title year:1990..1999", "for a program"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What the books must match; all without one.", valueName: "query") var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["pages": _pages, "metadata": _metadata, "output": _output, "global": _global, "query": _query]
  }

  mutating func validate() throws { try metadata.validate(output) }

  mutating func run() throws {
    try BookLister(command: "list", global: global, pages: pages, output: output, metadata: metadata, words: query)
      .run(order: .newestFirst)
  }
}
