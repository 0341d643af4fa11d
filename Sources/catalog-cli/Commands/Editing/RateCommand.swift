import Catalog
import CommandLineKit

struct RateCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", meanings: ["stars", "star", "score"], abstract: "Rate books.",
    discussion: """
      Your rating is separate from other readers' average, and sources never overwrite it. 'catalog list --sort -rating'
      shows your best-rated books first.
      """,
    examples: [
      Example("catalog rate 42 4.5"), Example("catalog rate \"Fallen Too Far\" 5", "by a unique title"),
      Example("catalog rate 42 none", "remove your rating"),
      Example("catalog rate --matching \"tag:unfinished rating:1..\" none", "all books that match"),
    ], group: .editing)

  @Option(help: BookArguments.matchingHelp, valueName: "query", completion: .values(.query)) var matching: String?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: BookArguments.help, valueName: "book", completion: .values(.book), replacement: BookArguments.matchingName)
  var book: String?
  @Argument(help: "Up to 5 stars, such as 4.5, or none.", valueName: "rating") var rating: String

  var declarations: ArgumentDeclarations {
    ["matching": _matching, "options": _options, "global": _global, "book": _book, "rating": _rating]
  }

  mutating func validate() throws {
    if rating.trimmed().isEmpty { throw ValidationError("the rating is empty; use 'none' to remove yours") }
  }

  mutating func run() throws {
    let value = try rating.lowercased() == "none" ? nil : BookField.rating.value(of: rating)
    let books = try ChosenBooks([book].compactMap(\.self), matching: matching)
    try global.make(options, of: books) { try $0.edit(books.ids(in: $0.snapshot), [.set(.rating, value)]) }
  }
}
