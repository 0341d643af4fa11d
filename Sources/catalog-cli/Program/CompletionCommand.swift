import CommandLineKit

struct CompletionCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print a script that completes commands in a shell.",
    discussion: """
      The script completes commands, options and files, and the contents of your catalog: tags, authors, series, titles,
      sources, saved searches, fields and their values. It completes queries (tag:sci), option values, and words such as
      tags+=sci. For that, the shell runs 'catalog' from its PATH, with the --db of the command line or CATALOG_DB. This
      never changes the catalog. If the catalog is missing or newer than the program, only general words are completed.
      In zsh and fish, step numbers show a description of the step.
      """,
    examples: [
      Example("source <(catalog completion bash)", "in ~/.bashrc"),
      Example("source <(catalog completion zsh)", "in ~/.zshrc, after compinit"),
      Example("catalog completion fish > ~/.config/fish/completions/catalog.fish"),
    ], group: .care)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The shell.") var shell: CompletionShell

  var declarations: ArgumentDeclarations { ["global": _global, "shell": _shell] }

  mutating func run() throws {
    try global.console.print(CompletionScript(tree: Program.tree, topics: HelpTopics.names).text(for: shell))
  }
}

/// The command that prints the manual page, which `scripts/install` installs for `man`.
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
