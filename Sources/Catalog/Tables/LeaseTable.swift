import CatalogDatabase
import FoundationEssentials

/// The table `lease`. A lease prevents two processes from doing the same work at the same time. Data would stay correct
/// without leases, because a page of records is stored only if the source is still at the position from which the page
/// was requested.
struct LeaseTable {
  let connection: Connection

  /// The number of seconds after which a lease expires, unless it is renewed.
  static let duration = 30.0
  /// The age, in seconds, at which a lease is renewed.
  static let renewal = 10.0

  /// Returns the name of the lease for refreshing a source.
  static func name(ofSource source: CatalogSource.ID) -> String { "source \(source)" }

  enum Outcome: Equatable {
    /// The caller has the lease. The value is the lease's epoch.
    case held(epoch: Int64)
    /// Another process has the lease until this time.
    case taken(until: Date)
  }

  /// Acquires or renews a lease.
  ///
  /// - Parameter epoch: `nil` to acquire the lease. To renew it, the epoch that the caller received when it acquired
  ///   the lease. If the file contains a different epoch, another process has acquired the lease in the meantime.
  func acquire(_ name: String, holder: String, epoch: Int64?, now: Date) throws -> Outcome {
    let row = try connection.statement("SELECT holder, epoch, expires_at FROM lease WHERE name = ?")
      .first([.text(name)]) { ($0.text(0), $0.count(1), Date(milliseconds: $0.integer(2))) }
    let expires = now.addingTimeInterval(Self.duration)
    guard let (other, current, until) = row else {
      try connection.run(
        "INSERT INTO lease (name, holder, epoch, expires_at) VALUES (?, ?, ?, ?)",
        [.text(name), .text(holder), .integer((epoch ?? 0) + 1), .integer(expires.milliseconds)])
      return .held(epoch: (epoch ?? 0) + 1)
    }
    if other == holder, current == epoch {
      if until.timeIntervalSince(now) < Self.duration - Self.renewal {
        try connection.run(
          "UPDATE lease SET expires_at = ? WHERE name = ?", [.integer(expires.milliseconds), .text(name)])
      }
      return .held(epoch: current)
    }
    // A lease that ends later than is possible was written before a clock was set back.
    let isValid = until > now && until.timeIntervalSince(now) <= Self.duration + 1
    if isValid || (epoch != nil && current != epoch) { return .taken(until: until) }
    try connection.run(
      "UPDATE lease SET holder = ?, epoch = ?, expires_at = ? WHERE name = ?",
      [.text(holder), .integer(current + 1), .integer(expires.milliseconds), .text(name)])
    return .held(epoch: current + 1)
  }

  /// Releases a lease, unless another process has acquired it in the meantime.
  func release(_ name: String, holder: String) throws {
    try connection.run("UPDATE lease SET expires_at = 0 WHERE name = ? AND holder = ?", [.text(name), .text(holder)])
  }
}
