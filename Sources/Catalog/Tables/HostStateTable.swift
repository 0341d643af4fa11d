import CatalogDatabase

/// The state of requests to a provider's host. Times are in milliseconds since 1970.
struct HostState: Equatable {
  let host: String
  /// The theoretical arrival time of the next request (GCRA). At this time, the rate limit allows a request even
  /// without a burst.
  var theoreticalArrival: Int64 = 0
  var blockedUntil: Int64 = 0
  /// The number of consecutive failures.
  var failures: Int64 = 0
  /// The number of times that the circuit breaker has opened since the last success; 0 while it is closed.
  var trips: Int64 = 0
  /// The time until which the circuit breaker blocks requests.
  var openUntil: Int64 = 0
  /// A fingerprint of the settings with which the host refused requests. If the settings change, requests are tried
  /// again.
  var denied: Int64?
  var error: String?
}

/// The table `host_state`, which all processes that use the catalog share.
struct HostStateTable {
  let connection: Connection

  private static let columns = "host, tat, blocked_until, failures, breaker, breaker_until, denied, last_error"

  /// Returns the state of a host. A host that has not been contacted yet is assumed to respond.
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

  /// Removes hosts that respond, and whose last request was before a given time. Their state is that of hosts which are
  /// not in the table.
  func removeIdle(before time: Int64) throws {
    try connection.run(
      """
      DELETE FROM host_state WHERE failures = 0 AND breaker = 0 AND denied IS NULL AND last_error IS NULL AND tat < ?1
        AND blocked_until < ?1
      """, [.integer(time)])
  }

  private static func decode(_ row: borrowing Statement) -> HostState {
    HostState(
      host: row.text(0), theoreticalArrival: row.time(1), blockedUntil: row.time(2), failures: row.count(3),
      trips: row.count(4), openUntil: row.time(5), denied: row.optionalInteger(6), error: row.optionalText(7))
  }
}
