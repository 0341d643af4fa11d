/// A rating of the user's own drawn as stars, with its number where there is room: `★★★★½ 4.5`. Nobody takes it for a
/// ``RatingBar``, which is what others think.
package struct RatingStars {
  package let symbols: TerminalSymbols

  package init(symbols: TerminalSymbols) {
    self.symbols = symbols
  }

  /// - Parameters:
  ///   - stars: 0 to 5.
  ///   - cells: how many there are; less than ``RatingBar/cells`` is room for the stars alone.
  package func text(_ stars: Double, in cells: Int = RatingBar.cells) -> String {
    // Whoever wrote the file may have written any number.
    let stars = stars.isNaN ? 0 : min(max(stars, 0), 5)
    let (whole, half) = Int((stars * 2).rounded()).quotientAndRemainder(dividingBy: 2)
    let text =
      String(repeating: symbols.star, count: whole) + (half > 0 ? symbols.halfStar : "")
      + String(repeating: symbols.noStar, count: RatingBar.barCells - whole - half)
    guard cells >= RatingBar.cells else { return text }
    let tenths = Int((stars * 10).rounded())
    return "\(text) \(tenths / 10).\(tenths % 10)"
  }
}
