/// Help for a terminal: usage, abstract, examples, commands, arguments, options, shared options and the discussion, in
/// this order.
package struct HelpText {
  /// The width of the terminal in columns.
  private let width: Int

  /// The maximum width of a label, in characters, for its help to start on the same line. After a wider label, the help
  /// starts on the next line.
  private static let widestLabel = 26

  private struct Row {
    let label: String
    let help: String
  }

  package init(width: Int = 80) { self.width = width }

  package func text(for command: CommandDescription) -> String {
    var lists = command.commandGroups.map { title, commands in
      (title: title, rows: commands.map { Row(label: $0.commandName, help: help(of: $0, in: command)) })
    }
    lists.append(("Arguments", command.positionals.map { Row(label: $0.label, help: $0.fullHelp) }))
    lists.append(("Options", rows(of: command.ownOptions)))
    lists += command.sharedOptions.map { ($0.title, rows(of: $0.options)) }
    // All lists use the same column width so that they line up.
    let labels = lists.flatMap(\.rows).map(\.label.count).filter { $0 <= Self.widestLabel }

    let usage = indented("usage: \(command.usage)", hanging: 7)
    var sections = [usage + [command.otherNames].compactMap(\.self), wrapped(command.abstract, width: width)]
    let examples = command.examples.map { Row(label: $0.commandLine, help: $0.note) }
    let exampleLabels = examples.map(\.label.count).filter { $0 <= width / 2 }
    sections.append(section("Examples", examples, widest: exampleLabels.max()))
    sections += lists.map { section($0.title, $0.rows, widest: labels.max()) }
    sections += TextBlock.blocks(of: command.discussion).map(lines)
    if !command.subcommands.isEmpty {
      let words = (command.path.prefix(1) + ["help"] + command.path.dropFirst() + ["COMMAND"]).joined(separator: " ")
      sections.append(wrapped("Run '\(words)' for more about a command.", width: width))
    }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Lays out a text that consists of paragraphs and lists, such as a help topic.
  package func text(_ discussion: String) -> String {
    TextBlock.blocks(of: discussion).map { lines(of: $0).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Returns the usage, the abstract, the examples, and the names of the commands by group.
  ///
  /// - Parameter more: Text to append.
  func brief(_ command: CommandDescription, more: String) -> String {
    let examples = command.examples.map { Row(label: $0.commandLine, help: $0.note) }
    let groups = command.commandGroups.flatMap { title, commands in
      [title.uppercased()]
        + wrapped(commands.map(\.commandName).joined(separator: " "), width: width - 2).map { "  \($0)" }
    }
    let sections = [
      indented("usage: \(command.usage)", hanging: 7) + wrapped(command.abstract, width: width),
      section("Examples", examples, widest: examples.map(\.label.count).max()), groups, wrapped(more, width: width),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func help(of subcommand: CommandConfiguration, in command: CommandDescription) -> String {
    subcommand.abstract + (subcommand.commandName == command.defaultSubcommand ? " (default)" : "")
  }

  private func rows(of options: [ArgumentDefinition]) -> [Row] {
    options.map { Row(label: ($0.names.first?.isShort == true ? "" : "    ") + $0.label, help: $0.fullHelp) }
  }

  /// Returns the lines of a section: its title and its rows. The help of a label with at most `widest` characters
  /// begins on the label's line.
  private func section(_ title: String, _ rows: [Row], widest: Int?) -> [String] {
    if rows.isEmpty { return [] }
    // On a narrow terminal, each label has a line of its own, because text in a narrow column is hard to read.
    let column = min((widest ?? 4) + 4, max(6, width - 24))
    let lines = rows.flatMap { row -> [String] in
      let label = "  \(row.label)"
      let isBeside = label.count + 2 <= column
      let help = wrapped(row.help, after: isBeside ? label : "", column: column, width: width)
      return isBeside && !help.isEmpty ? help : [label] + help
    }
    return [title.uppercased()] + lines
  }

  private func lines(of block: TextBlock) -> [String] {
    switch block {
    case .paragraph(let text): wrapped(text, width: width)
    case .verbatim(let lines): lines.flatMap { wrapped(listLine: $0, width: width) }
    }
  }

  private func indented(_ text: String, hanging indent: Int) -> [String] {
    let lines = wrapped(text, width: width - indent)
    return lines.prefix(1) + lines.dropFirst().map { String(repeating: " ", count: indent) + $0 }
  }
}
