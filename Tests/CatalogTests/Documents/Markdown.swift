import FoundationEssentials

/// What a Markdown document says outside its code.
struct Markdown {
  /// Outside of code.
  private let lines: [Substring]
  /// The blocks of code in a language, by their lines without indentation.
  private var code: [(language: String, lines: [String])] = []

  init(_ text: String) {
    var isCode = false
    var blocks: [(language: String, lines: [String])] = []
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") {
        isCode.toggle()
        if isCode { blocks.append((String(line.dropFirst(3)), [])) }
        return false
      }
      if isCode { blocks[blocks.count - 1].lines.append(String(line.drop { $0 == " " })) }
      return !isCode
    }
    code = blocks
  }

  /// The blocks of Swift, by their lines without indentation.
  var swift: [[String]] { code.filter { $0.language == "swift" }.map(\.lines) }

  /// What stands between backticks.
  var names: [String] {
    lines.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
  }

  /// The files that links lead to, without fragments; links to other hosts and within the document left out.
  var relativeLinks: [String] {
    lines.flatMap { line in
      // Every other piece between backticks is code.
      let text = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
      return text.split(separator: "](").dropFirst().map { $0.prefix { $0 != ")" && $0 != "#" } }
        .filter { !$0.isEmpty && !$0.contains("://") && !$0.hasPrefix("mailto:") }.map(String.init)
    }
  }

  /// The cells of the first table, without its header.
  var cells: [[String]] {
    lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0).trimmingSpaces }
    }
  }

  /// The same without backticks.
  var rows: [[String]] { cells.map { $0.map { $0.filter { $0 != "`" } } } }

  var firstColumn: [String] { rows.compactMap(\.first) }
}

extension String {
  /// What stands below a heading, up to the next one of its kind.
  func section(_ heading: String) -> String {
    guard let start = firstRange(of: "\(heading)\n")?.upperBound else { return "" }
    let rest = self[start...]
    return String(rest.firstRange(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest)
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String { split(separator: " ").joined(separator: " ") }
}
