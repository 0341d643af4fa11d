import Catalog
import CommandLineKit

struct FieldAddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a field of your own.",
    discussion: """
      Kinds of field:

        text     text of any number of lines; 'list shelf:attic' finds its words
        number   any number; 'list "price:>20"', 'list price:10..20'
        date     a year, a month or a day; 'list bought:2024', 'list "bought:>2024-05"'
        flag     yes or no
        list     several words or lines, separated by semicolons
        choice   one of some words, which --choices names

      'list --sort NAME' sorts texts and lists by their words, ignoring case and with 'box 9' before 'box 10' (the first 80
      bytes of a text count), numbers by value, dates by the first day that they may mean, flags with no before yes, and
      choices in the order in which their words were given. Books without a value come last.

      A name has letters, digits, hyphens and underscores. Where the catalog has a field of that name one day, yours is still
      found as own.NAME.
      """,
    examples: [
      Example("catalog field add shelf"), Example("catalog field add price --kind number"),
      Example("catalog field add mood --choices \"happy; sad; strange\""),
    ], group: .editing)

  @Option(help: "What it holds; by default text.", valueName: "kind") var kind: OwnField.Kind?
  @Option(help: "The words of a choice, separated by semicolons.", valueName: "words") var choices: String?
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What to call it.", valueName: "name") var name: String

  var declarations: ArgumentDeclarations {
    ["kind": _kind, "choices": _choices, "global": _global, "name": _name]
  }

  mutating func validate() throws {
    if choices != nil, let kind, kind != .choice { throw ValidationError("--choices are for --kind choice") }
    if kind == .choice, choices == nil { throw ValidationError("a choice needs its words: --choices \"happy; sad\"") }
  }

  mutating func run() throws {
    let (name, kind, words) = (name, kind ?? (choices == nil ? .text : .choice), FieldChoices.words(of: choices))
    let field = try global.openForWriting().write { try $0.addField(name, kind, choices: words) }
    let example = global.commandLine(["edit", "BOOK", "--set", "\(field.name)=\(FieldChoices.example(of: field))"])
    try global.console.line("field \(quoted(field.name)) made: \(FieldChoices.help(of: field))  (next: \(example))")
  }
}
