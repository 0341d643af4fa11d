/// The state of a provider's host. Times are milliseconds since 1970.
struct HostState: Equatable {
  let host: String
  /// When the next request comes that its rate allows, were there no burst (GCRA).
  var theoreticalArrival: Int64 = 0
  var blockedUntil: Int64 = 0
  /// Failures in a row.
  var failures: Int64 = 0
  /// How many times in a row its circuit breaker tripped; 0 while it is closed.
  var trips: Int64 = 0
  /// Until when the circuit breaker is open.
  var openUntil: Int64 = 0
  /// The settings that it refused.
  var denied: Int64?
  var error: String?
}

/// The states of providers' hosts, for all processes that use the catalog.
struct HostStateTable {
  let connection: Connection

  private static let columns = "host, tat, blocked_until, failures, breaker, breaker_until, denied, last_error"

  /// The state of a host; of one that was never asked, a good one.
  func state(of host: String) throws -> HostState {
    try connection.statement("SELECT \(Self.columns) FROM host_state WHERE host = ?").first([.text(host)], Self.decode)
      ?? HostState(host: host)
  }

  func all() throws -> [HostState] {
    var states: [HostState] = []
    try connection.statement("SELECT \(Self.columns) FROM host_state ORDER BY host").forEachRow {
      states.append(Self.decode($0))
    }
    return states
  }

  func write(_ state: HostState) throws {
    try connection.run(
      "INSERT OR REPLACE INTO host_state (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .text(state.host), .integer(state.theoreticalArrival), .integer(state.blockedUntil), .integer(state.failures),
        .integer(state.trips), .integer(state.openUntil), SQLValue(state.denied), SQLValue(state.error),
      ])
  }

  private static func decode(_ row: borrowing Statement) -> HostState {
    HostState(
      host: row.text(0), theoreticalArrival: row.time(1), blockedUntil: row.time(2), failures: row.count(3),
      trips: row.count(4), openUntil: row.time(5), denied: row.optionalInteger(6), error: row.optionalText(7))
  }
}
