/// The user's own rating drawn as stars, followed by its number if there is room: `★★★★½ 4.5`. Stars distinguish it
/// from other people's ratings, which a ``RatingBar`` shows.
package struct RatingStars {
  package let symbols: TerminalSymbols

  package init(symbols: TerminalSymbols) {
    self.symbols = symbols
  }

  /// Returns the stars for a rating.
  ///
  /// - Parameters:
  ///   - stars: The rating, from 0 to 5.
  ///   - cells: The available width. If it is less than ``RatingBar/cells``, only the stars are shown.
  package func text(_ stars: Double, in cells: Int = RatingBar.cells) -> String {
    // The rating may come from a file, so it can be any number.
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
