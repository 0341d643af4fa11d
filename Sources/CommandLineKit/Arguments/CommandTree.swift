/// The program's commands, and the options that all commands share.
///
/// Parsing creates only the command to run, so the start-up time does not depend on the number of commands.
package struct CommandTree: Sendable {
  package let name: String
  package let abstract: String
  package let version: String
  /// Additional paragraphs for the program's help and manual page, in the format of `CommandConfiguration.discussion`.
  package let discussion: String
  package let examples: [Example]
  /// The options that may also precede the command's name. Every command declares them with an `@OptionGroup`.
  package let sharedOptions: any ParsableArguments.Type
  /// The commands in the order in which help lists them. The `help` command comes last.
  package let commands: [any ParsableCommand.Type]
  /// The command that runs if the command line names none; `nil` to show the program's help.
  package let defaultCommand: (any ParsableCommand.Type)?

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - commands: All commands except `help`, which is added to every tree.
  ///   - defaultCommand: See ``defaultCommand``.
  package init(
    name: String, abstract: String, version: String, discussion: String = "", examples: [Example] = [],
    sharedOptions: any ParsableArguments.Type, commands: [any ParsableCommand.Type],
    defaultCommand: (any ParsableCommand.Type)? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.version = version
    self.discussion = discussion
    self.examples = examples
    self.sharedOptions = sharedOptions
    self.commands = commands + [HelpRequest.self]
    self.defaultCommand = defaultCommand
  }

  /// Parses a command line, given without the program's name.
  ///
  /// If the command line contains only the name of a command group, or nothing at all, the result is the default
  /// command or help.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParseOutcome {
    var rest = arguments[...]
    var leading: [String] = []
    var path: [String] = []
    var level = commands
    var defaultSubcommand: (any ParsableCommand.Type)?
    while true {
      if let defaultSubcommand, meansDefault(rest, at: path) || isQuery(rest, of: defaultSubcommand, among: level) {
        path.append(defaultSubcommand.configuration.commandName)
        return try parse(defaultSubcommand.init(), leading: leading[...], rest, at: path)
      }
      if rest.first?.hasPrefix("-") == true {
        var reader = ArgumentReader(leadingDefinitions(at: path))
        switch try attempt(at: path, { () throws(ArgumentProblem) in try reader.readOptions(rest) }) {
        case .help: return .help(path)
        case .version: return .version
        case .complete, .word: break
        }
        leading += rest.prefix(rest.count - reader.rest.count)
        rest = reader.rest
        if let defaultSubcommand, isQuery(rest, of: defaultSubcommand, among: level) { continue }
      }
      guard let word = rest.popFirst() else {
        if path.isEmpty, let command = self.defaultCommand {
          return try parse(command.init(), leading: leading[...], [], at: [])
        }
        if leading.isEmpty { return .help(path) }
        throw usageError(ArgumentProblem(message: "missing expected command"), at: path)
      }
      guard let command = level.first(where: { $0.configuration.isCalled(word) }) else {
        throw unknownCommand(word, at: path, among: level)
      }
      path.append(command.configuration.commandName)
      level = command.configuration.subcommands
      defaultSubcommand = command.configuration.defaultSubcommand
      if level.isEmpty { return try parse(command.init(), leading: leading[...], rest, at: path) }
    }
  }

  /// Returns true if the command line means the group's default subcommand. This is the case if no further word follows
  /// the options, or if one of the options is not shared by all commands.
  private func meansDefault(_ rest: ArraySlice<String>, at path: [String]) -> Bool {
    if rest.first?.hasPrefix("-") == false { return false }
    var reader = ArgumentReader(leadingDefinitions(at: path))
    guard let ending = try? reader.readOptions(rest) else { return true }
    return ending == .complete
  }

  /// Returns true if the next word belongs to a query for the group's default subcommand. This is the case if the word
  /// is not the name of a subcommand.
  private func isQuery(
    _ rest: ArraySlice<String>, of defaultSubcommand: any ParsableCommand.Type, among level: [any ParsableCommand.Type]
  ) -> Bool {
    guard defaultSubcommand.configuration.takesQuery, let word = rest.first, !word.hasPrefix("-") else { return false }
    return !level.contains { $0.configuration.isCalled(word) }
  }

  private func parse(
    _ parsed: some ParsableCommand, leading: ArraySlice<String>, _ rest: ArraySlice<String>, at path: [String]
  ) throws(UsageError) -> ParseOutcome {
    var command = parsed
    var reader = ArgumentReader(command.argumentDefinitions + [.help])
    let ending = try attempt(at: path) { () throws(ArgumentProblem) in
      // The `help` command does not declare the shared options, so they are ignored.
      if !(command is HelpRequest) { _ = try reader.readOptions(leading) }
      let configuration = type(of: command).configuration
      return try reader.readAll(
        rest, takesQuery: configuration.takesQuery, takesSignedWords: configuration.takesSignedWords)
    }
    if ending == .help { return .help(path) }
    if let help = command as? HelpRequest { return .help(help.topic) }
    do {
      try command.validateAll()
    } catch let error as ValidationError {
      throw usageError(ArgumentProblem(message: error.message), at: path)
    } catch {
      throw usageError(ArgumentProblem(message: "\(error)"), at: path)
    }
    return .run(command)
  }

  private func attempt(
    at path: [String], _ reading: () throws(ArgumentProblem) -> ArgumentReader.Ending
  ) throws(UsageError) -> ArgumentReader.Ending {
    do {
      return try reading()
    } catch {
      throw usageError(error, at: path)
    }
  }

  private func leadingDefinitions(at path: [String]) -> [ArgumentDefinition] {
    sharedOptions.init().argumentDefinitions + [.help] + (path.isEmpty ? [.version] : [])
  }
}

