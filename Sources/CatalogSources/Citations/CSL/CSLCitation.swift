import CatalogModel

/// Makes a citation of an object of CSL-JSON.
struct CSLCitation {
  private(set) var citation = Citation()

  /// - Parameters:
  ///   - counter: counts the variables of which nothing is kept.
  ///   - keepsUnknown: whether they become fields of the user's own.
  init(_ members: [String: JSONValue], counter: EntryCounter, keepsUnknown: Bool) {
    citation.type = CSLFields.type(of: members["type"]?.string ?? "")
    let key = Self.text(members["citation-key"]) ?? Self.text(members["id"])
    citation.key = key.flatMap { CitationKeys.isOne($0) ? $0 : nil }
    addExtras(members["custom"])
    for (names, field) in CSLFields.texts {
      guard let text = names.lazy.compactMap({ Self.text(members[$0]) }).first else { continue }
      citation.add(text, field)
    }
    for (name, field) in CSLFields.dates { citation.add(Self.date(members[name]), field) }
    for (names, role) in CSLFields.roles {
      for name in names { citation.add(Self.names(members[name]), as: role) }
    }
    if case .array(let categories)? = members["categories"] {
      for category in categories { citation.add(Self.text(category), .keyword) }
    }
    addUnknown(members, counter, keepsUnknown)
  }

  private mutating func addUnknown(_ members: [String: JSONValue], _ counter: EntryCounter, _ keepsUnknown: Bool) {
    for name in members.keys.sorted() where !Self.known.contains(name) {
      guard let value = members[name] else { continue }
      if case .null = value { continue }
      let text = Self.text(value) ?? value.text
      if keepsUnknown, let field = OwnFieldName.keeping(name) {
        citation.add(text, .own(BookField.ownPrefix + field))
      } else {
        counter.count(name, text)
      }
    }
  }

  private static let known = Set(
    CSLFields.texts.flatMap(\.names) + CSLFields.dates.map(\.name) + CSLFields.roles.flatMap(\.names)
  ).union(CSLFields.ofProgram)

  /// What our own exports say besides.
  private mutating func addExtras(_ custom: JSONValue?) {
    guard case .object(let members)? = custom else { return }
    citation.uuid = Self.text(members[CitationExtras.uuid])
    for name in members.keys.sorted() where name != CitationExtras.uuid {
      if let field = CitationExtras.field(named: name) { citation.add(Self.text(members[name]), field) }
    }
  }

  /// A text, or a number as one.
  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.trimmed()
    case .integer(let number): String(number)
    case .number(let number): number.shortest
    default: nil
    }
  }

  /// `{"date-parts": [[1965, 8, 1]]}`, `{"raw": "1965"}` or a text; of a span its beginning. A month of zero is none.
  private static func date(_ value: JSONValue?) -> String? {
    guard case .object(let members)? = value else { return text(value) }
    if case .array(let spans)? = members["date-parts"], case .array(let parts)? = spans.first {
      let numbers = parts.compactMap { text($0) }.prefix {
        Int($0) != nil && Int($0) != 0 || $0 == parts.first.flatMap(text)
      }
      if let year = numbers.first.flatMap({ Int($0) }) {
        let digits = (year < 0 ? "-" : "") + String(year.magnitude).leftPadded(to: 4)
        return ([digits] + numbers.dropFirst().prefix(2).map { $0.leftPadded(to: 2) }).joined(separator: "-")
      }
    }
    return text(members["raw"]) ?? text(members["literal"])
  }

  private static func names(_ value: JSONValue?) -> [String] {
    guard case .array(let names)? = value else { return [] }
    return names.compactMap { name in
      guard case .object(let members) = name else { return text(name) }
      func part(_ name: String) -> String? { text(members[name]).flatMap { $0.isEmpty ? nil : $0 } }
      if let literal = part("literal") ?? part("name") { return literal }
      let family = [part("non-dropping-particle"), part("family")].compactMap(\.self).joined(separator: " ")
      let given = [part("given"), part("dropping-particle")].compactMap(\.self).joined(separator: " ")
      let name = CitedName(family: family, given: given, suffix: part("suffix") ?? "", isWhole: false).name
      return name.isEmpty ? nil : name
    }
  }
}
