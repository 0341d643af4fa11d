import CatalogModel

/// What lines of JSON say of the fields that users make, and of their values: exports say first what fields there are.
struct OwnFieldLines {
  private static let nameKey = "ownField"
  private var fields: [String: OwnValue] = [:]

  /// The line that says of a field what it is.
  static func write(_ field: OwnField, to json: inout JSONWriter) {
    json.beginObject()
    json.member(nameKey, field.name)
    json.member("kind", field.kind.rawValue)
    if field.kind == .choice {
      json.key("choices")
      json.strings(field.choices)
    }
    json.endObject()
  }

  /// Takes in a line that says of a field what it is.
  ///
  /// - Returns: the field, without a value; `nil` for a line that says something else.
  /// - Throws: `InvalidValue` for a field that cannot be; ``JSONBook/Failure``.
  mutating func declaration(_ value: JSONValue) throws -> OwnValue? {
    guard case .object(let members) = value, let name = members[Self.nameKey] else { return nil }
    guard case .string(let name) = name, case .string(let word)? = members["kind"] else {
      throw JSONBook.Failure.unexpectedType(key: Self.nameKey)
    }
    guard let kind = OwnField.Kind(rawValue: word) else {
      let known = OwnField.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("kind", word, "it must be one of \(known)")
    }
    var choices: [String] = []
    if case .array(let items)? = members["choices"] {
      choices = try items.compactMap { try JSONFieldValue.scalar($0, of: "choices") }
    }
    let field = try OwnValue(name, kind, choices: choices, nil).canonical()
    fields[field.name.lowercased()] = field
    return field
  }

  /// The values of an object; `nil` of what is no object. A field of which no line has said anything is what its value
  /// looks like.
  ///
  /// - Throws: `InvalidValue` for a value that the field cannot hold; ``JSONBook/Failure``.
  func values(_ value: JSONValue) throws -> [OwnValue]? {
    guard case .object(let members) = value else { return nil }
    return try members.sorted { $0.key < $1.key }.compactMap { name, value in
      let known = fields[name.lowercased()]
      // Of what has no value the kind is not to be told, and does not matter.
      if case .null = value { return try OwnValue(name, known?.kind ?? .text, nil).canonical() }
      guard let kind = known?.kind ?? Self.kind(of: value) else {
        throw JSONBook.Failure.unexpectedType(key: name)
      }
      // The words of a choice are the catalog's to know.
      let definition = try FieldDefinition.own(name, kind.fieldKind)
      let field = try JSONFieldValue.value(value, of: definition, key: name)
      return try OwnValue(name, kind, choices: known?.choices ?? [], field).canonical()
    }
  }

  private static func kind(of value: JSONValue) -> OwnField.Kind? {
    switch value {
    case .string: .text
    case .integer, .number: .number
    case .boolean: .flag
    case .array: .list
    case .null, .object: nil
    }
  }
}
