import CatalogDatabase
import FoundationEssentials

/// An account with which a person can use a catalog over a network. Changes to accounts are not steps in the history.
public struct Account: Sendable, Hashable, Identifiable {
  /// The id of the person.
  public let id: Person.ID
  /// The name for logging in, which is also the person's name. It is unique among accounts, regardless of case.
  public let name: String
  /// The role, which determines the account's permissions.
  public let role: Role
  /// True if the account has a password. Otherwise, logging in requires a device token, or a proxy that authenticates
  /// the user.
  public let hasPassword: Bool
  /// The time at which the account was added.
  public let added: Date

  /// Checks a name and returns it in the form in which it is stored.
  ///
  /// - Throws: ``InvalidValue`` if a person cannot have the name, or if the name contains a colon. In HTTP Basic
  ///   authentication, a colon separates the name from the password (RFC 7617, section 2).
  static func checked(name: String) throws -> String {
    guard !name.contains(":") else { throw InvalidValue("name of an account", name, "it must not contain a colon") }
    guard let line = try? Person.checked(name: name) else {
      throw InvalidValue("name of an account", name, "it must have 1 to 100 bytes")
    }
    return line
  }

  /// Returns the key by which a name is looked up. Names that differ only in case have the same key.
  static func key(_ name: String) -> String { name.canonicalLine().lowercased() }
}

/// An account and its password hash.
package struct AccountLogin: Sendable, Equatable {
  package let account: Account
  /// The hash in the format of crypt(5), or `nil` if login by password is disabled.
  package let passwordHash: String?
}

/// The table `account`.
struct AccountTable {
  private static let columns = "account.id, name, role, password, added_at"

  let connection: Connection

  /// Returns all accounts, ordered by name.
  func all() throws -> [Account] {
    var accounts: [Account] = []
    try connection.statement("SELECT \(Self.columns) FROM account JOIN person USING (id) ORDER BY key").forEachRow {
      accounts.append(Self.decode($0).account)
    }
    return accounts
  }

  func isEmpty() throws -> Bool { try connection.integer("SELECT EXISTS (SELECT 1 FROM account)") != 1 }

  /// Returns the account with the given name, regardless of case.
  func login(named name: String) throws -> AccountLogin? {
    try connection.statement("SELECT \(Self.columns) FROM account JOIN person USING (id) WHERE key = ?")
      .first([.text(Account.key(name))], Self.decode)
  }

  /// Returns the account found through a row of another table, such as a session.
  ///
  /// - Parameter rest: The SQL after `FROM`: the tables to join, and the condition for the row.
  func login(of rest: String, _ values: [SQLValue]) throws -> AccountLogin? {
    try connection.statement(
      "SELECT \(Self.columns) FROM \(rest)"
    ).first(values, Self.decode)
  }

  /// Inserts an account. If no person has that name yet, also inserts the person.
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

  /// Deletes an account together with its tokens and sessions. The person is kept, because steps in the history refer
  /// to the person.
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
  /// Returns the id of the person with the given name. If there is no such person, inserts one.
  fileprivate func inserted(person name: String) throws -> Int64 {
    try PersonTable(connection: self).insert(named: name)
    return try integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0
  }
}
