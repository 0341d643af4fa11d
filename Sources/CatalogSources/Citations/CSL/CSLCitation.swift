import CatalogModel
import Platform

/// Converts a CSL-JSON object to a citation.
struct CSLCitation {
  private(set) var citation = Citation()

  /// Creates a citation.
  ///
  /// - Parameters:
  ///   - repeated: Repeated members of the object, which are not stored.
  ///   - counter: Counts the variables that are not stored.
  ///   - keepsUnknown: True to store unknown variables as custom fields.
  init(
    _ members: [String: JSONValue], repeated: [(name: String, value: JSONValue)], counter: EntryCounter,
    keepsUnknown: Bool
  ) {
    for (name, value) in repeated where value.text != members[name]?.text && !Self.isNull(value) {
      counter.count("second \(name)", Self.text(value) ?? value.text)
    }
    citation.type = CSLFields.type(of: members["type"]?.string ?? "")
    let key = Self.text(members["citation-key"]) ?? Self.text(members["id"])
    if let key, CitationKeys.isOne(key) { citation.key = key } else { counter.count("id", key ?? "") }
    for (names, field) in CSLFields.texts {
      for name in names {
        for text in readValue(members, name, counter, { Self.texts($0, field) }) ?? [] { citation.add(text, field) }
      }
    }
    for (name, field) in CSLFields.dates { citation.add(readValue(members, name, counter, Self.date), field) }
    for (names, role) in CSLFields.roles {
      for name in names { citation.add(readValue(members, name, counter, Self.names) ?? [], as: role) }
    }
    for category in readValue(members, "categories", counter, \.items) ?? [] {
      citation.add(Self.text(category), .keyword)
    }
    // Add the values that our exports write to `custom` last, because a field may already have a value from the entry.
    addExtras(members["custom"], counter)
    addUnknown(members, counter, keepsUnknown)
  }

  private mutating func addUnknown(_ members: [String: JSONValue], _ counter: EntryCounter, _ keepsUnknown: Bool) {
    for name in members.keys.sorted() where !Self.known.contains(name) {
      guard let value = members[name] else { continue }
      if Self.isNull(value) { continue }
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
  ).union(CSLFields.ofEntry).union(CSLFields.ofProgram)

  /// Adds the additional values that our exports write to the member `custom`.
  private mutating func addExtras(_ custom: JSONValue?, _ counter: EntryCounter) {
    guard case .object(let members)? = custom else {
      if let custom, !Self.isNull(custom) { counter.count("custom", custom.text) }
      return
    }
    citation.uuid = Self.text(members[CitationExtras.uuid])
    for name in members.keys.sorted() where name != CitationExtras.uuid {
      guard let value = members[name] else { continue }
      if let field = CitationExtras.field(named: name), let text = Self.text(value) {
        citation.add(text, field)
      } else if !Self.isNull(value) {
        counter.count("custom", "\(name): \(Self.text(value) ?? value.text)")
      }
    }
  }

  /// Returns the value of a variable. If the value's type is not valid for the variable, counts the value and returns
  /// `nil`.
  private func readValue<Value>(
    _ members: [String: JSONValue], _ name: String, _ counter: EntryCounter, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = members[name], !Self.isNull(value) else { return nil }
    let result = read(value)
    if result == nil { counter.count(name, value.text) }
    return result
  }

  private static func isNull(_ value: JSONValue) -> Bool { if case .null = value { true } else { false } }

  /// Returns a string, or a number as a string. Returns `nil` for all other types.
  private static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.trimmed()
    case .integer(let number): String(number)
    case .number(let number): number.shortest
    default: nil
    }
  }

  /// Returns the strings in a value. Only a repeatable field may have an array of strings.
  private static func texts(_ value: JSONValue, _ field: CitationField) -> [String]? {
    guard field.isRepeatable, let items = value.items else { return text(value).map { [$0] } }
    let texts = items.compactMap(text)
    return texts.count == items.count ? texts : nil
  }

  /// Returns the text of a date, which may be `{"date-parts": [[1965, 8, 1]]}`, `{"raw": "1965"}` or a string. Ranges,
  /// seasons and approximate dates are written as in EDTF, in which a season has a month number.
  private static func date(_ value: JSONValue) -> String? {
    guard case .object(let members) = value else { return text(value) }
    let days = members["date-parts"]?.items?.compactMap { $0.items.flatMap(day) } ?? []
    guard var date = days.first else { return text(members["raw"]) ?? text(members["literal"]) }
    if let season = text(members["season"]), season != "0", date.divided(at: "-").count < 2 {
      date += "-\(20 + (Int(season) ?? 0))"
    }
    if let circa = members["circa"], !isNull(circa), !isFalse(circa) { date += "~" }
    return ([date] + days.dropFirst()).joined(separator: "/")
  }

  /// Returns a date up to its first invalid part, or `nil` if the year is invalid. A month or day of zero is invalid.
  private static func day(_ parts: [JSONValue]) -> String? {
    let numbers = parts.prefix(3).map { text($0) }.map { $0.flatMap { Int($0) } }
    guard let year = numbers.first ?? nil else { return nil }
    let digits = (year < 0 ? "-" : "") + String(year.magnitude).leftPadded(to: 4)
    let rest = numbers.dropFirst().prefix { $0 != nil && $0 != 0 }.compactMap {
      $0.map { String($0).leftPadded(to: 2) }
    }
    return ([digits] + rest).joined(separator: "-")
  }

  private static func isFalse(_ value: JSONValue) -> Bool {
    switch value {
    case .boolean(let value): !value
    case .integer(0), .string("0"), .string("false"), .string(""): true
    default: false
    }
  }

  private static func names(_ value: JSONValue) -> [String]? {
    guard case .array(let names) = value else { return nil }
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
