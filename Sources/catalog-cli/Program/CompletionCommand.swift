import CommandLineKit

struct CompletionCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print a script that completes commands in a shell.",
    examples: [
      Example("source <(catalog completion bash)", "in ~/.bashrc"),
      Example("catalog completion fish > ~/.config/fish/completions/catalog.fish"),
    ], group: .care)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The shell.") var shell: CompletionShell

  var declarations: ArgumentDeclarations { ["global": _global, "shell": _shell] }

  mutating func run() throws {
    try global.console.print(CompletionScript(tree: Program.tree).text(for: shell))
  }
}

/// What `scripts/install` puts where `man` finds it.
struct ManualCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page.", group: .care, shouldDisplay: false)

  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["global": _global] }

  mutating func run() throws {
    let sections = HelpTopics.all.map { ManualSection(title: $0.title.uppercased(), text: $0.text) }
    try global.console.print(ManualPage(tree: Program.tree, date: ProgramVersion.date, sections: sections).text())
  }
}
