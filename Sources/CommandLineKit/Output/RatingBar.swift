/// A rating drawn as a bar, followed by its number if there is room: `████░ 4.2`.
package struct RatingBar {
  /// The width of the bar alone (`barCells`) and of the bar with its number (`cells`), in cells.
  package static let barCells = 5
  package static let cells = barCells + 4

  package let symbols: TerminalSymbols

  package init(symbols: TerminalSymbols) {
    self.symbols = symbols
  }

  /// Returns the bar for a rating.
  ///
  /// - Parameters:
  ///   - score: The rating as a fraction of the highest rating, from 0 to 1.
  ///   - part: The fraction of the bar that is drawn, from 0 to 1. It is below 1 while the bar grows in an animation.
  ///   - cells: The available width. If it is less than ``cells``, only the bar is shown.
  package func text(_ score: Double, grown part: Double = 1, in cells: Int = cells) -> String {
    // The rating may come from a file, so it can be any number.
    let score = score.isNaN ? 0 : min(max(score, 0), 1)
    let filled = Int((score * part * Double(Self.barCells)).rounded())
    let bar = symbols.bar(filled, of: Self.barCells)
    guard cells >= Self.cells else { return bar }
    let tenths = Int((score * 50).rounded())
    return "\(bar) \(tenths / 10).\(tenths % 10)"
  }

  /// Returns red for low ratings, yellow for medium ratings and green for high ratings.
  package static func style(of score: Double) -> Style { score < 0.3 ? .red : score < 0.7 ? .yellow : .green }
}
