extension Fold {
  /// Returns the folded letters and digits of a text, with `&` as `and`. The result is the same for texts that differ
  /// only in punctuation: “Spider-Man & Co.” and “Spider‐Man and Co” both give `spidermanandco`. The result is empty if
  /// the text has no letters or digits.
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
