import CatalogModel

/// Reads and writes the declarations and values of user-defined fields in JSON Lines. Exports declare the fields before
/// the first book.
struct OwnFieldLines {
  private static let nameKey = "ownField"
  private var fields: [String: OwnValue] = [:]

  /// Writes the line that declares a field.
  static func write(_ field: OwnField, to json: inout JSONWriter) {
    json.object { json in
      json.member(nameKey, field.name)
      json.member("kind", field.kind.rawValue)
      if field.kind == .choice {
        json.key("choices")
        json.strings(field.choices)
      }
    }
  }

  /// Reads a line that declares a field.
  ///
  /// - Returns: The field without a value, or `nil` if the line does not declare a field.
  /// - Throws: `InvalidValue` if the field is not valid; ``JSONBook/Failure``.
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

  /// Returns the user-defined values in an object, or `nil` if the JSON value is not an object. If no line declared a
  /// field, its kind is inferred from the value.
  ///
  /// - Throws: `InvalidValue` if a field cannot hold its value; ``JSONBook/Failure``.
  func values(_ value: JSONValue) throws -> [OwnValue]? {
    guard case .object(let members) = value else { return nil }
    return try members.sorted { $0.key < $1.key }.compactMap { name, value in
      let known = fields[name.lowercased()]
      // The kind of a missing value cannot be inferred, and does not matter.
      if case .null = value { return try OwnValue(name, known?.kind ?? .text, nil).canonical() }
      guard let kind = known?.kind ?? Self.kind(of: value) else {
        throw JSONBook.Failure.unexpectedType(key: name)
      }
      // Only the catalog contains the words of a choice field, so words are not checked here.
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
