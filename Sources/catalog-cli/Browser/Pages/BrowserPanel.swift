import Catalog
import CommandLineKit

/// A page shown over the list: a book, the conflicts, help, or another text.
struct BrowserPanel: Equatable, Sendable {
  /// The content of a page.
  enum Kind: Equatable, Sendable {
    case text, help
    case book(Book)
    /// A book that is no longer in the catalog.
    case missingBook
    case conflicts(ConflictPanel)
  }

  /// A text and its label, which may be empty.
  struct Entry: Equatable, Sendable {
    let label: String
    let text: String
  }

  let title: String
  let entries: [Entry]
  private(set) var kind: Kind
  /// The index of the entry that keys act on, which is highlighted and kept visible; `nil` if there is none.
  let selected: Int?
  /// The index of the first visible line.
  private(set) var top = 0

  init(title: String, entries: [Entry], kind: Kind = .text, selected: Int? = nil) {
    (self.title, self.entries, self.kind, self.selected) = (title, entries, kind, selected)
  }

  /// The book if this is the page of a book; otherwise `nil`.
  var book: Book? { if case .book(let book) = kind { book } else { nil } }

  /// The conflicts if this is the page of conflicts; otherwise `nil`.
  var conflicts: ConflictPanel? { if case .conflicts(let conflicts) = kind { conflicts } else { nil } }

  /// Returns true if both pages show the same book, or if both show the conflicts.
  func isOfSame(as panel: BrowserPanel) -> Bool {
    if let book { return panel.book?.id == book.id }
    return conflicts != nil && panel.conflicts != nil
  }

  /// Returns a page with new data and the scroll position of this page.
  func updated(to panel: BrowserPanel) -> BrowserPanel {
    var updated = panel
    if let conflicts, let now = panel.conflicts { updated = conflicts.updated(to: now).page }
    return updated.scrolled(as: self)
  }

  /// Returns this page with the scroll position of another page.
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

  /// Records that the page was drawn. A conflict can be resolved only after it has been visible.
  mutating func drawn(height: Int, columns: Int) {
    guard var conflicts else { return }
    conflicts.see(entriesInView(height: height, columns: columns))
    kind = .conflicts(conflicts)
  }

  /// Returns the indices of the entries that are completely visible. An entry at the top that is too long for the
  /// screen also counts.
  private func entriesInView(height: Int, columns: Int) -> [Int] {
    var first = 0
    return linesOfEntries(in: columns).enumerated().compactMap { index, lines in
      defer { first += lines.count }
      return first >= top && (first + lines.count <= top + height || first == top) ? index : nil
    }
  }

  /// Wraps text into lines of at most the given number of cells, at spaces if possible.
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
          // A character that is wider than the screen is omitted.
          guard own <= cells else { continue }
          if width + own > cells { breakLine() }
          line.append(character)
          width += own
        }
      }
      return lines + [line]
    }
  }

  /// Scrolls the page if the key is a scrolling key.
  ///
  /// - Returns: True if the key is a scrolling key.
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

  /// Adjusts the scroll position so that it stays within the text, for example after the screen was resized.
  mutating func fit(height: Int, columns: Int) {
    let lines = linesOfEntries(in: columns)
    if let selected {
      let first = lines[..<selected].reduce(0) { $0 + $1.count }
      top = min(first, max(top, first + lines[selected].count - max(1, height)))
    }
    top = max(0, min(top, lines.reduce(0) { $0 + $1.count } - max(1, height)))
  }
}
