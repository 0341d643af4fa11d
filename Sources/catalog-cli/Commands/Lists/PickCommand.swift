import Catalog
import CommandLineKit

struct PickCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", meanings: ["random", "next", "choose", "suggest", "recommend", "lucky"],
    abstract: "Pick a book at random.",
    discussion: """
      Without a query, picks a book that you want to read or have not read. 'catalog help query' explains queries.
      """,
    examples: [
      Example("catalog pick", "choose what to read next"), Example("catalog pick tag:sf pages:..200 is:unread"),
      Example("catalog pick --json=id,title", "for a program"),
    ], group: .reading, takesQuery: true)

  @Option(help: "Pick the same book each time, as long as the same books match.", valueName: "number") var seed: Int?
  @OptionGroup(title: "Output") var output: JSONOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A query for the book.", valueName: "query", completion: .values(.query)) var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["seed": _seed, "output": _output, "global": _global, "query": _query]
  }

  /// The default query.
  private static let toRead = "is:want OR is:unread"

  mutating func run() throws {
    let bookQuery = BookQuery(query.isEmpty ? Self.toRead : query.joined(separator: " "), order: .newestFirst)
    let seed = seed
    let catalog = try global.openForReading()
    try global.console.noteProblems(of: bookQuery, in: catalog)
    let picked = try catalog.read { snapshot -> (Book, [BookMetadata], OwnFields)? in
      let count = try snapshot.count(of: bookQuery)
      guard count > 0 else { return nil }
      var numbers = SplitMix64(seed: UInt64(bitPattern: Int64(seed ?? .random(in: .min ... .max))))
      let offset = Int.random(in: 0..<count, using: &numbers)
      guard let book = try snapshot.page(bookQuery, at: .offset(offset), size: 1).books.first else { return nil }
      return (book, try snapshot.metadata(of: book), try snapshot.fields())
    }
    guard let (book, metadata, own) = picked else { throw CommandError.nothingToPick(query.joined(separator: " ")) }
    let console = global.console
    try BookDetails.write([(book, metadata)], output, own: own, console: console, to: console.output)
  }
}
