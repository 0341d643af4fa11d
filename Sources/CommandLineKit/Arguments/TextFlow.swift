/// A part of a discussion: prose to wrap, or lines to show verbatim.
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

/// Returns `text` wrapped into lines of at most `width` characters. A longer word gets a line of its own.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(whereSeparator: \.isWhitespace) {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " \(word)"
  }
  return line.isEmpty ? lines : lines + [line]
}
