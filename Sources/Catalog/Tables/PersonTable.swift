import CatalogDatabase

/// A person, other than the owner, who makes changes to the catalog (``BookCatalog/acting(as:)``).
public struct Person: Sendable, Hashable, Identifiable {
  /// The id of a person.
  @frozen public struct ID: NumericID {
    /// The number stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The person's id in this catalog.
  public let id: ID
  /// The person's name: one line of 1 to 100 bytes of UTF-8. It is unique; names are compared exactly.
  public let name: String

  /// Checks a name and returns it in the form in which it is stored.
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

/// The table `person`. The person who acts in the current transaction is in ``Connection/origin``.
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

  /// Returns the value that the column `step.person` has in steps of the acting person. It is NULL for the owner. For a
  /// person who is not in the catalog yet, it is an id that no person has.
  func acting() throws -> SQLValue {
    guard let name = connection.origin.person else { return .null }
    return .integer(try connection.integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0)
  }

  /// Returns the value of the column `step.person` for a new step. If the acting person is not in the catalog yet, adds
  /// the person.
  func made() throws -> SQLValue {
    if let name = connection.origin.person { try insert(named: name) }
    return try acting()
  }

  /// Inserts a person, unless a person with that name exists.
  func insert(named name: String) throws {
    try connection.run("INSERT INTO person (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [.text(name)])
  }
}
