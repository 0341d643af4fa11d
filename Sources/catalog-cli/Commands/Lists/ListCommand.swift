import CommandLineKit

struct ListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", aliases: ["ls"], meanings: ["all", "books", "print", "shelf"],
    abstract: "List books, newest first.",
    discussion: """
      Lists all books, or those that match a query. Books without a value for the sort key come last. On a terminal, the
      last line shows how many there are. Pipes and files get one tab-separated line per book: id, title, authors,
      year, pages, rating (yours, which a terminal shows with a star, or else the average), reading status. 'catalog
      help query' explains queries, and 'catalog help columns' the available columns.

      Pipes and files get texts unchanged, including control characters; a terminal shows these as visible symbols. In a
      pipe that ends at a terminal, as in 'catalog list | head', the terminal may interpret them. Use --page-size
      instead.
      """,
    examples: [
      Example("catalog list --page 2", "the second page"),
      Example("catalog list --sort -rating --page-size 50", "your fifty best-rated books"),
      Example("catalog list author:austen is:unread", "unread books by one author"),
      Example("catalog list --columns title,mine,shelf", "only these columns"),
      Example("catalog list --format '{title} ({year})' --all", "a custom line for each book"),
      Example("catalog list --with metadata", "with ratings by other readers"),
      Example("catalog list --all --json=id,title year:1990..1999", "all matching books as JSON, for a program"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Columns") var form: ListFormOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A query (default: all books).", valueName: "query", completion: .values(.query))
  var query: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "pages": _pages, "form": _form, "metadata": _metadata, "output": _output, "global": _global, "query": _query,
    ]
  }

  mutating func validate() throws {
    try metadata.validate(output)
    try form.validate(output, metadata)
  }

  mutating func run() throws {
    try BookLister(
      command: "list", global: global, pages: pages, output: output, form: form, metadata: metadata, words: query,
      order: pages.order(otherwise: SavedSearchOptions.order(of: query, global) ?? .newestFirst, global)
    ).run()
  }
}
