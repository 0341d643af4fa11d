import Catalog
import CommandLineKit

struct MergeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", meanings: ["join", "combine"], abstract: "Merge several books into one.",
    discussion: """
      The first book keeps its number and all that it shows; what it lacks comes from the others, in the order in which you name
      them. Tags, identifiers, files, copies and readings are added up. What changes is named, and whose value it is: see it
      with --dry-run before. What you edited of another book and is not shown is named, too, here and by 'catalog why'. The
      other books are hidden, and all their sources still update the merged book.

      --prefer BOOK lets it show the values of another one of the books, --prefer FIELD=BOOK one value, also where that is none:
      that is your word then, which no import changes.
      """,
    examples: [
      Example("catalog merge 7 12"), Example("catalog merge 7 12 --prefer 12", "7 stays, with the values of 12"),
      Example("catalog merge 7 12 --prefer title=12 --dry-run", "only its title; show what would change"),
      Example("catalog duplicates --review", "look at all books that may be the same"),
    ],
    group: .editing)

  @Option(
    help: "Show the values of this book, or its value of one field (repeatable).", valueName: "[field=]book",
    completion: .values(.fieldPrefix))
  var prefer: [String] = []
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "Numbers, ISBNs, UUIDs or titles, at least two; - reads them from standard input.", valueName: "book",
    completion: .values(.book))
  var books: [String]

  var declarations: ArgumentDeclarations {
    ["prefer": _prefer, "output": _output, "global": _global, "books": _books]
  }

  mutating func validate() throws {
    if books.count < 2, books != ["-"] { throw ValidationError("name at least two books") }
    if prefer.count(where: { FieldAssignment.name(in: $0) == nil }) > 1 {
      throw ValidationError("--prefer takes one book for all fields")
    }
  }

  mutating func run() throws {
    let names = try BookArguments.names(books)
    var own = OwnFields()
    let outcome = try global.change(output) { transaction in
      own = try transaction.snapshot.fields()
      let ids = try BookArguments.ids(names, transaction.snapshot)
      return try transaction.merge(ids, preferring: preference(among: ids, own, transaction.snapshot))
    }
    let report = MutationReport(global: global, options: output)
    try report.printDifferences(outcome, own: own)
    try report.print(outcome, own: own)
  }

  private func preference(
    among ids: [Book.ID], _ own: OwnFields, _ snapshot: CatalogSnapshot
  ) throws -> MergePreference {
    var preference = MergePreference()
    for text in prefer {
      let field = try FieldAssignment.name(in: text).map { try FieldArgument.field($0, own) }
      let name = field == nil ? text : FieldAssignment.text(in: text)
      let book = try snapshot.id(named: name)
      guard ids.contains(book) else { throw ValidationError("--prefer: \(name) is none of the books to be merged") }
      if let field { preference.fields[field] = book } else { preference.book = book }
    }
    return preference
  }
}
