import Catalog
import CommandLineKit

struct RateCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", meanings: ["stars", "star", "score"], abstract: "Give a book your rating.",
    discussion: """
      Your rating is apart from the average of others, and stays whatever a source says later. 'catalog list --sort -rating'
      shows what you rated best.
      """,
    examples: [
      Example("catalog rate 42 4.5"), Example("catalog rate \"Fallen Too Far\" 5", "by a title that only it has"),
      Example("catalog rate 42 none", "take your rating back"),
    ], group: .editing)

  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.help, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "Up to 5 stars, such as 4.5, or none.", valueName: "rating") var rating: String

  var declarations: ArgumentDeclarations {
    ["options": _options, "global": _global, "book": _book, "rating": _rating]
  }

  mutating func validate() throws {
    if rating.trimmed().isEmpty { throw ValidationError("a rating is missing: 'none' takes yours back") }
  }

  mutating func run() throws {
    let value = try rating.lowercased() == "none" ? nil : BookField.rating.value(of: rating)
    let names = try BookArguments.names([book])
    try global.make(options) { transaction in
      try transaction.edit(BookArguments.ids(names, transaction.snapshot), [.set(.rating, value)])
    }
  }
}
