/// Texts of an index in the order of their bytes, of which nothing is asked but which one comes next: a seek each time, however
/// often a text stands there.
struct OrderedTexts {
  /// The first text at or behind one; `nil` behind the last.
  let first: (_ start: String) throws -> String?

  /// Calls the body for each text that begins with a folded one, whatever letters it is written in, until it says stop. Texts
  /// are ordered by their own letters, so what may follow is tried letter by letter, and only where it still fits.
  func forEach(beginningWith folded: String, _ body: (String) throws -> Bool) throws {
    _ = try visit("", folded, body)
  }

  /// - Parameter beginning: what the texts have in common so far.
  /// - Returns: whether to go on.
  private func visit(_ beginning: String, _ folded: String, _ body: (String) throws -> Bool) throws -> Bool {
    let known = Fold.fold(beginning).unicodeScalars
    if known.starts(with: folded.unicodeScalars) { return try forAll(beginning, body) }
    // Marks fold to nothing; nobody writes many of them before the first letters.
    let mayGoOn = beginning.unicodeScalars.count < folded.unicodeScalars.count + Self.mostMarks
    guard mayGoOn, folded.unicodeScalars.starts(with: known) else { return true }
    var start = beginning
    while let next = try first(start), next.utf8.starts(with: beginning.utf8) {
      guard let letter = next.unicodeScalars.dropFirst(beginning.unicodeScalars.count).first else {
        start = next.behind
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
      start = next.behind
    }
    return true
  }

  private static let mostMarks = 8
}

extension String {
  /// The first text behind this one, in the order of bytes.
  var behind: String { appending("\u{0}") }

  /// By scalars: one that joins the letter before it is still one more.
  fileprivate func appending(_ scalar: Unicode.Scalar) -> String {
    var scalars = unicodeScalars
    scalars.append(scalar)
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// The one behind it; `nil` behind the last.
  var next: Unicode.Scalar? {
    // Behind these are halves of pairs, which are no scalars.
    value == 0xD7FF ? Unicode.Scalar(0xE000) : Unicode.Scalar(value + 1)
  }
}
