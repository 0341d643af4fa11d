/// The program: its commands and the options that all of them share.
///
/// Parsing creates only the named command, so the start-up time does not depend on the number of commands.
package struct CommandTree: Sendable {
  package let name: String
  package let abstract: String
  package let version: String
  /// Additional paragraphs for the program's help and manual page, in the format of `CommandConfiguration.discussion`.
  package let discussion: String
  package let examples: [Example]
  /// The options that may also precede the command's name. Every command declares them with an `@OptionGroup`.
  package let sharedOptions: any ParsableArguments.Type
  /// The commands in the order in which help lists them. The `help` command is last.
  package let commands: [any ParsableCommand.Type]
  /// The command to run if none is named; `nil` to show the program's help.
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

  /// Parses the words of a command line after the program's name.
  ///
  /// If the command line names only the program or a command group, the outcome is its default command or its help.
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

  /// Returns true if the default subcommand is meant: only options or nothing follow the group's name, or one of the
  /// options is not shared by all commands.
  private func meansDefault(_ rest: ArraySlice<String>, at path: [String]) -> Bool {
    if rest.first?.hasPrefix("-") == false { return false }
    var reader = ArgumentReader(leadingDefinitions(at: path))
    guard let ending = try? reader.readOptions(rest) else { return true }
    return ending == .complete
  }

  /// Returns true if the next word starts a query for the group's default command, because it is not the name of a
  /// subcommand.
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
      // `help` does not declare the options that all other commands share, so it ignores them.
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
  /// Returns the usage error for a value that `command` rejected while it ran.
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

  /// Returns the program's help on one screen, with the commands listed by name only.
  ///
  /// - Parameter more: Text to append.
  package func briefHelp(width: Int = 80, more: String) -> String {
    HelpText(width: width).brief(rootDescription, more: more)
  }

  /// Returns the help for `ParseOutcome.help`. Throws if there is no command at `path`.
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
