import Catalog
import CommandLineKit

struct TagCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", meanings: ["label", "untag", "shelve", "category", "collection"],
    abstract: "Add or remove tags.",
    discussion: """
      A minus before a tag removes it. A plus, or no sign, adds it. Without any tags, the book's tags are shown.
      'catalog rename tag OLD NEW' renames a tag in all books.
      """,
    examples: [
      Example("catalog tag 42 classic \"space opera\""),
      Example("catalog tag 42 +favourite -loan", "add one and remove one"),
      Example("catalog tag 42 --remove loan"),
      Example("catalog search --all --json=id author:lem | catalog tag - polish --yes", "all books of a search"),
    ], group: .editing, takesQuery: true, takesSignedWords: true)

  @Option(help: "Remove a tag (repeatable).", valueName: "tag", completion: .values(.tag)) var remove: [String] = []
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.help, valueName: "book", completion: .values(.book)) var book: String
  @Argument(
    help: "A tag to add, or to remove if it begins with a minus.", valueName: "tag", completion: .values(.signedTag))
  var tags: [String] = []

  var declarations: ArgumentDeclarations {
    ["remove": _remove, "options": _options, "global": _global, "book": _book, "tags": _tags]
  }

  mutating func run() throws {
    if tags.isEmpty, remove.isEmpty { return try show() }
    let given = tags.filter { !$0.hasPrefix("-") }.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
    let taken = remove + tags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    if let tag = given.first(where: taken.contains) {
      throw ValidationError("cannot both add and remove \(quoted(tag))")
    }
    var changes: [FieldChange] = []
    if !taken.isEmpty { changes.append(.remove(.tags, taken)) }
    if !given.isEmpty { changes.append(.add(.tags, given)) }
    let names = try BookArguments.names([book])
    try global.make(options, isBrief: true) { transaction in
      try transaction.edit(BookArguments.ids(names, transaction.snapshot), changes)
    }
  }

  private func show() throws {
    let names = try BookArguments.names([book])
    let books = try global.openForReading().read { try BookArguments.books(names, $0) }
    for tag in books.flatMap(\.tags).uniqued() { try global.console.line(tag) }
  }
}
