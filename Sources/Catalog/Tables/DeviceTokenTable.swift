import CatalogDatabase
import FoundationEssentials

/// A token with which a program logs in to an account instead of using a password, for example on an e-reader. Each
/// token can be revoked separately.
public struct DeviceToken: Sendable, Hashable, Identifiable {
  /// The id of a token.
  @frozen public struct ID: NumericID {
    /// The number stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The maximum number of tokens for each account.
  public static let limit = 100

  /// The token's id in this catalog.
  public let id: ID
  /// The name of the account.
  public let account: String
  /// The name of the device: one line of 1 to 100 bytes of UTF-8, unique within the account.
  public let name: String
  /// The time at which the token was created.
  public let made: Date
  /// The last day on which the token was used, or `nil` if it was never used.
  public let lastUsed: PartialDate?

  /// Checks a name and returns it in the form in which it is stored.
  ///
  /// - Throws: ``InvalidValue`` for an invalid name.
  static func checked(name: String) throws -> String {
    let line = name.canonicalLine()
    guard (1...100).contains(line.utf8.count) else {
      throw InvalidValue("name of a device", name, "it must have 1 to 100 bytes")
    }
    return line
  }
}

/// The table `device_token`.
struct DeviceTokenTable {
  private static let columns = "device_token.id, person.name, device_token.name, made_at, used_on"
  private static let source = "device_token JOIN person ON person.id = account_id"

  let connection: Connection

  /// Returns the tokens of one account, or of all accounts, ordered by account and name.
  func all(of account: Person.ID? = nil) throws -> [DeviceToken] {
    var tokens: [DeviceToken] = []
    try connection.statement(
      """
      SELECT \(Self.columns) FROM \(Self.source) WHERE ?1 IS NULL OR account_id = ?1
      ORDER BY person.name, device_token.name
      """
    ).forEachRow([SQLValue(account)]) { tokens.append(Self.decode($0)) }
    return tokens
  }

  func token(_ id: DeviceToken.ID) throws -> DeviceToken? {
    try connection.statement("SELECT \(Self.columns) FROM \(Self.source) WHERE device_token.id = ?")
      .first([.id(id)], Self.decode)
  }

  /// Returns the id of the token whose secret has the given hash.
  func id(of hash: [UInt8]) throws -> DeviceToken.ID? {
    try connection.statement("SELECT id FROM device_token WHERE hash = ?").first([.blob(hash)]) { $0.id(0) }
  }

  func insert(named name: String, of account: Person.ID, hash: [UInt8], now: Date) throws {
    try connection.run(
      "INSERT INTO device_token (account_id, name, hash, made_at) VALUES (?, ?, ?, ?)",
      [.id(account), .text(name), .blob(hash), .integer(now.milliseconds)])
  }

  /// Records that a token was used on a day. Does nothing if the same day or a later one is already stored.
  func use(_ id: DeviceToken.ID, on day: PartialDate) throws {
    try connection.run(
      "UPDATE device_token SET used_on = ?1 WHERE id = ?2 AND coalesce(used_on, 0) < ?1",
      [.integer(day.encoded), .id(id)])
  }

  func delete(_ id: DeviceToken.ID) throws {
    try connection.run("DELETE FROM device_token WHERE id = ?", [.id(id)])
  }

  private static func decode(_ row: Statement) -> DeviceToken {
    DeviceToken(
      id: row.id(0), account: row.text(1), name: row.text(2), made: Date(milliseconds: row.time(3)),
      lastUsed: row.optionalInteger(4).flatMap { PartialDate(encoded: $0) })
  }
}
