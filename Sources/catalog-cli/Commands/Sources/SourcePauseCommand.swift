import CommandLineKit

struct SourcePauseCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop refreshing a source until it is resumed.",
    discussion: "Its books stay. 'catalog refresh NAME' still refreshes it by name.",
    examples: [Example("catalog source pause home")], group: .sources)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The source's name.", valueName: "name", completion: .values(.source)) var name: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name] }

  mutating func run() throws {
    let name = name
    let source = try global.openForWriting(needsBooks: true).write { transaction in
      try transaction.pauseSource(SourceArguments.refreshed(name, transaction.snapshot).name)
    }
    try global.console.line(
      "paused \(source.name)  (resume: \(global.commandLine(["source", "resume", source.name])))")
  }
}

struct SourceResumeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Refresh a paused source again.",
    examples: [Example("catalog source resume home")], group: .sources)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The source's name.", valueName: "name", completion: .values(.source)) var name: String

  var declarations: ArgumentDeclarations { ["global": _global, "name": _name] }

  mutating func run() throws {
    let name = name
    let source = try global.openForWriting(needsBooks: true).write { transaction in
      try transaction.resumeSource(SourceArguments.refreshed(name, transaction.snapshot).name)
    }
    try global.console.line("resumed \(source.name)  (next: \(global.commandLine(["refresh", source.name])))")
  }
}
