/// Somebody who makes steps besides the owner of the catalog (``BookCatalog/acting(as:)``).
public struct Person: Sendable, Hashable, Identifiable {
  /// The number of a person.
  @frozen public struct ID: NumericID {
    /// The number, as it stands in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The number of the person in this catalog.
  public let id: ID
  /// What the person is called: one line of 1 to 100 bytes of UTF-8, of nobody else to the letter.
  public let name: String

  /// The name as it is stored.
  ///
  /// - Throws: ``InvalidValue`` for what is no name.
  static func checked(name: String) throws -> String {
    let line = name.canonicalLine()
    guard (1...100).contains(line.utf8.count) else {
      throw InvalidValue("name of a person", name, "it has 1 to 100 bytes")
    }
    return line
  }
}

/// Rows of `person`. Whoever the transaction runs for is ``Connection/origin``.
struct PersonTable {
  let connection: Connection

  /// Everybody, in the order of their names.
  func all() throws -> [Person] {
    var persons: [Person] = []
    try connection.statement("SELECT id, name FROM person ORDER BY name").forEachRow { row in
      persons.append(Person(id: row.id(0), name: row.text(1)))
    }
    return persons
  }

  /// What `step.person` says of the steps of whoever the transaction runs for: null of the owner; of somebody who has made
  /// none yet, a number that nobody has.
  func acting() throws -> SQLValue {
    guard let name = connection.origin.person else { return .null }
    return .integer(try connection.integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0)
  }

  /// The same for a step that is to be made: whoever makes their first one becomes known.
  func made() throws -> SQLValue {
    if let name = connection.origin.person { try insert(named: name) }
    return try acting()
  }

  /// Makes somebody known, unless they are.
  func insert(named name: String) throws {
    try connection.run("INSERT INTO person (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [.text(name)])
  }
}
