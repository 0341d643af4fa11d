import Catalog
import CommandLineKit

struct EditCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change fields of books.",
    discussion: """
      An empty value clears a field: --set publisher=. Your edit stays, whatever a source says later. Changes to several
      books show the difference and ask first. 'catalog help fields' lists the fields.
      """,
    examples: [
      Example("catalog edit 42 --set pages=412 --set published=1965-08"),
      Example("catalog edit 42 43 --add tags=classic --yes", "several books"),
      Example("catalog edit --matching \"author:herbert tag:dune\" --set read-state=read", "all that match a query"),
      Example("catalog edit 42 --set authors=\"Frank Herbert; Brian Herbert\"", "lists are separated by semicolons"),
    ], group: .editing)

  @Option(help: "Set a field (repeatable).", valueName: "field=value") var set: [String] = []
  @Option(help: "Add to authors or tags (repeatable).", valueName: "field=value") var add: [String] = []
  @Option(help: "Remove from authors or tags (repeatable).", valueName: "field=value") var remove: [String] = []
  @Option(help: "Change all books that match a query.", valueName: "query") var matching: String?
  @Flag(help: "Change several books without asking first.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A number, an ISBN or a UUID.", valueName: "book") var books: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "set": _set, "add": _add, "remove": _remove, "matching": _matching, "yes": _yes, "output": _output,
      "global": _global, "books": _books,
    ]
  }

  mutating func validate() throws {
    if books.isEmpty == (matching == nil) {
      throw ValidationError(
        books.isEmpty ? "name books, or find them with --matching" : "name books or use --matching, not both")
    }
    if set.isEmpty && add.isEmpty && remove.isEmpty { throw ValidationError("say what to change: --set field=value") }
    if let matching, matching.trimmed().isEmpty { throw ValidationError("--matching needs a query") }
  }

  mutating func run() throws {
    let changes = try FieldAssignment.changes(set: set, add: add, remove: remove)
    let console = global.console
    let report = MutationReport(global: global, options: output)
    let catalog = try global.openForWriting(isDryRun: output.dryRun, needsBooks: true)
    let (names, query) = (books, matching)
    func edit(_ transaction: CatalogTransaction) throws -> ChangeOutcome {
      var ids = try BookArguments.ids(names, transaction.snapshot)
      if let query { try transaction.snapshot.forEachBook(of: BookQuery(query)) { ids.append($0.id) } }
      return try transaction.edit(ids, changes)
    }
    let dryRun = try catalog.change(dryRun: true, edit)
    if output.dryRun || dryRun.differences.count > 1 { try report.printDifferences(dryRun) }
    if output.dryRun || dryRun.step == nil { return try report.print(dryRun) }
    if dryRun.books.count > 1 {
      try Confirmation(console: console, isGiven: yes).require("Change \(dryRun.books.count.grouped) books")
    }
    try report.print(catalog.change(dryRun: false, edit))
  }
}

/// `field=value`, as `--set`, `--add` and `--remove` take it.
struct FieldAssignment {
  let field: BookField
  let text: String

  /// - Parameter problem: what is said of an argument without `=`; by default that it is no assignment.
  /// - Throws: ``ValidationError`` without `=`, or for a field that is not known.
  init(_ argument: String, problem: String? = nil) throws {
    // Scalars: a value may begin with a combining mark, which would make one character with the sign.
    guard let equals = argument.unicodeScalars.firstIndex(of: "=") else {
      throw ValidationError(problem ?? "\(quoted(argument)) is not field=value")
    }
    let name = String(argument[..<equals]).trimmed()
    guard let field = BookField(named: name) else {
      let known = BookField.allCases.map(\.typedName)
      let nearest = suggestion(for: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      throw ValidationError("unknown field \(quoted(name))\(nearest) (known: \(known.joined(separator: ", ")))")
    }
    self.field = field
    text = String(argument.unicodeScalars[equals...].dropFirst())
  }

  static func changes(set: [String], add: [String], remove: [String]) throws -> [FieldChange] {
    try set.map { argument in
      let assignment = try FieldAssignment(argument)
      return .set(assignment.field, try assignment.field.value(of: assignment.text))
    }
      + add.map { argument in
        let assignment = try FieldAssignment(argument)
        return .add(assignment.field, assignment.items)
      }
      + remove.map { argument in
        let assignment = try FieldAssignment(argument)
        return .remove(assignment.field, assignment.items)
      }
  }

  private var items: [String] { text.unicodeScalars.split(separator: ";").map { String($0).trimmed() } }
}