extension CommandTree {
  /// Returns the usage error for a value that `command` rejected while running.
  package func usageError(_ error: ValidationError, in command: any ParsableCommand) -> UsageError {
    let path = path(to: ObjectIdentifier(type(of: command)), among: commands) ?? []
    return usageError(ArgumentProblem(message: error.message), at: path)
  }

  private func path(to type: ObjectIdentifier, among level: [any ParsableCommand.Type]) -> [String]? {
    for command in level {
      let configuration = command.configuration
      if ObjectIdentifier(command) == type { return [configuration.commandName] }
      if let below = path(to: type, among: configuration.subcommands) { return [configuration.commandName] + below }
    }
    return nil
  }

  private func usageError(_ problem: ArgumentProblem, at path: [String]) -> UsageError {
    UsageError(
      message: escapingControls(problem.message, keepingNewlines: true), suggestion: problem.suggestion,
      command: [name] + path, usage: (description(of: path) ?? rootDescription).usage)
  }

  private func unknownCommand(
    _ word: String, at path: [String], among level: [any ParsableCommand.Type]
  ) -> UsageError {
    let shown = level.map { $0.configuration }.filter(\.shouldDisplay)
    let meant = shown.first { $0.meanings.contains(word.lowercased()) }?.commandName
    let prefix = path.map { "\($0) " }.joined()
    let problem = ArgumentProblem(
      message: "unknown command \(quoted(prefix + word))",
      suggestion: (meant ?? suggestion(for: word, among: shown.map(\.commandName))).map { prefix + $0 })
    return usageError(problem, at: path)
  }

  /// Returns a short version of the program's help that fits on one screen. It lists commands by name only.
  ///
  /// - Parameter more: Text to append.
  package func briefHelp(width: Int = 80, more: String) -> String {
    HelpText(width: width).brief(rootDescription, more: more)
  }

  /// Returns the help for the command or program at `path`. Throws if there is no such command.
  package func helpText(for path: [String], width: Int = 80) throws(UsageError) -> String {
    var level = commands
    for (index, word) in path.enumerated() {
      guard let command = level.first(where: { $0.configuration.isCalled(word) }) else {
        throw unknownCommand(word, at: Array(path[..<index]), among: level)
      }
      level = command.configuration.subcommands
    }
    return HelpText(width: width).text(for: description(of: path) ?? rootDescription)
  }
}
