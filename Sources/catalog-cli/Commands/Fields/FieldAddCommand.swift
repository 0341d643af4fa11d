import Catalog
import CommandLineKit

struct FieldAddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a custom field.",
    discussion: """
      Kinds of field:

        text     text of any number of lines; 'list shelf:attic' finds its words
        number   any number; 'list "price:>20"', 'list price:10..20'
        date     a year, a month or a day; 'list bought:2024', 'list "bought:>2024-05"'
        flag     yes or no
        list     several words or lines, separated by semicolons
        choice   one of several words, listed in --choices

      'list --sort NAME' sorts texts and lists by their words, ignoring case and with 'box 9' before 'box 10' (only the
      first 80 bytes count). Numbers are sorted by value, dates by the first possible day, flags with 'no' before 'yes', and
      choices in the order of --choices. Books without a value come last.

      A name consists of letters, digits, hyphens and underscores. If a later version adds a built-in field with that
      name, yours is still available as own.NAME.
      """,
    examples: [
      Example("catalog field add shelf"), Example("catalog field add price --kind number"),
      Example("catalog field add mood --choices \"happy; sad; strange\""),
    ], group: .editing)

  @Option(help: "The kind of values (default: text).", valueName: "kind") var kind: OwnField.Kind?
  @Option(help: "The words to choose from, separated by semicolons.", valueName: "words") var choices: String?
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the field.", valueName: "name") var name: String

  var declarations: ArgumentDeclarations {
    ["kind": _kind, "choices": _choices, "global": _global, "name": _name]
  }

  mutating func validate() throws {
    if choices != nil, let kind, kind != .choice { throw ValidationError("--choices needs --kind choice") }
    if kind == .choice, choices == nil { throw ValidationError("--kind choice needs --choices \"happy; sad\"") }
  }

  mutating func run() throws {
    let (name, kind, words) = (name, kind ?? (choices == nil ? .text : .choice), FieldChoices.words(of: choices))
    let field = try global.openForWriting().write { try $0.addField(name, kind, choices: words) }
    let example = global.commandLine(["edit", "BOOK", "--set", "\(field.name)=\(FieldChoices.example(of: field))"])
    try global.console.line("added field \(quoted(field.name)): \(FieldChoices.help(of: field))  (next: \(example))")
  }
}
