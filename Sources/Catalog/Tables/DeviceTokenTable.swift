import FoundationEssentials

/// What a program of somebody's, such as that of an e-reader, logs in with: in the place of a password, and taken back by itself.
public struct DeviceToken: Sendable, Hashable, Identifiable {
  /// The number of a token.
  @frozen public struct ID: NumericID {
    /// The number, as it stands in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// How many an account has at most.
  public static let limit = 100

  /// The number of the token in this catalog.
  public let id: ID
  /// The name of the account.
  public let account: String
  /// What the device is called: one line of 1 to 100 bytes of UTF-8, which no other of the account has.
  public let name: String
  /// When it was made.
  public let made: Date
  /// The day on which it was used last; `nil` where it was never.
  public let lastUsed: PartialDate?

  /// The name as it is stored.
  ///
  /// - Throws: ``InvalidValue`` for what is no name.
  static func checked(name: String) throws -> String {
    let line = name.canonicalLine()
    guard (1...100).contains(line.utf8.count) else {
      throw InvalidValue("name of a device", name, "it has 1 to 100 bytes")
    }
    return line
  }
}

/// Rows of `device_token`.
struct DeviceTokenTable {
  private static let columns = "device_token.id, person.name, device_token.name, made_at, used_on"
  private static let source = "device_token JOIN person ON person.id = account_id"

  let connection: Connection

  /// In the order of accounts and names; of one account where that is given.
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

  /// The token that a hash is of.
  func id(of hash: [UInt8]) throws -> DeviceToken.ID? {
    try connection.statement("SELECT id FROM device_token WHERE hash = ?").first([.blob(hash)]) { $0.id(0) }
  }

  func insert(named name: String, of account: Person.ID, hash: [UInt8], now: Date) throws {
    try connection.run(
      "INSERT INTO device_token (account_id, name, hash, made_at) VALUES (?, ?, ?, ?)",
      [.id(account), .text(name), .blob(hash), .integer(now.milliseconds)])
  }

  /// Notes a day on which it was used, unless it was used later.
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
