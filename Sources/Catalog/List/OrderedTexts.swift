/// The distinct texts in an index, in byte order. Finding the next text takes one seek, however many entries have the
/// same text.
struct OrderedTexts {
  /// Returns the first text that is equal to or greater than the argument, or `nil` if there is none.
  let first: (_ start: String) throws -> String?

  /// Calls the body with each text whose folded form begins with the given text, until the body returns false. The
  /// index sorts texts as they are, not folded. Therefore, the search tries each possible next letter, as long as the
  /// folded form of the letters so far matches.
  func forEach(beginningWith folded: String, _ body: (String) throws -> Bool) throws {
    _ = try visit("", folded, body)
  }

  /// Visits the texts that have a common beginning.
  ///
  /// - Parameter beginning: The common beginning of the texts, not folded.
  /// - Returns: False if the body returned false.
  private func visit(_ beginning: String, _ folded: String, _ body: (String) throws -> Bool) throws -> Bool {
    let known = Fold.fold(beginning).unicodeScalars
    if known.starts(with: folded.unicodeScalars) { return try forAll(beginning, body) }
    // Folding removes combining marks. The search assumes that a text has only a few of them among its first letters.
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
  /// The smallest text that is greater than this text, in byte order.
  var successor: String { appending("\u{0}") }

  /// Returns the text with a Unicode scalar appended. Appending a character would not do, because a combining mark
  /// becomes part of the character before it.
  fileprivate func appending(_ scalar: Unicode.Scalar) -> String {
    var scalars = unicodeScalars
    scalars.append(scalar)
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// The next Unicode scalar, or `nil` after the last one.
  var next: Unicode.Scalar? {
    // Surrogates are skipped, because they are not scalars.
    value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(value + 1)
  }
}
