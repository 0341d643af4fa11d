import CatalogModel
import FoundationEssentials

/// Parses a JSON object that describes a book, with the keys of docs/json.md. Values may also be in forms that other
/// programs write. Unknown keys are kept unchanged.
struct JSONBook {
  /// The reason why a valid JSON text does not describe a book. Its description is meant for users.
  enum Failure: Error, CustomStringConvertible {
    case notAnObject
    case unexpectedType(key: String)

    var description: String {
      switch self {
      case .notAnObject: "not a JSON object"
      case .unexpectedType(let key): "\(key) has an unexpected type"
      }
    }
  }

  private(set) var builder = RecordBuilder()

  /// The key of the object that contains the user-defined fields.
  static let ownKey = "own"

  /// Known keys other than the names of fields: alternative names, identifiers of the book, and keys that concern only
  /// the catalog that wrote them.
  private static let otherKeys = Set(
    ["id", "uuid", "isbn13", "changed", "reason"] + BookField.allCases.flatMap(\.definition.otherKeys))

  /// Parses an object.
  ///
  /// - Parameter fields: The user-defined fields that earlier lines declared.
  /// - Throws: ``Failure``, or `InvalidValue` if a field cannot hold its value.
  init(_ value: JSONValue, fields: OwnFieldLines = OwnFieldLines()) throws {
    guard case .object(let members) = value else { throw Failure.notAnObject }
    var known = 0
    for key in Self.otherKeys where members[key] != nil { known += 1 }
    if let id = members["id"] { builder.id = try JSONFieldValue.scalar(id, of: "id") }
    if let value = members["uuid"], let text = try JSONFieldValue.scalar(value, of: "uuid") {
      guard let uuid = UUID(text: text) else { throw InvalidValue("uuid", text, "it is not a UUID") }
      builder.uuid = uuid
    }
    for field in BookField.allCases {
      if let value = members[field.rawValue] {
        known += 1
        try take(field, value, of: field.rawValue)
      } else if let key = field.definition.otherKeys.first(where: { members[$0] != nil }), let value = members[key] {
        try take(field, value, of: key)
      }
    }
    // Use `isbn13` if `isbn` is missing or was left out as invalid.
    if builder.values[.isbn] == .absent, let value = members["isbn13"] { try take(.isbn, value, of: "isbn13") }
    if let own = try members[Self.ownKey].flatMap(fields.values) {
      known += 1
      for value in own { try builder.add(own: value) }
    }
    guard known < members.count else { return }
    let unknown = members.filter { key, _ in
      BookField(rawValue: key) == nil && !Self.otherKeys.contains(key) && (key != Self.ownKey || builder.own.isEmpty)
    }
    builder.unknown = JSONValue.object(unknown).text
  }

  private mutating func take(_ field: BookField, _ value: JSONValue, of key: String) throws {
    if case .null = value {
      // A null does not clear a field that requires a value.
      if field.isClearable { try builder.set(field, nil) }
      return
    }
    let read = { try JSONFieldValue.value(value, of: field.definition, key: key) }
    if field == .isbn {
      try builder.setISBN(read)
    } else if field == .cover {
      // An invalid cover address does not invalidate the book.
      try builder.leavingOutInvalid { try $0.set(field, read()) }
    } else {
      try builder.set(field, read())
    }
  }

  /// Returns the source's id for a book whose JSON object is otherwise unusable, or `nil` if the object contains no id.
  static func ownID(of value: JSONValue) -> String? {
    guard case .object(let members) = value else { return nil }
    if let given = members["id"], let id = try? JSONFieldValue.scalar(given, of: "id") {
      return id.isEmpty || id.utf8.count > SourceRecord.remoteIDBytes ? nil : id
    }
    guard case .string(let text)? = members["uuid"] else { return nil }
    return UUID(text: text)?.lowercaseText
  }

  /// Returns the source's id for a book whose JSON text cannot be parsed as a whole, or `nil` if no id is found.
  static func ownID(in text: ArraySlice<UInt8>, _ parser: JSONParser) -> String? {
    (try? parser.value(of: text, .members(named: ["id", "uuid"]))).flatMap(ownID)
  }
}
