/// A person other than the owner who makes steps in the catalog (``BookCatalog/acting(as:)``).
public struct Person: Sendable, Hashable, Identifiable {
  /// The id of a person.
  @frozen public struct ID: NumericID {
    /// The number stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The id of the person in this catalog.
  public let id: ID
  /// The person's name: one line of 1 to 100 bytes of UTF-8, unique when compared exactly.
  public let name: String

  /// Returns a name in the form in which it is stored.
  ///
  /// - Throws: ``InvalidValue`` for an invalid name.
  static func checked(name: String) throws -> String {
    let line = name.canonicalLine()
    guard (1...100).contains(line.utf8.count) else {
      throw InvalidValue("name of a person", name, "it must have 1 to 100 bytes")
    }
    return line
  }
}

/// Rows of `person`. The person for whom a transaction runs is in ``Connection/origin``.
struct PersonTable {
  let connection: Connection

  /// Returns all people, ordered by name.
  func all() throws -> [Person] {
    var persons: [Person] = []
    try connection.statement("SELECT id, name FROM person ORDER BY name").forEachRow { row in
      persons.append(Person(id: row.id(0), name: row.text(1)))
    }
    return persons
  }

  /// Returns the value of `step.person` for steps of the acting person: NULL for the owner, and an id that no person
  /// has for a person without steps.
  func acting() throws -> SQLValue {
    guard let name = connection.origin.person else { return .null }
    return .integer(try connection.integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0)
  }

  /// Returns the value of `step.person` for a new step. Adds the acting person to the catalog if necessary.
  func made() throws -> SQLValue {
    if let name = connection.origin.person { try insert(named: name) }
    return try acting()
  }

  /// Inserts a person, unless there is one with that name.
  func insert(named name: String) throws {
    try connection.run("INSERT INTO person (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [.text(name)])
  }
}
