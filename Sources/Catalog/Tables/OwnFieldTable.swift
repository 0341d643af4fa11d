/// Rows of `own_field`: the fields that the user made.
struct OwnFieldTable {
  let connection: Connection

  private static let columns = "id, name, kind, choices, removed, first_name"

  /// All of them, removed ones too. They are few, and are read when somebody asks: each connection's memory of them would
  /// have to be told what others change.
  func all() throws -> OwnFields { OwnFields(try everMade()) }

  /// A field by its number, a removed one too.
  func row(_ id: OwnField.ID) throws -> OwnField? {
    try connection.statement("SELECT \(Self.columns) FROM own_field WHERE id = ?")
      .first([.id(id)], Self.decode) ?? nil
  }

  func insert(_ name: String, _ kind: OwnField.Kind, choices: [String]) throws -> OwnField {
    let id = OwnField.ID(try connection.nextID(in: "own_field"))
    guard id.rawValue <= OwnField.largestID else {
      throw InvalidValue("field", name, "no more than \(Int(OwnField.largestID).spoken) fields were ever made")
    }
    let field = OwnField(id: id, name: name, kind: kind, choices: choices)
    try connection.run(
      "INSERT INTO own_field (id, name, first_name, kind, choices) VALUES (?1, ?2, ?2, ?3, ?4)",
      [.id(id), .text(name), .text(kind.rawValue), .text(choices.joined(separator: "\n"))])
    return field
  }

  /// Writes what can be changed of a field.
  func write(_ field: OwnField) throws {
    try connection.run(
      "UPDATE own_field SET name = ?, choices = ?, removed = ? WHERE id = ?",
      [
        .text(field.name), .text(field.choices.joined(separator: "\n")), .integer(field.isRemoved ? 1 : 0),
        .id(field.id),
      ])
  }

  /// The same, in the order in which they were made.
  func everMade() throws -> [OwnField] {
    var fields: [OwnField] = []
    try connection.statement("SELECT \(Self.columns) FROM own_field ORDER BY id")
      .forEachRow {
        if let field = Self.decode($0) { fields.append(field) }
      }
    return fields
  }

  /// `nil` for a row that another program wrote.
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
