/// A person's name, for comparison with other spellings of the same name: “J. R. R. Tolkien”, “Tolkien, J.R.R.”, “John
/// Ronald Reuel Tolkien”.
package struct AuthorName {
  /// The letters of the last word of the family name, without preceding particles: `guin` for “Ursula K. Le Guin”.
  package let family: String
  /// The letters of the whole name, in reading order.
  package let letters: String
  /// The letters of suffixes that distinguish relatives, in order: `jr`, `iii`; empty if there are none.
  package let suffix: String
  /// The given names and other words before the family name, all folded. Given names may be initials.
  private let given: [Substring]

  /// Creates a name.
  ///
  /// - Parameter name: The name in reading order, or inverted with a comma after the family name.
  package init(_ name: String) {
    let (words, last) = Self.divided(name)
    suffix = name.split { $0 == " " || $0 == "," }.dropFirst().map { Fold.letters(of: String($0)) }
      .filter(Self.relatives.contains).joined(separator: " ")
    family = Self.family(last, of: name)
    let whole = Fold.letters(of: SearchWords.joined(words + [last]))
    letters = whole.isEmpty ? Fold.fold(name) : whole
    // “JRR” consists of initials, unless the whole name is in capitals.
    let hasCase = last.unicodeScalars.contains { $0.properties.isLowercase }
    given = words.enumerated().flatMap { index, word -> [Substring] in
      if hasCase, Self.isInitials(word) { return Fold.fold(word).map { Substring(String($0)) } }
      // A first name may look like a particle: “Van Morrison”.
      return index > 0 && Self.particles.contains(Fold.letters(of: word)) ? [] : Self.words(in: word)
    }
  }

  private static func family(_ last: String, of name: String) -> String {
    let letters = Fold.letters(of: last)
    return letters.isEmpty ? Fold.fold(name) : letters
  }

  /// Returns the words of a name in reading order, without suffixes. The last word is returned separately.
  private static func divided(_ name: String) -> (words: [String], last: String) {
    let parts = name.split(separator: ",").map { String($0).trimmed() }
      .filter { !$0.isEmpty && !SortKey.isSuffix($0) }
    let inOrder = parts.count == 2 ? [parts[1], parts[0]] : parts
    var words = inOrder.flatMap { $0.unicodeScalars.split { $0.properties.isWhitespace } }.map(String.init)
    while words.count > 1, let last = words.last, SortKey.isSuffix(last) { words.removeLast() }
    let last = words.popLast() ?? name
    return (words, last)
  }

  /// The suffixes that distinguish relatives of the same name.
  private static let relatives: Set<String> = ["jr", "sr", "ii", "iii", "iv"]

  private static let particles = Set(SortKey.particles.map { Fold.letters(of: $0) })

  private static func isInitials(_ word: String) -> Bool {
    (2...3).contains(word.utf8.count) && word.utf8.allSatisfy { (65...90).contains($0) }
  }

  private static func words(in text: String) -> [Substring] {
    Fold.fold(text).unicodeScalars.split { !SearchWords.isInWord($0) }.map(Substring.init)
  }

  /// The folded words of the name, with each initial as a word, in no particular order. “Collins” and “Suzanne” are the
  /// words of “Suzanne Collins”.
  package var words: [String] { given.map(String.init) + [family] }

  /// The degree to which two spellings of a person's name differ. The larger the difference, the weaker the evidence
  /// that both names belong to the same person.
  package enum Fit: Comparable {
    /// The names differ only in punctuation, or one has the family name first, followed by a comma.
    case same
    /// One name has initials where the other has given names.
    case initials
    /// One name has given names that the other lacks.
    case givenNames
  }

  /// Returns the difference between this name and another one; `nil` if they cannot belong to the same person. The
  /// family names must be equal. The given names are compared pair by pair: they must be equal, or one must be the
  /// initial of the other.
  package func fit(_ other: AuthorName) -> Fit? {
    if letters == other.letters { return .same }
    guard family == other.family else { return nil }
    var fit = given.count == other.given.count ? Fit.same : .givenNames
    for (one, another) in zip(given, other.given) where one != another {
      guard Self.isInitial(one, of: another) || Self.isInitial(another, of: one) else { return nil }
      fit = max(fit, .initials)
    }
    return fit
  }

  private static func isInitial(_ initial: Substring, of name: Substring) -> Bool {
    initial.unicodeScalars.count == 1 && name.hasPrefix(initial)
  }
}
