/// A full description of one command, or of the program itself. Help, completion and the manual page are generated from
/// it.
package struct CommandDescription {
  /// The full name of the command as a list of words, starting with the program's name.
  package let path: [String]
  /// Other names that can replace the last word of `path`.
  package var aliases: [String] = []
  package let abstract: String
  package let discussion: String
  package let examples: [Example]
  package var definitions: [ArgumentDefinition]
  /// The visible subcommands.
  package let subcommands: [CommandConfiguration]
  /// The name of the subcommand that runs if the command line names none.
  package var defaultSubcommand: String?
  /// True if query words may begin with a dash.
  package var takesQuery = false
  /// True if query words that consist of a dash and one letter are also allowed.
  package var takesSignedWords = false

  package var name: String { path.joined(separator: " ") }

  /// All names of the command, including its aliases.
  package var calls: [String] { [name] + aliases.map { (path.dropLast() + [$0]).joined(separator: " ") } }

  /// A line that lists the aliases, such as `also called: catalog ls`; `nil` if there are none.
  package var otherNames: String? {
    aliases.isEmpty ? nil : "also called: \(calls.dropFirst().joined(separator: ", "))"
  }

  package var positionals: [ArgumentDefinition] { definitions.filter { $0.shape == .positional } }

  /// The command's own options.
  package var ownOptions: [ArgumentDefinition] { definitions.filter { $0.shape != .positional && $0.section == nil } }

  /// The shared options with the titles of their groups, in the order of declaration.
  package var sharedOptions: [(title: String, options: [ArgumentDefinition])] {
    let shared = definitions.filter { $0.shape != .positional }
    return unique(shared.compactMap(\.section)).map { title in (title, shared.filter { $0.section == title }) }
  }

  /// The subcommands under their headings, in the order of declaration. The program has several headings; a command
  /// group has only one.
  package var commandGroups: [(title: String, commands: [CommandConfiguration])] {
    if subcommands.isEmpty { return [] }
    if path.count > 1 { return [("Commands", subcommands)] }
    return unique(subcommands.map(\.group)).map { group in (group.title, subcommands.filter { $0.group == group }) }
  }

  /// The usage line, such as `catalog list [QUERY…] [options]`.
  package var usage: String {
    if !subcommands.isEmpty {
      return "\(name) \(defaultSubcommand == nil ? "COMMAND" : "[COMMAND]") [ARGUMENT…] [options]"
    }
    let required = definitions.filter { $0.isRequired && $0.shape == .option }
      .map { "\($0.preferredName) \($0.valuePlaceholder)" }
    return ([name] + positionals.map(\.synopsis) + required + ["[options]"]).joined(separator: " ")
  }
}

extension ArgumentDefinition {
  /// The form of a positional argument in a usage line: `BOOK`, `BOOK…`, `[QUERY…]`.
  package var synopsis: String {
    let words = valuePlaceholder + (isRepeatable ? "…" : "")
    return isRequired ? words : "[\(words)]"
  }

  /// The argument as listed in help: `-n, --limit N`, `--json[=FIELDS]`, `QUERY`.
  package var label: String {
    let spelled = names.map(\.description).joined(separator: ", ")
    return switch shape {
    case .flag: spelled
    case .option: "\(spelled) \(valuePlaceholder)"
    case .optionWithOptionalValue: "\(spelled)[=\(valuePlaceholder)]"
    case .positional: valuePlaceholder
    }
  }

  /// The help text, followed by the allowed values and the default.
  package var fullHelp: String {
    let values = allowedValues.isEmpty ? nil : "values: \(allowedValues.joined(separator: ", "))"
    let notes = [values, defaultValue.map { "default: \($0)" }].compactMap(\.self)
    let parts = [help, notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}

extension CommandTree {
  /// The description of the program itself.
  package var rootDescription: CommandDescription {
    CommandDescription(
      path: [name], abstract: abstract, discussion: discussion, examples: examples,
      definitions: sharedOptions.init().argumentDefinitions.map(\.asShared) + [.help, .version],
      subcommands: commands.map { $0.configuration }.filter(\.shouldDisplay))
  }

  /// Returns the description of the command at `path`, which does not include the program's name. Returns `nil` if
  /// there is no such command.
  package func description(of path: [String]) -> CommandDescription? {
    var level = commands
    var found: (any ParsableCommand.Type)?
    var names = [name]
    for word in path {
      found = level.first { $0.configuration.isCalled(word) }
      names.append(found?.configuration.commandName ?? word)
      level = found?.configuration.subcommands ?? []
    }
    return found.map { describe($0, path: names) }
  }

  /// The descriptions of all visible commands. Each group precedes its subcommands.
  package var allDescriptions: [CommandDescription] {
    descriptions(of: commands, under: [name])
  }

  private func descriptions(of level: [any ParsableCommand.Type], under path: [String]) -> [CommandDescription] {
    level.filter { $0.configuration.shouldDisplay }.flatMap { command in
      let path = path + [command.configuration.commandName]
      return [describe(command, path: path)] + descriptions(of: command.configuration.subcommands, under: path)
    }
  }

  /// Returns the description of one command. A command group has the options of its default subcommand, or else the
  /// shared options.
  private func describe(_ command: any ParsableCommand.Type, path: [String]) -> CommandDescription {
    let configuration = command.configuration
    let definitions =
      if configuration.subcommands.isEmpty {
        command.init().argumentDefinitions
      } else if let defaultSubcommand = configuration.defaultSubcommand {
        defaultSubcommand.init().argumentDefinitions.filter { $0.shape != .positional }
      } else {
        sharedOptions.init().argumentDefinitions.map(\.asShared)
      }
    return CommandDescription(
      path: path, aliases: configuration.aliases, abstract: configuration.abstract,
      discussion: configuration.discussion,
      examples: configuration.examples, definitions: definitions + [.help],
      subcommands: configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay),
      defaultSubcommand: configuration.defaultSubcommand?.configuration.commandName,
      takesQuery: configuration.takesQuery, takesSignedWords: configuration.takesSignedWords)
  }
}

extension ArgumentDefinition {
  /// A copy of this argument under the heading for shared options. If this argument already has a heading, the copy
  /// keeps it.
  fileprivate var asShared: ArgumentDefinition {
    var shared = self
    shared.section = section ?? Self.sharedSection
    return shared
  }
}
