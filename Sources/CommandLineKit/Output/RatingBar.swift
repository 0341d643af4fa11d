/// A rating drawn as a bar, with its number where there is room: `████░ 4.2`.
package struct RatingBar {
  /// The cells of the bar, and of all.
  package static let barCells = 5
  package static let cells = barCells + 4

  package let symbols: TerminalSymbols

  package init(symbols: TerminalSymbols) {
    self.symbols = symbols
  }

  /// - Parameters:
  ///   - score: a part of the best rating, 0 to 1.
  ///   - part: how far the bar has grown, 0 to 1.
  ///   - cells: how many there are; less than ``cells`` is room for the bar alone.
  package func text(_ score: Double, grown part: Double = 1, in cells: Int = cells) -> String {
    // Whoever wrote the file may have written any number.
    let score = score.isNaN ? 0 : min(max(score, 0), 1)
    let filled = Int((score * part * Double(Self.barCells)).rounded())
    let bar =
      String(repeating: symbols.barDone, count: filled)
      + String(repeating: symbols.barRest, count: Self.barCells - filled)
    guard cells >= Self.cells else { return bar }
    let tenths = Int((score * 50).rounded())
    return "\(bar) \(tenths / 10).\(tenths % 10)"
  }

  /// Red for what few like, yellow for the middle, green for the best.
  package static func style(of score: Double) -> Style { score < 0.3 ? .red : score < 0.7 ? .yellow : .green }
}
