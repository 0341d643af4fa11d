extension Fold {
  /// What programs agree on who write one text with other signs: its folded letters and digits, `&` as `and`. Of
  /// “Spider-Man & Co.” and “Spider‐Man and Co” the same, `spidermanandco`; empty where there are none.
  package static func letters(of text: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in fold(text).unicodeScalars {
      if SearchWords.isInWord(scalar) {
        letters.append(scalar)
      } else if scalar == "&" {
        letters.append(contentsOf: "and".unicodeScalars)
      }
    }
    return String(letters)
  }
}
