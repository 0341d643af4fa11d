import CatalogModel
import Platform

/// Converts JSON values to field values. Accepts forms that other programs write, such as numbers as strings and lists
/// as one string.
enum JSONFieldValue {
  /// Returns the value of a field, or `nil` if the JSON value means "no value".
  ///
  /// - Parameter key: The key of the value, for errors.
  /// - Throws: ``JSONBook/Failure`` if the value has an unexpected type; `InvalidValue` if the field cannot hold the
  ///   value.
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
      // Sources use words that this program's vocabularies do not contain. Values of personal fields are never guessed.
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
    // A string is short for a record that has only one required part, such as its name.
    if case .string(let text) = value, parts.count(where: \.isRequired) == 1 {
      return try field.record([text], of: parts)
    }
    guard case .object(let members) = value else { throw JSONBook.Failure.unexpectedType(key: key) }
    if let other = members.keys.filter({ name in !parts.contains { $0.name == name } }).min() {
      throw InvalidValue(field.name, other, "it is not a part of this field; its parts are \(parts.names)")
    }
    return FieldRecord(
      try parts.map { part in
        let text = try members[part.name].flatMap { try scalar($0, of: part.name) } ?? ""
        return FieldRecord.Part(part.name, try field.value(of: text, in: part))
      })
  }

  /// Returns a string, or a number as text. Returns `nil` for null.
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
