import Catalog
import CommandLineKit

struct MergeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", meanings: ["join", "combine"], abstract: "Merge several books into one.",
    discussion: """
      The first book keeps its number and its values. Missing values come from the other books, in the given order.
      Tags, identifiers, files, copies and readings are combined. The output lists each value that changes and its book;
      use --dry-run to see it first. Your edits of the other books that are no longer shown are also listed,
      both here and in 'catalog why'. The other books are hidden, and all their sources still update the merged book.

      --prefer BOOK uses the values of a book other than the first. --prefer FIELD=BOOK takes one field from that book,
      even if it is empty there; imports do not change it afterwards.
      """,
    examples: [
      Example("catalog merge 7 12"), Example("catalog merge 7 12 --prefer 12", "keep book 7, with the values of 12"),
      Example("catalog merge 7 12 --prefer title=12 --dry-run", "only its title; preview the changes"),
      Example("catalog duplicates --review", "review all possible duplicates"),
    ],
    group: .editing)

  @Option(
    help: "Use the values of this book, or its value for one field (repeatable).", valueName: "[field=]book",
    completion: .values(.fieldPrefix))
  var prefer: [String] = []
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "At least two numbers, ISBNs, UUIDs or titles; - reads them from standard input.", valueName: "book",
    completion: .values(.book))
  var books: [String]

  var declarations: ArgumentDeclarations {
    ["prefer": _prefer, "output": _output, "global": _global, "books": _books]
  }

  mutating func validate() throws {
    if books.count < 2, books != ["-"] { throw ValidationError("specify at least two books") }
    if prefer.count(where: { FieldAssignment.name(in: $0) == nil }) > 1 {
      throw ValidationError("--prefer accepts only one book for all fields")
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
      guard ids.contains(book) else { throw ValidationError("--prefer: \(name) is not one of the books to merge") }
      if let field { preference.fields[field] = book } else { preference.book = book }
    }
    return preference
  }
}
