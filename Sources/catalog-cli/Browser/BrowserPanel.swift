import Catalog
import CommandLineKit

/// A page of text over the list: a book, the conflicts, or the help.
struct BrowserPanel: Equatable, Sendable {
  /// The subject of a page.
  enum Kind: Equatable, Sendable {
    case text, help
    case book(Book)
    /// The page of a book that is no longer in the catalog.
    case missingBook
    case conflicts(ConflictPanel)
  }

  /// A text with an optional label before it.
  struct Entry: Equatable, Sendable {
    let label: String
    let text: String
  }

  let title: String
  let entries: [Entry]
  private(set) var kind: Kind
  /// The index of the entry that keys refer to, if any. It is highlighted and kept visible.
  let selected: Int?
  /// The index of the first visible line.
  private(set) var top = 0

  init(title: String, entries: [Entry], kind: Kind = .text, selected: Int? = nil) {
    (self.title, self.entries, self.kind, self.selected) = (title, entries, kind, selected)
  }

  /// The book on the page, if it is a book's page.
  var book: Book? { if case .book(let book) = kind { book } else { nil } }

  /// The conflicts on the page, if it shows conflicts.
  var conflicts: ConflictPanel? { if case .conflicts(let conflicts) = kind { conflicts } else { nil } }

  /// Returns true if both pages have the same subject: the same book, or conflicts.
  func isOfSame(as panel: BrowserPanel) -> Bool {
    if let book { return panel.book?.id == book.id }
    return conflicts != nil && panel.conflicts != nil
  }

  /// Returns the page with new data and the current scroll position.
  func updated(to panel: BrowserPanel) -> BrowserPanel {
    var updated = panel
    if let conflicts, let now = panel.conflicts { updated = conflicts.updated(to: now).page }
    return updated.scrolled(as: self)
  }

  /// Returns this page with the scroll position of another one.
  func scrolled(as panel: BrowserPanel) -> BrowserPanel {
    var scrolled = self
    scrolled.top = panel.top
    return scrolled
  }

  /// Returns the lines of the page, wrapped to the width of the screen.
  func lines(in columns: Int) -> [ScreenLine] { linesOfEntries(in: columns).flatMap(\.self) }

  private func linesOfEntries(in columns: Int) -> [[ScreenLine]] {
    let widest = entries.map { DisplayWidth.of($0.label) }.max() ?? 0
    // On a narrow screen, the label is above its text.
    let labelWidth = widest == 0 || widest + 22 > columns ? 0 : widest + 2
    return entries.indices.map { index in
      let entry = entries[index]
      var lines: [ScreenLine] = []
      if labelWidth == 0, !entry.label.isEmpty { lines.append(ScreenLine(entry.label, style: .dim)) }
      let label = labelWidth == 0 ? nil : entry.label
      for (number, text) in Self.broken(entry.text, to: max(1, columns - labelWidth)).enumerated() {
        var line = ScreenLine()
        if let label { line.append(number == 0 ? label : "", in: labelWidth, style: .dim, ellipsis: "") }
        line.append(text)
        lines.append(line)
      }
      if index == selected, !lines.isEmpty {
        lines[0].pad(to: columns)
        lines[0].isReversed = true
      }
      return lines
    }
  }

  /// Records that the page was drawn. Conflicts can be resolved only after they were visible.
  mutating func drawn(height: Int, columns: Int) {
    guard var conflicts else { return }
    conflicts.see(entriesInView(height: height, columns: columns))
    kind = .conflicts(conflicts)
  }

  /// Returns the indices of entries that are completely visible, or of the first one if it does not fit.
  private func entriesInView(height: Int, columns: Int) -> [Int] {
    var first = 0
    return linesOfEntries(in: columns).enumerated().compactMap { index, lines in
      defer { first += lines.count }
      return first >= top && (first + lines.count <= top + height || first == top) ? index : nil
    }
  }

  /// Wraps text to lines of a maximum width in cells, at spaces if possible.
  static func broken(_ text: String, to cells: Int) -> [String] {
    let visible = VisibleText.forTerminal(text, keepingLineBreaks: true)
    return visible.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      var line = ""
      // The width of `line` in cells.
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
          // Omits a character that is wider than the screen.
          guard own <= cells else { continue }
          if width + own > cells { breakLine() }
          line.append(character)
          width += own
        }
      }
      return lines + [line]
    }
  }

  /// Scrolls the page for a key.
  ///
  /// - Returns: True if the key scrolls.
  mutating func handle(_ key: Key, height: Int, columns: Int) -> Bool {
    let page = max(1, height - 1)
    switch key {
    case .up: top -= 1
    case .down: top += 1
    case .wheelUp: top -= 3
    case .wheelDown: top += 3
    case .pageUp: top -= page
    case .pageDown: top += page
    case .home: top = 0
    case .end: top = .max / 2
    default: return false
    }
    fit(height: height, columns: columns)
    return true
  }

  /// Keeps the scroll position within the text after the screen was resized.
  mutating func fit(height: Int, columns: Int) {
    let lines = linesOfEntries(in: columns)
    if let selected {
      let first = lines[..<selected].reduce(0) { $0 + $1.count }
      top = min(first, max(top, first + lines[selected].count - max(1, height)))
    }
    top = max(0, min(top, lines.reduce(0) { $0 + $1.count } - max(1, height)))
  }
}
