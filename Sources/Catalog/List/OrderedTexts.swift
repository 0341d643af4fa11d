/// The texts of an index in byte order. Each step to the next text is one seek, however many entries have the same
/// text.
struct OrderedTexts {
  /// Returns the first text at or after the argument; `nil` after the last text.
  let first: (_ start: String) throws -> String?

  /// Calls the body with each text whose folded form begins with a folded text, until the body returns false. The index
  /// orders texts by their unfolded letters. The search therefore tries each possible next letter, as long as the
  /// folded form of the letters so far still matches.
  func forEach(beginningWith folded: String, _ body: (String) throws -> Bool) throws {
    _ = try visit("", folded, body)
  }

  /// Visits the texts with a common beginning.
  ///
  /// - Parameter beginning: The unfolded beginning that the texts have in common so far.
  /// - Returns: True to continue.
  private func visit(_ beginning: String, _ folded: String, _ body: (String) throws -> Bool) throws -> Bool {
    let known = Fold.fold(beginning).unicodeScalars
    if known.starts(with: folded.unicodeScalars) { return try forAll(beginning, body) }
    // Combining marks fold to nothing. Few texts have many of them before their first letters.
    let mayGoOn = beginning.unicodeScalars.count < folded.unicodeScalars.count + Self.maxMarks
    guard mayGoOn, folded.unicodeScalars.starts(with: known) else { return true }
    var start = beginning
    while let next = try first(start), next.utf8.starts(with: beginning.utf8) {
      guard let letter = next.unicodeScalars.dropFirst(beginning.unicodeScalars.count).first else {
        start = next.successor
        continue
      }
      guard try visit(beginning.appending(letter), folded, body) else { return false }
      guard let following = letter.next else { return true }
      start = beginning.appending(following)
    }
    return true
  }

  private func forAll(_ beginning: String, _ body: (String) throws -> Bool) throws -> Bool {
    var start = beginning
    while let next = try first(start), next.utf8.starts(with: beginning.utf8) {
      guard try body(next) else { return false }
      start = next.successor
    }
    return true
  }

  private static let maxMarks = 8
}

extension String {
  /// The first text after this text, in byte order.
  var successor: String { appending("\u{0}") }

  /// Returns the text with a scalar appended. Works on scalars because a combining scalar joins the preceding
  /// character.
  fileprivate func appending(_ scalar: Unicode.Scalar) -> String {
    var scalars = unicodeScalars
    scalars.append(scalar)
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// The next scalar; `nil` after the last scalar.
  var next: Unicode.Scalar? {
    // Skips the surrogates, which are not scalars.
    value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(value + 1)
  }
}
