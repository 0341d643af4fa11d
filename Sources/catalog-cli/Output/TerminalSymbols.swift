/// The signs beyond ASCII that we write ourselves, with their fallbacks for terminals that are not UTF-8.
///
/// Book data is always written as UTF-8: a wrong guess at the terminal (an unset `LANG` is common) would otherwise
/// hide every title that is not English.
struct TerminalSymbols: Equatable, Sendable {
  /// Stands for what was cut off.
  let ellipsis: String
  /// Between the ends of a range.
  let rangeDash: String
  /// From an old value to a new one.
  let arrow: String
  let openingQuote: String
  let closingQuote: String
  /// Before a child that has siblings after it.
  let branch: String
  /// Before the last child.
  let lastBranch: String
  /// Before what is below a child that has siblings after it.
  let continuation: String
  /// A finished and an unfinished cell of a progress bar.
  let barDone: String
  let barRest: String
  /// Before the line of a list that is selected.
  let selection: String
  /// Before a book that was read, and one that is being read.
  let readMark: String
  let readingMark: String
  /// Before a line with others below it, that are shown or not.
  let opened: String
  let closed: String

  /// Before what is below the last child.
  var indentation: String { "    " }

  static let unicode = TerminalSymbols(
    ellipsis: "…", rangeDash: "–", arrow: "→", openingQuote: "“", closingQuote: "”",
    branch: "├── ", lastBranch: "└── ", continuation: "│   ", barDone: "█", barRest: "░",
    selection: "›", readMark: "✓", readingMark: "~", opened: "▾", closed: "▸")

  static let ascii = TerminalSymbols(
    ellipsis: "...", rangeDash: "-", arrow: "->", openingQuote: "\"", closingQuote: "\"",
    branch: "|-- ", lastBranch: "`-- ", continuation: "|   ", barDone: "#", barRest: "-",
    selection: ">", readMark: "x", readingMark: "~", opened: "-", closed: "+")
}
