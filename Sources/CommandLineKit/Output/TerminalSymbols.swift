/// The non-ASCII symbols that the program itself prints, with fallbacks for terminals that do not use UTF-8.
///
/// Book data, in contrast, is always written as UTF-8. `LANG` is often unset, so a guess at the terminal's character
/// set is often wrong. A wrong guess would make every non-English title unreadable.
package struct TerminalSymbols: Equatable, Sendable {
  /// Marks truncated text.
  package let ellipsis: String
  /// Separates the ends of a range.
  package let rangeDash: String
  /// Separates an old value from a new one.
  package let arrow: String
  package let openingQuote: String
  package let closingQuote: String
  /// The branch to any child in a tree except the last, such as `├── `.
  package let branch: String
  /// The branch to the last child in a tree, such as `└── `.
  package let lastBranch: String
  /// The vertical line in a tree that leads past the descendants of one child to the next child, such as `│   `.
  package let continuation: String
  /// A completed cell and a remaining cell of a progress bar.
  package let barDone: String
  package let barRest: String
  /// Precedes the selected line of a list.
  package let selection: String
  /// Precedes a book that the user has read (`readMark`) or is reading (`readingMark`).
  package let readMark: String
  package let readingMark: String
  /// Precedes a book that the user wants to read, has paused, or has abandoned.
  package let wantMark: String, pausedMark: String, abandonedMark: String
  /// Precedes the user's own rating.
  package let ownMark: String
  /// Separates a list from the panel next to it.
  package let divider: String
  /// A full star, a half star and an empty star of the user's own rating.
  package let star: String, halfStar: String, noStar: String
  /// Precedes an expanded line (`opened`) or a collapsed line (`closed`) of a tree.
  package let opened: String
  package let closed: String

  /// The empty space before the descendants of the last child in a tree.
  package var indentation: String { "    " }

  /// Returns a bar of the given width, in cells, of which the first ones are completed.
  package func bar(_ completed: Int, of cells: Int) -> String {
    String(repeating: barDone, count: completed) + String(repeating: barRest, count: cells - completed)
  }

  package static let unicode = TerminalSymbols(
    ellipsis: "…", rangeDash: "–", arrow: "→", openingQuote: "“", closingQuote: "”",
    branch: "├── ", lastBranch: "└── ", continuation: "│   ", barDone: "█", barRest: "░",
    selection: "›", readMark: "✓", readingMark: "~", wantMark: "+", pausedMark: "=",
    abandonedMark: "✗", ownMark: "★", divider: "│", star: "★", halfStar: "½", noStar: "☆", opened: "▾", closed: "▸")

  package static let ascii = TerminalSymbols(
    ellipsis: "...", rangeDash: "-", arrow: "->", openingQuote: "\"", closingQuote: "\"",
    branch: "|-- ", lastBranch: "`-- ", continuation: "|   ", barDone: "#", barRest: "-",
    selection: ">", readMark: "x", readingMark: "~", wantMark: "+", pausedMark: "=",
    abandonedMark: "/", ownMark: "*", divider: "|", star: "*", halfStar: "'", noStar: ".", opened: "-", closed: "+")
}
