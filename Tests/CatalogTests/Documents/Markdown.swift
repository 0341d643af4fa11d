import FoundationEssentials

/// The text of a Markdown document outside its code.
struct Markdown {
  /// The lines outside code.
  private let lines: [Substring]
  /// The code blocks with their languages, by lines without indentation.
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

  /// The Swift code blocks, by lines without indentation.
  var swift: [[String]] { code.filter { $0.language == "swift" }.map(\.lines) }

  /// The texts between backticks.
  var names: [String] {
    lines.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
  }

  /// The files that links lead to, without fragments; links to other hosts and within the document are left out.
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

  /// The rows of the first table, without backticks.
  var rows: [[String]] { cells.map { $0.map { $0.filter { $0 != "`" } } } }

  var firstColumn: [String] { rows.compactMap(\.first) }
}

extension String {
  /// Returns the text below a heading, up to the next heading of its level.
  func section(_ heading: String) -> String {
    guard let start = firstRange(of: "\(heading)\n")?.upperBound else { return "" }
    let rest = self[start...]
    return String(rest.firstRange(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest)
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String { split(separator: " ").joined(separator: " ") }
}
