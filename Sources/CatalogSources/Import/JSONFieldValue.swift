import CatalogModel

/// What JSON says of a field, in the forms that other programs write, too: numbers as texts, lists as one text.
enum JSONFieldValue {
  /// The value of a field; what no value stands for is none.
  ///
  /// - Parameter key: the key under which it stands, for the error.
  /// - Throws: ``JSONBook/Failure`` for a value of another type, `InvalidValue` for one that the field cannot hold.
  static func value(_ value: JSONValue, of field: FieldDefinition, key: String) throws -> FieldValue? {
    switch (field.kind, value) {
    case (.names, .array(let items)), (.tags, .array(let items)):
      return .list(
        try items.map { item in
          guard case .string(let text) = item else { throw JSONBook.Failure.unexpectedType(key: key) }
          return text
        })
    case (.records(let parts), .array(let items)):
      return .records(try items.map { try record($0, parts, of: field, key: key) })
    case (.names, _), (.tags, _), (.records, _):
      guard case .string(let text) = value else { throw JSONBook.Failure.unexpectedType(key: key) }
      return try field.value(of: text)
    case (.vocabulary(let vocabulary), .string(let text)):
      // Of what sources say there are more words than ours; what the user says is never guessed.
      return try (field.isPersonal ? vocabulary.known(text) : vocabulary.inTable(text)) ?? field.value(of: text)
    case (.integer, .integer(let number)):
      return .integer(Int(number))
    case (.decimal, .integer(let number)), (.number, .integer(let number)):
      return .decimal(Double(number))
    case (.decimal, .number(let number)), (.number, .number(let number)):
      return .decimal(number)
    case (.flag, .boolean(let isSet)):
      return .flag(isSet)
    default:
      return try field.value(of: scalar(value, of: key) ?? "")
    }
  }

  private static func record(
    _ value: JSONValue, _ parts: [FieldPart], of field: FieldDefinition, key: String
  ) throws -> FieldRecord {
    // Of what has a name alone, the name.
    if case .string(let text) = value, parts.count(where: \.isRequired) == 1 {
      return try field.record([text], of: parts)
    }
    guard case .object(let members) = value else { throw JSONBook.Failure.unexpectedType(key: key) }
    if let other = members.keys.filter({ name in !parts.contains { $0.name == name } }).min() {
      throw InvalidValue(field.name, other, "it has no such part; its parts are \(parts.names)")
    }
    return FieldRecord(
      try parts.map { part in
        let text = try members[part.name].flatMap { try scalar($0, of: part.name) } ?? ""
        return FieldRecord.Part(part.name, try field.value(of: text, in: part))
      })
  }

  /// A string, or a number as text; `nil` for null.
  static func scalar(_ value: JSONValue, of key: String) throws -> String? {
    switch value {
    case .null: nil
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number.shortest
    case .boolean, .array, .object: throw JSONBook.Failure.unexpectedType(key: key)
    }
  }
}
