/// A section of the manual page with text from the program, such as the exit status. All other sections are generated
/// from the program's declarations.
package struct ManualSection: Sendable {
  package let title: String
  /// The text, in the format of `CommandConfiguration.discussion`.
  package let text: String

  package init(title: String, text: String) {
    self.title = title
    self.text = text
  }
}

/// The manual page of a program (section 1), written in the man(7) macros of roff.
package struct ManualPage {
  package let tree: CommandTree
  /// The date of the release, such as `2025-03-01`.
  package let date: String
  /// The sections that follow the options, such as exit status, environment and files.
  package var sections: [ManualSection] = []

  package init(tree: CommandTree, date: String, sections: [ManualSection] = []) {
    self.tree = tree
    self.date = date
    self.sections = sections
  }

  package func text() -> String {
    let root = tree.rootDescription
    // The line that whatis(1) shows has no full stop.
    let abstract = tree.abstract.hasSuffix(".") ? String(tree.abstract.dropLast()) : tree.abstract
    var lines = [
      ".TH \(argument(tree.name.uppercased())) 1 \"\(date)\" \(argument("\(tree.name) \(tree.version)"))",
      ".nh", ".ad l",
      ".SH NAME", "\(escaped(tree.name)) \\- \(escaped(abstract))",
      ".SH SYNOPSIS", ".B \(argument(root.usage))",
    ]
    lines += section("DESCRIPTION", Array(discussion(tree.discussion).dropFirst()))
    lines += section("EXAMPLES", examples(root.examples))
    lines += section("COMMANDS", tree.allDescriptions.filter(\.subcommands.isEmpty).flatMap(command))
    lines += section("OPTIONS", root.sharedOptions.flatMap { arguments($0.options) })
    for added in sections {
      // The first paragraph needs no `.PP` request.
      lines += section(added.title.uppercased(), Array(discussion(added.text).dropFirst()))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [".SH \(argument(title))"] + lines
  }

  private func command(_ command: CommandDescription) -> [String] {
    let heading = [".SS \(argument(command.usage))", text(command.abstract)]
    let otherNames = command.otherNames.map { [".PP", text($0)] } ?? []
    return heading + otherNames + discussion(command.discussion)
      + arguments(command.positionals) + arguments(command.ownOptions)
      + (command.examples.isEmpty ? [] : [".PP", "Examples:"] + examples(command.examples))
  }

  private func arguments(_ definitions: [ArgumentDefinition]) -> [String] {
    definitions.flatMap { [".TP", ".B \(argument($0.label))", text($0.fullHelp)] }
  }

  private func examples(_ examples: [Example]) -> [String] {
    examples.flatMap { [".TP", ".B \(argument($0.commandLine))", text($0.note)] }
  }

  private func discussion(_ discussion: String) -> [String] {
    TextBlock.blocks(of: discussion).flatMap { block in
      switch block {
      case .paragraph(let words): [".PP", text(words)]
      case .verbatim(let lines): [".PP", ".nf"] + lines.map(text) + [".fi"]
      }
    }
  }

  /// Returns `line` as a line of roff text. A leading dot or apostrophe is escaped, because it would start a request.
  /// An empty line is escaped, because roff does not allow it.
  private func text(_ line: String) -> String {
    let escaped = escaped(line)
    return escaped.isEmpty || escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
  }

  /// Returns `words` quoted as one argument of a macro.
  private func argument(_ words: String) -> String {
    "\"\(escaped(words))\""
  }

  /// Returns `text` escaped so that roff prints exactly these characters. Unescaped hyphens, quotes, carets and tildes
  /// would become typographic forms, which cannot be pasted into a shell. Non-ASCII scalars are written by number, so
  /// that they work in any locale.
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": return "\\e"
      case "-": return "\\-"
      case "'": return "\\(aq"
      case "`": return "\\(ga"
      case "^": return "\\(ha"
      case "~": return "\\(ti"
      case "\"": return "\\(dq"
      case "\n": return " "
      default:
        if scalar.isASCII { return String(scalar) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }.joined()
  }
}
