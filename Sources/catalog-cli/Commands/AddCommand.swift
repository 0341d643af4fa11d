import Catalog

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a book by hand.",
    examples: [
      Example("catalog add \"Dune\" --author \"Frank Herbert\" --isbn 978-0-441-01359-3"),
      Example("catalog add \"Emma\" --set published=1815 --set tags=\"classic; english\""),
    ], group: .editing)

  @Option(help: "An author (repeatable).", valueName: "name") var author: [String] = []
  @Option(help: "Its ISBN, of 10 or 13 digits.", valueName: "isbn") var isbn: String?
  @Option(help: "Give a field a value (repeatable).", valueName: "field=value") var set: [String] = []
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The title.", valueName: "title") var title: [String]

  var declarations: ArgumentDeclarations {
    ["author": _author, "isbn": _isbn, "set": _set, "output": _output, "global": _global, "title": _title]
  }

  mutating func run() throws {
    var fields: [BookField: FieldValue] = [:]
    fields[.title] = try BookField.title.value(of: title.joined(separator: " "))
    if !author.isEmpty { fields[.authors] = try BookField.authors.canonical(.list(author)) }
    if let isbn { fields[.isbn] = try BookField.isbn.value(of: isbn) }
    for argument in set {
      let assignment = try FieldAssignment(argument)
      fields[assignment.field] = try assignment.field.value(of: assignment.text)
    }
    let given = fields
    let outcome = try global.openForWriting(isTrial: output.dryRun).change(trial: output.dryRun) { try $0.add(given) }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
