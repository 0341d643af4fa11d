/// A block of a help text: a paragraph to wrap, or lines to show verbatim.
package enum TextBlock: Equatable {
  case paragraph(String)
  case verbatim([String])

  /// Splits `text` into blocks. Empty lines separate blocks, and lines that begin with two spaces are verbatim.
  package static func blocks(of text: String) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var continues = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isVerbatim = line.hasPrefix("  ")
      if line.allSatisfy(\.isWhitespace) {
        continues = false
        continue
      }
      switch (blocks.last, isVerbatim) {
      case (.paragraph(let words), false) where continues:
        blocks[blocks.count - 1] = .paragraph("\(words) \(line)")
      case (.verbatim(let lines), true) where continues:
        blocks[blocks.count - 1] = .verbatim(lines + [String(line)])
      default:
        blocks.append(isVerbatim ? .verbatim([String(line)]) : .paragraph(String(line)))
      }
      continues = true
    }
    return blocks
  }
}

/// Returns `text` wrapped into lines of at most `width` terminal cells. A quoted command, as in `try 'catalog list'`,
/// is never broken, so that the user can copy it. A command or word that is wider than a line has its own line.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in unbroken(text) {
    if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? word : " \(word)"
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Returns `text` wrapped in a column that is indented by `column` cells. `lead` precedes the text on the first line.
package func wrapped(_ text: String, after lead: String, column: Int, width: Int) -> [String] {
  wrapped(text, width: width - column).enumerated().map { number, line in
    DisplayWidth.pad(number == 0 ? lead : "", to: column, alignment: .left) + line
  }
}

/// Returns a line that may end with a hint after two spaces, as in `Dune: rated 4  (undo: catalog undo)`. If the line
/// is wider than `width`, the hint moves to the next line. The result itself is not wrapped.
package func withHintBelow(_ line: String, width: Int) -> String {
  guard line.hasSuffix(")"), DisplayWidth.of(line) > width, let gap = line.ranges(of: "  (").last else { return line }
  return line[..<gap.lowerBound] + "\n" + line[gap.lowerBound...]
}

/// The maximum number of words in a quoted command. If no closing quotation mark follows within this limit, the opening
/// mark is treated as an ordinary character.
private let commandLimit = 40

/// Returns the words of a text. A quoted command counts as one word.
private func unbroken(_ text: String) -> [String] {
  var parts: [String] = []
  var rest = text.split(whereSeparator: \.isWhitespace)[...]
  while let first = rest.first {
    let begins = first.drop { "(“".contains($0) }.first == "'"
    let end = begins ? rest.prefix(commandLimit).firstIndex(where: endsQuotation) : nil
    parts.append(rest[...(end ?? rest.startIndex)].joined(separator: " "))
    rest = rest[((end ?? rest.startIndex) + 1)...]
  }
  return parts
}

private func endsQuotation(_ word: Substring) -> Bool {
  let end = word.lastIndex { !".,:;!?)”".contains($0) }
  return end.map { word[$0] == "'" && $0 != word.startIndex } ?? false
}

/// Returns one line of a list, wrapped if it is wider than `width`. The line must consist of a name, at least two
/// spaces and an explanation. Continuation lines are aligned with the start of the explanation.
package func wrapped(listLine line: String, width: Int) -> [String] {
  guard DisplayWidth.of(line) > width else { return [line] }
  let margin = line.prefix { $0 == " " }.count
  let gap = line.dropFirst(margin).ranges(of: "  ").first
  let column = gap.map { gap in
    let start = line[gap.upperBound...].firstIndex { $0 != " " } ?? line.endIndex
    return (start: start, cells: DisplayWidth.of(String(line[..<start])))
  }
  // A column of fewer than 20 cells would be hard to read.
  if let column, width - column.cells >= 20 {
    return wrapped(
      String(line[column.start...]), after: String(line[..<column.start]), column: column.cells, width: width)
  }
  let indent = min(margin + 2, width / 2)
  return wrapped(line, width: width - indent).enumerated().map { number, part in
    String(repeating: " ", count: number == 0 ? min(margin, indent) : indent) + part
  }
}
