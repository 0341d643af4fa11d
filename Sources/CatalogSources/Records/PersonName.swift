import CatalogModel

/// Converts personal names between natural and inverted order, and divides lists of names.
enum PersonName {
  /// Returns “Frank Herbert” for “Herbert, Frank”, and “Martin Luther King, Jr.” for “King, Martin Luther, Jr.”. Names
  /// without commas, or with more commas, are returned unchanged.
  static func turned(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard !parts.contains("") else { return name.trimmed() }
    switch parts.count {
    case 2 where SortKey.isSuffix(parts[1]): return name.trimmed()
    case 2: return "\(parts[1]) \(parts[0])"
    case 3 where SortKey.isSuffix(parts[2]): return "\(parts[1]) \(parts[0]), \(parts[2])"
    default: return name.trimmed()
    }
  }

  /// Returns “Herbert, Frank” for “Frank Herbert”, and “Le Guin, Ursula K.” for “Ursula K. Le Guin”. Returns `nil` if
  /// ``turned(_:)`` would not restore the name.
  static func inverted(_ name: String) -> String? {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    let suffix = parts.count == 2 && SortKey.isSuffix(parts[1]) ? ", \(parts[1])" : ""
    guard parts.count == 1 || !suffix.isEmpty else { return nil }
    let words = parts[0].divided(at: " ")
    guard words.count > 1 else { return nil }
    var family = words.count - 1
    // Capitalised particles belong to the family name. Lowercase particles stay with the given names.
    while family > 1, SortKey.particles.contains(words[family - 1]) { family -= 1 }
    let inverted = words[family...].joined(separator: " ") + ", " + words[..<family].joined(separator: " ") + suffix
    return turned(inverted) == name ? inverted : nil
  }

  /// Returns the names in a string. Names are separated by line breaks, semicolons or “ & ”, and by commas if the
  /// commas separate complete names.
  static func all(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: ";") }.flatMap { $0.split(separator: " & ") }
      .flatMap { part -> [String] in
        if case .several = form(of: String(part)) { return ListDivision.commas.items(of: String(part)) }
        return [turned(String(part))]
      }
      .map { $0.trimmed() }.filter { !$0.isEmpty }
  }

  /// The notation of a name, or of several names separated by commas.
  enum Form {
    /// A single word, “Homer”, which does not indicate a notation.
    case word
    /// A name in natural order, “Frank Herbert”.
    case natural
    /// An inverted name, “Collins, Suzanne” or “Le Guin, Ursula K.”, whose family name is one word, apart from
    /// particles.
    case inverted
    /// An inverted name, “García Márquez, Gabriel”, or possibly two names, as in “Neil Gaiman, Voltaire”.
    case invertedOrTwo
    /// The given number of names, as in “Neil Gaiman, Terry Pratchett”.
    case several(Int)
  }

  static func form(of text: String) -> Form {
    let parts = text.divided(at: ",").filter { !SortKey.isSuffix($0) }
    guard let first = parts.first else { return .word }
    let family = first.divided(at: " ")
    let familyWords = family.dropLast().count { !isParticle($0) } + 1
    switch parts.count {
    case 1: return familyWords > 1 ? .natural : .word
    case 2 where familyWords == 1: return .inverted
    case 2 where familyWords <= 3 && parts[1].divided(at: " ").dropFirst().allSatisfy(isInitial):
      return .invertedOrTwo
    default: return .several(parts.count)
    }
  }

  private static func isInitial(_ word: String) -> Bool { word.count == 1 || word.hasSuffix(".") }

  /// Returns true if a word belongs to the family name that follows it: `van`, `Le`.
  static func isParticle(_ word: some StringProtocol) -> Bool { particles.contains(word.lowercased()) }

  /// The words that precede the last word of a family name, or connect two parts of a family name.
  private static let particles: Set<String> = [
    "al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "las", "le", "les", "los", "mac",
    "san", "st.", "ter", "van", "von", "y", "zu",
  ]
}
