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
      Example("catalog tag --matching author:lem polish", "all books that match"),
    ], group: .editing, takesQuery: true, takesSignedWords: true)

  @Option(help: "Remove a tag (repeatable).", valueName: "tag", completion: .values(.tag)) var remove: [String] = []
  @Option(help: BookArguments.matchingHelp, valueName: "query", completion: .values(.query)) var matching: String?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: BookArguments.help, valueName: "book", completion: .values(.book), replacement: BookArguments.matchingName)
  var book: String?
  @Argument(
    help: "A tag to add, or to remove if it begins with a minus.", valueName: "tag", completion: .values(.signedTag))
  var tags: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "remove": _remove, "matching": _matching, "options": _options, "global": _global, "book": _book, "tags": _tags,
    ]
  }

  mutating func validate() throws {
    // Without this check, 'tag 42 classic --matching …' would add the tag “42”.
    guard matching != nil, let first = tags.first, !first.hasPrefix("+"),
      first == "-" || !first.hasPrefix("-") && BookArguments.isName(first)
    else { return }
    throw ValidationError("specify BOOK or use --matching, not both (to add the tag \(quoted(first)), write +\(first))")
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
    let books = try ChosenBooks([book].compactMap(\.self), matching: matching)
    try global.make(options, of: books, isBrief: true) { try $0.edit(books.ids(in: $0.snapshot), changes) }
  }

  private func show() throws {
    let chosen = try ChosenBooks([book].compactMap(\.self), matching: matching)
    let tags = try global.openForReading().read { snapshot in
      try chosen.ids(in: snapshot).flatMap { try snapshot.book($0)?.tags ?? [] }
    }
    for tag in tags.uniqued() { try global.console.line(tag) }
  }
}
