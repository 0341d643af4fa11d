import CatalogDatabase
import Platform

/// The table `own_field`, with the user's custom fields.
struct OwnFieldTable {
  let connection: Connection

  private static let columns = "id, name, kind, choices, removed, first_name"

  /// Returns all custom fields, including removed ones. They are not cached, because there are few, and because each
  /// connection would have to notice changes made by other connections.
  func all() throws -> OwnFields { OwnFields(try everMade()) }

  /// Returns the custom field with the given id. Removed fields are also returned.
  func row(_ id: OwnField.ID) throws -> OwnField? {
    try connection.statement("SELECT \(Self.columns) FROM own_field WHERE id = ?")
      .first([.id(id)], Self.decode) ?? nil
  }

  func insert(_ name: String, _ kind: OwnField.Kind, choices: [String]) throws -> OwnField {
    let id = OwnField.ID(try connection.nextID(in: "own_field"))
    guard id.rawValue <= OwnField.largestID else {
      throw InvalidValue(
        "field", name, "a catalog can have at most \(Int(OwnField.largestID).grouped) fields, including removed ones")
    }
    let field = OwnField(id: id, name: name, kind: kind, choices: choices)
    try connection.run(
      "INSERT INTO own_field (id, name, first_name, kind, choices) VALUES (?1, ?2, ?2, ?3, ?4)",
      [.id(id), .text(name), .text(kind.rawValue), .text(choices.joined(separator: "\n"))])
    return field
  }

  /// Writes those properties of a custom field that can change.
  func write(_ field: OwnField) throws {
    try connection.run(
      "UPDATE own_field SET name = ?, choices = ?, removed = ? WHERE id = ?",
      [
        .text(field.name), .text(field.choices.joined(separator: "\n")), .integer(field.isRemoved ? 1 : 0),
        .id(field.id),
      ])
  }

  /// Returns all custom fields, including removed ones, in the order in which they were created.
  func everMade() throws -> [OwnField] {
    var fields: [OwnField] = []
    try connection.statement("SELECT \(Self.columns) FROM own_field ORDER BY id")
      .forEachRow {
        if let field = Self.decode($0) { fields.append(field) }
      }
    return fields
  }

  /// Decodes a custom field from a row. Returns `nil` for an invalid row, which another program may have written.
  private static func decode(_ row: Statement) -> OwnField? {
    let id: OwnField.ID = row.id(0)
    guard (1...OwnField.largestID).contains(id.rawValue), let kind = OwnField.Kind(rawValue: row.text(2)) else {
      return nil
    }
    return OwnField(
      id: id, name: row.text(1), kind: kind, choices: row.text(3).split(separator: "\n").map(String.init),
      firstName: row.text(5), isRemoved: row.integer(4) != 0)
  }
}
