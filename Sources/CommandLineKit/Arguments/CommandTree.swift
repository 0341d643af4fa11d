/// The program: its commands and the options all of them share.
///
/// Parsing makes only the command that is named, so starting costs the same however many there are.
package struct CommandTree: Sendable {
  package let name: String
  package let abstract: String
  package let version: String
  /// More about the program for its help and manual page; paragraphs as in `CommandConfiguration.discussion`.
  package let discussion: String
  package let examples: [Example]
  /// The options that may also stand before the command's name. Every command takes them by an `@OptionGroup`.
  package let sharedOptions: any ParsableArguments.Type
  /// In the order help lists them; `help` is the last.
  package let commands: [any ParsableCommand.Type]
  /// What is meant where no command is named; `nil` asks for the program's help.
  package let usual: (any ParsableCommand.Type)?

  /// - Parameters:
  ///   - commands: all commands but `help`, which every tree has.
  ///   - usual: see ``usual``.
  package init(
    name: String, abstract: String, version: String, discussion: String = "", examples: [Example] = [],
    sharedOptions: any ParsableArguments.Type, commands: [any ParsableCommand.Type],
    usual: (any ParsableCommand.Type)? = nil
  ) {
    self.name = name
    self.abstract = abstract
    self.version = version
    self.discussion = discussion
    self.examples = examples
    self.sharedOptions = sharedOptions
    self.commands = commands + [HelpRequest.self]
    self.usual = usual
  }

  /// Reads a command line, the program's name left out.
  ///
  /// A program or a group of commands named without any argument asks for its help, or for its usual command.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParseOutcome {
    var rest = arguments[...]
    var leading: [String] = []
    var path: [String] = []
    var level = commands
    var usual: (any ParsableCommand.Type)?
    while true {
      if let usual, meansUsual(rest, at: path) || isQuery(rest, of: usual, among: level) {
        path.append(usual.configuration.commandName)
        return try parse(usual.init(), leading: leading[...], rest, at: path)
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
        if let usual, isQuery(rest, of: usual, among: level) { continue }
      }
      guard let word = rest.popFirst() else {
        if path.isEmpty, let command = self.usual {
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
      usual = command.configuration.defaultSubcommand
      if level.isEmpty { return try parse(command.init(), leading: leading[...], rest, at: path) }
    }
  }

  /// Whether no command is named behind that of a group: nothing follows, or options alone of which one is not shared.
  private func meansUsual(_ rest: ArraySlice<String>, at path: [String]) -> Bool {
    if rest.first?.hasPrefix("-") == false { return false }
    var reader = ArgumentReader(leadingDefinitions(at: path))
    guard let ending = try? reader.readOptions(rest) else { return true }
    return ending == .complete
  }

  /// Whether the next word is the first of a query for the usual command of a group, since it names none of the others.
  private func isQuery(
    _ rest: ArraySlice<String>, of usual: any ParsableCommand.Type, among level: [any ParsableCommand.Type]
  ) -> Bool {
    guard usual.configuration.takesQuery, let word = rest.first, !word.hasPrefix("-") else { return false }
    return !level.contains { $0.configuration.isCalled(word) }
  }

  private func parse(
    _ parsed: some ParsableCommand, leading: ArraySlice<String>, _ rest: ArraySlice<String>, at path: [String]
  ) throws(UsageError) -> ParseOutcome {
    var command = parsed
    var reader = ArgumentReader(command.argumentDefinitions + [.help])
    let ending = try attempt(at: path) { () throws(ArgumentProblem) in
      // Help has no use for the options the other commands share.
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
  /// The usage error for a value that `command` found senseless while it ran.
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

  /// The program's help on one screen: its commands by their names alone.
  ///
  /// - Parameter more: what stands behind them.
  package func briefHelp(width: Int = 80, more: String) -> String {
    HelpText(width: width).brief(rootDescription, more: more)
  }

  /// The help that `ParseOutcome.help` asks for. Throws when `path` names no command.
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
