import CommandLineKit

struct ListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", aliases: ["ls"], meanings: ["all", "books", "print", "shelf"],
    abstract: "List books, newest first.",
    discussion: """
      Without a query all books are listed. Books without the value that is sorted by come last. On a terminal a line below
      says how many there are; a pipe or a file gets one line a book, tab-separated: id, title, authors, year, pages, rating
      (your own, which a terminal shows with a star, else the average), read state. See 'catalog help query' for what you can
      search for, and 'catalog help columns' for what can be shown.

      Pipes and files get texts as they are, control characters included; on a terminal these are made visible. A terminal may
      obey what a pipe hands on to it, as in 'catalog list | head': use --page-size there.
      """,
    examples: [
      Example("catalog list --page 2", "the second page"),
      Example("catalog list --sort -rating --page-size 50", "the fifty that you rated best"),
      Example("catalog list author:austen is:unread", "what you have not read of one author"),
      Example("catalog list --columns title,mine,shelf", "the columns that you want"),
      Example("catalog list --format '{title} ({year})' --all", "a line of your own for each book"),
      Example("catalog list --with metadata", "with the ratings of readers elsewhere"),
      Example("catalog list --all --json=id,title year:1990..1999", "all of them, for a program"),
    ], group: .reading, takesQuery: true)

  @OptionGroup(title: "Pages") var pages: PageOptions
  @OptionGroup(title: "Columns") var form: ListFormOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What the books must match; all without one.", valueName: "query", completion: .values(.query))
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
