import FoundationEssentials

/// Who may use a catalog over a network: a person with a role. What accounts are, and may, is no part of the history.
public struct Account: Sendable, Hashable, Identifiable {
  /// The number of the person.
  public let id: Person.ID
  /// The name to log in with, which is that of the person: no other account has it, whatever its case.
  public let name: String
  /// What they may do.
  public let role: Role
  /// Whether there is a password; without one only device tokens log in, and a proxy that vouches for them.
  public let hasPassword: Bool
  /// When it was added.
  public let added: Date

  /// The name as it is stored.
  ///
  /// - Throws: ``InvalidValue`` for one that no account can have: of no person, or with a colon, which ends names where they
  ///   are sent with a password (RFC 7617, section 2).
  static func checked(name: String) throws -> String {
    guard !name.contains(":") else { throw InvalidValue("name of an account", name, "it has no colon") }
    guard let line = try? Person.checked(name: name) else {
      throw InvalidValue("name of an account", name, "it has 1 to 100 bytes")
    }
    return line
  }

  /// By what it is found.
  static func key(_ name: String) -> String { name.canonicalLine().lowercased() }
}

/// An account, and what its passwords are held to.
package struct AccountLogin: Sendable, Equatable {
  package let account: Account
  /// As crypt(5) has it; `nil` of one that takes none.
  package let passwordHash: String?
}

/// Rows of `account`.
struct AccountTable {
  private static let columns = "account.id, name, role, password, added_at"

  let connection: Connection

  /// In the order of their names.
  func all() throws -> [Account] {
    var accounts: [Account] = []
    try connection.statement("SELECT \(Self.columns) FROM account JOIN person USING (id) ORDER BY key").forEachRow {
      accounts.append(Self.decode($0).account)
    }
    return accounts
  }

  func isEmpty() throws -> Bool { try connection.integer("SELECT EXISTS (SELECT 1 FROM account)") != 1 }

  /// The account of a name, whatever its case.
  func login(named name: String) throws -> AccountLogin? {
    try connection.statement("SELECT \(Self.columns) FROM account JOIN person USING (id) WHERE key = ?")
      .first([.text(Account.key(name))], Self.decode)
  }

  /// The account that a row of another table belongs to.
  ///
  /// - Parameter rest: the table, and how its row is found.
  func login(of rest: String, _ values: [SQLValue]) throws -> AccountLogin? {
    try connection.statement(
      "SELECT \(Self.columns) FROM \(rest)"
    ).first(values, Self.decode)
  }

  /// Makes a person known, if need be, and an account of theirs.
  func insert(named name: String, role: Role, passwordHash: String?, now: Date) throws {
    let person = try connection.inserted(person: name)
    try connection.run(
      "INSERT INTO account (id, key, role, password, added_at) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(person), .text(Account.key(name)), .text(try role.checked()), SQLValue(passwordHash),
        .integer(now.milliseconds),
      ])
  }

  func set(_ role: Role, of id: Person.ID) throws {
    try connection.run("UPDATE account SET role = ? WHERE id = ?", [.text(try role.checked()), .id(id)])
  }

  func set(passwordHash: String?, of id: Person.ID) throws {
    try connection.run("UPDATE account SET password = ? WHERE id = ?", [SQLValue(passwordHash), .id(id)])
  }

  /// Its tokens and sessions go with it; the person stays, whose steps are told.
  func delete(_ id: Person.ID) throws { try connection.run("DELETE FROM account WHERE id = ?", [.id(id)]) }

  private static func decode(_ row: Statement) -> AccountLogin {
    let hash = row.optionalText(3)
    let account = Account(
      id: row.id(0), name: row.text(1), role: Role(stored: row.text(2)), hasPassword: hash != nil,
      added: Date(milliseconds: row.time(4)))
    return AccountLogin(account: account, passwordHash: hash)
  }
}

extension Connection {
  /// The number of a person, who becomes known by this where nobody of the name was.
  fileprivate func inserted(person name: String) throws -> Int64 {
    try PersonTable(connection: self).insert(named: name)
    return try integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0
  }
}
