import CatalogModel

/// A name divided into parts as in bibliographies, such as “Le Guin, Ursula K.” or “King, Jr., Martin Luther”, or an
/// undivided name.
struct CitedName: Equatable {
  /// The family name with its particles, or the complete name if it is undivided.
  let family: String
  let given: String
  /// A suffix such as `Jr.` or `III`; empty if the name has no suffix.
  let suffix: String
  /// True for a name that must not be divided, because it belongs to a company or its parts are unknown.
  let isWhole: Bool

  /// Divides a name into its parts.
  ///
  /// - Parameter name: The name in display form, “Ursula K. Le Guin”.
  init(_ name: String) {
    var words = name.divided(at: " ")
    let isCorporate = words.contains { $0.divided(at: ",").contains { Self.corporate.contains($0.lowercased()) } }
    guard words.count > 1, !name.utf8.contains(where: Self.isUnusual), !isCorporate else {
      self.init(whole: name)
      return
    }
    let suffix = words.count > 2 && SortKey.isSuffix(words[words.count - 1]) ? words.removeLast() : ""
    let hasComma = !suffix.isEmpty && words[words.count - 1].utf8.last == UInt8(ascii: ",")
    if hasComma { words[words.count - 1].unicodeScalars.removeLast() }
    if words.contains(where: { $0.holds(UInt8(ascii: ",")) }) {
      // The name is already inverted.
      let parts = name.divided(at: ",")
      if case .inverted = PersonName.form(of: name), parts.count == 2, suffix.isEmpty, Self.hasOneComma(name) {
        self.init(family: parts[0], given: parts[1], suffix: "", isWhole: false)
      } else {
        self.init(whole: name)
      }
      return
    }
    var family = [words.removeLast()]
    while words.count > 1, let last = words.last, PersonName.isParticle(last) {
      family.insert(words.removeLast(), at: 0)
    }
    // “Sr. Maria” would become “Maria, Sr.”, which is a name with a suffix.
    guard words.count > 1 || !SortKey.isSuffix(words[0]) else {
      self.init(whole: name)
      return
    }
    if !hasComma, !suffix.isEmpty { family.append(suffix) }
    self.init(
      family: family.joined(separator: " "), given: words.joined(separator: " "), suffix: hasComma ? suffix : "",
      isWhole: false)
  }

  private init(whole name: String) { self.init(family: name, given: "", suffix: "", isWhole: true) }

  init(family: String, given: String, suffix: String, isWhole: Bool) {
    (self.family, self.given, self.suffix, self.isWhole) = (family, given, suffix, isWhole)
  }

  /// Divides the names in a list. A name is not divided if its parts would form another name in the list, such as
  /// “Herbert, Frank” next to “Frank Herbert”.
  static func all(of names: [String]) -> [CitedName] {
    let cited = names.map { CitedName($0) }
    if cited.count < 2 { return cited }
    var taken = Set(zip(names, cited).filter { $0 == $1.name }.map(\.0))
    return zip(names, cited).map { name, cited in
      cited.name == name || taken.insert(cited.name).inserted ? cited : CitedName(whole: name)
    }
  }

  /// The name in display form.
  var name: String {
    if isWhole || given.isEmpty && suffix.isEmpty { return family }
    let name = given.isEmpty ? family : "\(given) \(family)"
    return suffix.isEmpty ? name : "\(name), \(suffix)"
  }

  /// Returns true if a name contains a single comma, which is not part of a wider character, such as a comma with an
  /// accent. Other commas are lost if the name is divided.
  private static func hasOneComma(_ name: String) -> Bool {
    name.count { $0 == "," } == 1 && name.utf8.count { $0 == UInt8(ascii: ",") } == 1
  }

  /// Returns true for a character that does not occur in personal names.
  private static func isUnusual(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || [38, 40, 41, 47, 59, 58, 124, 123, 125, 64].contains(byte)
  }

  private static let corporate: Set<String> = [
    "and", "of", "the", "for", "und", "für", "et", "inc", "inc.", "ltd", "ltd.", "gmbh", "llc", "press", "verlag",
    "publishing", "publishers", "university", "universität", "institute", "institut", "organization", "organisation",
    "association", "society", "committee", "commission", "foundation", "company", "corporation", "group", "team",
    "department", "office", "agency", "council", "library", "museum", "project", "consortium", "editors", "staff",
  ]
}
