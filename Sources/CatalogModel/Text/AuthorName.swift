/// The name of a person as it is compared with the same one written otherwise: “J. R. R. Tolkien”, “Tolkien, J.R.R.”,
/// “John Ronald Reuel Tolkien”.
package struct AuthorName {
  /// The letters of the family name's last word, without particles in front of it: `guin` of “Ursula K. Le Guin”.
  package let family: String
  /// The letters of the whole name, in the order in which people read it.
  package let letters: String
  /// The letters of what stands behind the name and tells relatives apart, in order: `jr`, `iii`; empty without such.
  package let suffix: String
  /// The folded given names, of which some may be initials, and what else stands in front of the family name.
  private let given: [Substring]

  /// - Parameter name: as people read it, or turned, with a comma behind the family name.
  package init(_ name: String) {
    let (words, last) = Self.divided(name)
    suffix = name.split { $0 == " " || $0 == "," }.dropFirst().map { Fold.letters(of: String($0)) }
      .filter(Self.relatives.contains).joined(separator: " ")
    family = Self.family(last, of: name)
    let whole = Fold.letters(of: SearchWords.joined(words + [last]))
    letters = whole.isEmpty ? Fold.fold(name) : whole
    // “JRR” are initials, unless all of the name is in capitals.
    let hasCase = last.unicodeScalars.contains { $0.properties.isLowercase }
    given = words.enumerated().flatMap { index, word -> [Substring] in
      if hasCase, Self.isInitials(word) { return Fold.fold(word).map { Substring(String($0)) } }
      // A name may begin like a particle, “Van Morrison”.
      return index > 0 && Self.particles.contains(Fold.letters(of: word)) ? [] : Self.words(in: word)
    }
  }

  private static func family(_ last: String, of name: String) -> String {
    let letters = Fold.letters(of: last)
    return letters.isEmpty ? Fold.fold(name) : letters
  }

  /// The words in the order in which people read them, without suffixes, and the last one by itself.
  private static func divided(_ name: String) -> (words: [String], last: String) {
    let parts = name.split(separator: ",").map { String($0).trimmed() }
      .filter { !$0.isEmpty && !SortKey.isSuffix($0) }
    let inOrder = parts.count == 2 ? [parts[1], parts[0]] : parts
    var words = inOrder.flatMap { $0.unicodeScalars.split { $0.properties.isWhitespace } }.map(String.init)
    while words.count > 1, let last = words.last, SortKey.isSuffix(last) { words.removeLast() }
    let last = words.popLast() ?? name
    return (words, last)
  }

  /// Of the suffixes those that a relative of the same name has not.
  private static let relatives: Set<String> = ["jr", "sr", "ii", "iii", "iv"]

  private static let particles = Set(SortKey.particles.map { Fold.letters(of: $0) })

  private static func isInitials(_ word: String) -> Bool {
    (2...3).contains(word.utf8.count) && word.utf8.allSatisfy { (65...90).contains($0) }
  }

  private static func words(in text: String) -> [Substring] {
    Fold.fold(text).unicodeScalars.split { !SearchWords.isInWord($0) }.map(Substring.init)
  }

  /// The folded words of the name, initials apart, in no order: “Suzanne Collins” has those of “Collins” and “Suzanne”.
  package var words: [String] { given.map(String.init) + [family] }

  /// How two names of one person differ; what says less about them is greater.
  package enum Fit: Comparable {
    /// In punctuation at most, or in which name stands first where a comma says so.
    case same
    /// One has the initials of given names of the other.
    case initials
    /// One has given names that the other does not have.
    case givenNames
  }

  /// Whether it may be the same person: the same family name, and given names of which each is the other's or its
  /// initial, as far as both have them.
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
