/// How the hosts of providers are doing, for all processes that use the catalog.
struct HostStateTable {
  let connection: Connection

  /// Times are milliseconds since 1970.
  struct Row: Equatable {
    let host: String
    /// When the next request comes that its rate allows, were there no burst (the theoretical arrival time of GCRA).
    var arrival: Int64 = 0
    var blockedUntil: Int64 = 0
    /// Failures in a row.
    var failures: Int64 = 0
    /// How many times in a row it was given up; 0 while it answers.
    var openings: Int64 = 0
    var openUntil: Int64 = 0
    /// The settings that it refused.
    var denied: Int64?
    var error: String?
  }

  private static let columns = "host, tat, blocked_until, failures, breaker, breaker_until, denied, last_error"

  /// The state of a host; of one that was never asked, a good one.
  func row(_ host: String) throws -> Row {
    try connection.statement("SELECT \(Self.columns) FROM host_state WHERE host = ?").first([.text(host)], Self.decode)
      ?? Row(host: host)
  }

  func all() throws -> [Row] {
    var rows: [Row] = []
    try connection.statement("SELECT \(Self.columns) FROM host_state ORDER BY host").forEachRow {
      rows.append(Self.decode($0))
    }
    return rows
  }

  func write(_ row: Row) throws {
    try connection.run(
      "INSERT OR REPLACE INTO host_state (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(row.host), .integer(row.arrival), .integer(row.blockedUntil), .integer(row.failures),
        .integer(row.openings), .integer(row.openUntil), SQLValue(row.denied), SQLValue(row.error),
      ])
  }

  private static func decode(_ row: borrowing Statement) -> Row {
    Row(
      host: row.text(0), arrival: row.time(1), blockedUntil: row.time(2), failures: row.count(3),
      openings: row.count(4), openUntil: row.time(5), denied: row.optionalInteger(6), error: row.optionalText(7))
  }
}
