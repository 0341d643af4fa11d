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

  /// Whether a text with a comma is one name, the family's in front: “Collins, Suzanne”, “Le Guin, Ursula K.”. Two whole
  /// names, as in “Neil Gaiman, Terry Pratchett”, are not.
  static func isInverted(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard parts.count == 2, !parts.contains("") else { return false }
    let family = parts[0].split(separator: " ")
    return family.dropLast().allSatisfy { particles.contains($0.lowercased()) }
  }

  /// What stands before the last word of family names.
  private static let particles: Set<String> = [
    "al", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "las", "le", "les", "los", "mac",
    "san",
    "st.", "ter", "van", "von", "zu",
  ]
}
