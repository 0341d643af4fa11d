import CommandLineKit

/// A page of text over the list: a book, the conflicts, the help.
struct BrowserPanel: Equatable, Sendable {
  /// A line with a label before it, or without one.
  struct Entry: Equatable, Sendable {
    let label: String
    let text: String
  }

  let title: String
  let entries: [Entry]
  /// The first line that is shown.
  private(set) var top = 0

  init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }

  /// The lines, broken where they are wider than the screen.
  func lines(in columns: Int) -> [ScreenLine] {
    let widest = entries.map { DisplayWidth.of($0.label) }.max() ?? 0
    // On a narrow screen a label stands above its text.
    let labelWidth = widest == 0 || widest + 22 > columns ? 0 : widest + 2
    var lines: [ScreenLine] = []
    for entry in entries {
      var isFirst = true
      if labelWidth == 0, !entry.label.isEmpty { lines.append(ScreenLine(entry.label, style: .dim)) }
      for text in Self.broken(entry.text, to: max(1, columns - labelWidth)) {
        var line = ScreenLine()
        if labelWidth > 0 { line.append(isFirst ? entry.label : "", in: labelWidth, style: .dim, ellipsis: "") }
        line.append(text)
        lines.append(line)
        isFirst = false
      }
    }
    return lines
  }

  /// Text in lines of at most so many cells, broken at spaces where there are some.
  static func broken(_ text: String, to cells: Int) -> [String] {
    let visible = VisibleText.forTerminal(text, keepingLineBreaks: true)
    return visible.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      var line = ""
      // Cells of `line`.
      var width = 0
      func breakLine() {
        lines.append(line)
        (line, width) = ("", 0)
      }
      for (index, word) in paragraph.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        let wordWidth = DisplayWidth.of(String(word))
        if index > 0 {
          if width + 1 + wordWidth > cells, width > 0 { breakLine() } else { (line, width) = (line + " ", width + 1) }
        }
        if width + wordWidth <= cells {
          (line, width) = (line + word, width + wordWidth)
          continue
        }
        for character in word {
          let own = DisplayWidth.of(String(character))
          // A character that is wider than the screen is left out.
          guard own <= cells else { continue }
          if width + own > cells { breakLine() }
          line.append(character)
          width += own
        }
      }
      return lines + [line]
    }
  }

  /// Does what a key asks for.
  ///
  /// - Returns: whether it is a key that moves.
  mutating func handle(_ key: Key, height: Int, columns: Int) -> Bool {
    let page = max(1, height - 1)
    switch key {
    case .up, .character("k"): top -= 1
    case .down, .character("j"): top += 1
    case .wheelUp: top -= 3
    case .wheelDown: top += 3
    case .pageUp: top -= page
    case .pageDown, .character(" "): top += page
    case .home, .character("g"): top = 0
    case .end, .character("G"): top = .max / 2
    default: return false
    }
    fit(height: height, columns: columns)
    return true
  }

  /// Keeps what is shown within the text when the screen has another size.
  mutating func fit(height: Int, columns: Int) {
    top = max(0, min(top, lines(in: columns).count - max(1, height)))
  }
}

extension BrowserPanel {
  var isHelp: Bool { entries == Self.help.entries }

  /// What each key does.
  static let help = BrowserPanel(
    title: "Keys",
    entries: [
      Entry(label: "↑ ↓ j k", text: "one line up or down"),
      Entry(label: "PgUp PgDn", text: "one page up or down; the mouse's wheel scrolls too"),
      Entry(label: "Home End g G", text: "the first line, the last line"),
      Entry(label: "/", text: "search as you type; Enter keeps the result, Esc drops it"),
      Entry(label: "e", text: "edit the title; Enter saves, Esc cancels"),
      Entry(label: "Space", text: "mark as read, or as unread again, without its dates"),
      Entry(label: "Enter", text: "show the book; in the tree open or close"),
      Entry(label: "u", text: "undo the last change; asks first if it was not made here"),
      Entry(label: "r", text: "refresh: get new and changed books from the sources"),
      Entry(label: "R", text: "reload the list from its beginning"),
      Entry(label: "s", text: "sort by something else"),
      Entry(label: "t", text: "the tree of authors, and back to the list"),
      Entry(label: "→ ←", text: "in the tree: open, close"),
      Entry(label: "c", text: "conflicts: where you and a source disagree"),
      Entry(label: "q", text: "close what is shown over the list; quit"),
    ])
}
