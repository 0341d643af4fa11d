import CatalogModel

/// Names of persons as catalogs write them.
enum PersonName {
  /// “Frank Herbert” of “Herbert, Frank”; “Martin Luther King, Jr.” of “King, Martin Luther, Jr.”. A name with more commas,
  /// or none, stays as it is.
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

  /// “Herbert, Frank” of “Frank Herbert”, “Le Guin, Ursula K.” of “Ursula K. Le Guin”; `nil` of one that ``turned(_:)`` would not
  /// turn back.
  static func inverted(_ name: String) -> String? {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    let suffix = parts.count == 2 && SortKey.isSuffix(parts[1]) ? ", \(parts[1])" : ""
    guard parts.count == 1 || !suffix.isEmpty else { return nil }
    let words = parts[0].split(separator: " ")
    guard words.count > 1 else { return nil }
    var family = words.count - 1
    // Those in small letters stay with the given names.
    while family > 1, SortKey.particles.contains(String(words[family - 1])) { family -= 1 }
    let inverted = words[family...].joined(separator: " ") + ", " + words[..<family].joined(separator: " ") + suffix
    return turned(inverted) == name ? inverted : nil
  }

  /// The names in a text: divided by line breaks, semicolons or “ & ”, and by commas where these stand between whole names.
  static func all(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: ";") }.flatMap { $0.split(separator: " & ") }
      .flatMap { part -> [String] in
        if case .several = form(of: String(part)) { return ListDivision.commas.items(of: String(part)) }
        return [turned(String(part))]
      }
      .map { $0.trimmed() }.filter { !$0.isEmpty }
  }

  /// How a text writes a name, or several with commas between them.
  enum Form {
    /// “Homer”, which says nothing of it.
    case word
    /// “Frank Herbert”.
    case natural
    /// “Collins, Suzanne”, “Le Guin, Ursula K.”: one word of the family's in front, but for its particles.
    case inverted
    /// “García Márquez, Gabriel”: one name, unless it is two as in “Neil Gaiman, Voltaire”.
    case invertedOrTwo
    /// “Neil Gaiman, Terry Pratchett”: that many names.
    case several(Int)
  }

  static func form(of text: String) -> Form {
    let parts = text.split(separator: ",").map { String($0).trimmed() }.filter { !$0.isEmpty && !SortKey.isSuffix($0) }
    guard let first = parts.first else { return .word }
    let family = first.split(separator: " ")
    let familyWords = family.dropLast().count { !isParticle($0) } + 1
    switch parts.count {
    case 1: return familyWords > 1 ? .natural : .word
    case 2 where familyWords == 1: return .inverted
    case 2 where familyWords <= 3 && parts[1].split(separator: " ").dropFirst().allSatisfy(isInitial):
      return .invertedOrTwo
    default: return .several(parts.count)
    }
  }

  private static func isInitial(_ word: Substring) -> Bool { word.count == 1 || word.hasSuffix(".") }

  /// Whether a word belongs to the family name behind it: `van`, `Le`.
  static func isParticle(_ word: some StringProtocol) -> Bool { particles.contains(word.lowercased()) }

  /// What stands before the last word of family names, or between two.
  private static let particles: Set<String> = [
    "al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "las", "le", "les", "los", "mac",
    "san", "st.", "ter", "van", "von", "y", "zu",
  ]
}
