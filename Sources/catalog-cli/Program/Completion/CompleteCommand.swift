import Catalog
import CommandLineKit

/// The command that completion scripts run. It prints one candidate on each line, with an optional description after a
/// tab. It never fails and prints nothing else, because pressing Tab must not cause error messages.
struct CompleteCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: CompletionScript.command, abstract: "Print possible completions.", group: .care, shouldDisplay: false)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The kind of value.") var kind: String
  @Argument(help: "The text typed so far.") var typed: String
  @Argument(help: "The arguments before the text.") var before: [String] = []

  var declarations: ArgumentDeclarations {
    ["global": _global, "kind": _kind, "typed": _typed, "before": _before]
  }

  mutating func run() throws {
    guard let value = CompletedValue(rawValue: kind) else { return }
    let (typed, before) = (typed, before)
    let offers =
      global.glance { try ValueCompleter(snapshot: $0, before: before).offers(of: value, typed) }
      ?? (try? ValueCompleter(snapshot: nil, before: before).offers(of: value, typed)) ?? []
    let lines = offers.lazy.filter { !$0.isHazardous }.prefix(CompletionScript.limit).map { "\($0.line)\n" }
    try global.console.print(lines.joined())
  }
}
