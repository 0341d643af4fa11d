/// The signs beyond ASCII that we write ourselves, with their fallbacks for terminals that are not UTF-8.
///
/// Book data is always written as UTF-8: a wrong guess at the terminal (an unset `LANG` is common) would otherwise
/// hide every title that is not English.
package struct TerminalSymbols: Equatable, Sendable {
  /// Stands for what was cut off.
  package let ellipsis: String
  /// Between the ends of a range.
  package let rangeDash: String
  /// From an old value to a new one.
  package let arrow: String
  package let openingQuote: String
  package let closingQuote: String
  /// Before a child that has siblings after it.
  package let branch: String
  /// Before the last child.
  package let lastBranch: String
  /// Before what is below a child that has siblings after it.
  package let continuation: String
  /// A finished and an unfinished cell of a progress bar.
  package let barDone: String
  package let barRest: String
  /// Before the line of a list that is selected.
  package let selection: String
  /// Before a book that was read, and one that is being read.
  package let readMark: String
  package let readingMark: String
  /// In front of what is wanted, what was left off for a while, and what was left off for good.
  package let wantMark: String, pausedMark: String, abandonedMark: String
  /// In front of a rating that is the user's own.
  package let ownMark: String
  /// Between a list and what stands beside it.
  package let divider: String
  /// A star of such a rating, half of one, and one that it does not have.
  package let star: String, halfStar: String, noStar: String
  /// Before a line with others below it, that are shown or not.
  package let opened: String
  package let closed: String

  /// Before what is below the last child.
  package var indentation: String { "    " }

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
