import CatalogModel

/// Persons, corporate bodies and meetings: fields 100 to 111 and 700 to 711.
enum MARCNames {
  /// Returns authors, and contributors with their roles. A name in another script is accompanied by its romanised form.
  static func statements(_ tag: String, _ pair: MARCScripts.Pair) -> [MARCStatement] {
    // A field with subfield t describes another work and its author.
    guard pair.shown["t"] == nil, let name = MARCStatement.text(name(tag, pair.shown)) else { return [] }
    let roles = self.roles(tag, pair.shown) + (pair.romanised.map { self.roles(tag, $0) } ?? [])
    var statements: [MARCStatement] = []
    func add(_ statement: MARCStatement) { if !statements.contains(statement) { statements.append(statement) } }
    // A corporate body in an added entry is rarely an author.
    if roles.isEmpty {
      add(tag == "710" || tag == "711" ? .contributor(Contributor(name)) : .author(name))
    }
    for role in roles {
      let contributor = Contributor(name, role: role == unknownRole ? nil : role)
      add(authorRoles.contains(role) ? .author(name) : .contributor(contributor))
    }
    if let other = pair.romanised.flatMap({ MARCStatement.text(self.name(tag, $0)) }), other != name {
      add(.contributor(Contributor(other, role: romanisedRole)))
    }
    return statements
  }

  /// The tags of main entries: the main creator, or the uniform title. A record has at most one main entry.
  static let mainEntries: Set<String> = ["100", "110", "111", "130"]

  /// The role of the romanised form of a name in another script.
  static let romanisedRole = "romanised name"

  /// The role code “other”, which means that the role is unknown.
  private static let unknownRole = "oth"

  private static let authorRoles: Set<String> = ["aut", "cre", "author", "creator", "joint author", "jt. auth", "dis"]

  private static func name(_ tag: String, _ field: MARCField) -> String {
    var name = MARCText.withoutPunctuation(field["a"] ?? "")
    // The closing bracket may be in another subfield.
    if name.hasPrefix("["), !name.contains("]") { name.removeFirst() }
    if name.isEmpty { return "" }
    guard tag.hasSuffix("00") else {
      return field.all("b").map(MARCText.withoutPunctuation).filter { !$0.isEmpty }
        .reduce(name) { $0 + ($0.hasSuffix(".") ? " " : ". ") + $1 }
    }
    // A comma in the name of a family, or in a name without a surname, does not mean that the name is inverted.
    var person = name
    if field.firstIndicator != UInt8(ascii: "0"), field.firstIndicator != UInt8(ascii: "3") {
      let suffix = field.all("c").map(MARCText.withoutPunctuation).first(where: SortKey.isSuffix)
      let inverted = name.replacing("\u{60C}", with: ",")
      person = PersonName.turned(suffix.map { "\(inverted), \($0)" } ?? inverted)
    }
    let number = MARCText.withoutPunctuation(field["b"] ?? "")
    return number.isEmpty ? person : "\(person) \(number)"
  }

  /// Returns the role codes in a field, or else the role terms. In a field for a meeting, the terms are in subfield j,
  /// because subfield e is a subordinate unit.
  private static func roles(_ tag: String, _ field: MARCField) -> [String] {
    let codes = field.all("4").compactMap { given -> String? in
      // The value is a code, or a URL that ends with a code.
      let code = given.split(separator: "/").last.map { String($0).lowercased() } ?? ""
      return code.isEmpty ? nil : MARCStatement.text(code, bytes: FieldLimits.tagBytes)
    }
    if !codes.isEmpty { return codes }
    return field.all(tag.hasSuffix("11") ? "j" : "e").compactMap { term in
      let plain = MARCText.withoutPunctuation(term)
      if authorRoles.contains(plain.lowercased()) { return plain.lowercased() }
      return ContributorRole(named: plain)?.rawValue ?? MARCStatement.text(plain, bytes: FieldLimits.tagBytes)
    }
  }

  /// Returns the field for a name.
  ///
  /// - Parameters:
  ///   - isMain: True if the field is the main entry.
  ///   - roles: Role codes or terms.
  static func field(_ name: String, isMain: Bool, roles: [String]) -> MARCField {
    let inverted = PersonName.inverted(name)
    var subfields = [MARCField.Subfield("a", inverted ?? name)]
    for role in roles {
      let known = ContributorRole(rawValue: role)
      let isCode = role.utf8.count == 3 && role.utf8.allSatisfy { (97...122).contains($0) }
      if let known { subfields.append(MARCField.Subfield("e", known.words)) }
      subfields.append(MARCField.Subfield(isCode ? "4" : "e", role))
    }
    return MARCField(isMain ? "100" : "700", inverted == nil ? "0 " : "1 ", subfields)
  }

  static func field(author name: String, isMain: Bool) -> MARCField { field(name, isMain: isMain, roles: ["aut"]) }

  static func field(_ contributor: Contributor) -> MARCField {
    field(contributor.name, isMain: false, roles: [contributor.role ?? unknownRole])
  }
}
