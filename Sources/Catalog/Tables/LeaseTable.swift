import FoundationEssentials

/// Leases of work that two processes should not do at the same time. They only avoid duplicate work. Data is correct
/// without them, since a page is stored only if the source is still at the position from which the page was requested.
struct LeaseTable {
  let connection: Connection

  /// The number of seconds that a lease lasts unless it is renewed.
  static let duration = 30.0
  /// The number of seconds after which a lease is renewed.
  static let renewal = 10.0

  /// Returns the name of the lease for refreshing a source.
  static func name(ofSource source: CatalogSource.ID) -> String { "source \(source)" }

  enum Outcome: Equatable {
    /// The caller holds the lease, under this epoch.
    case held(epoch: Int64)
    /// Another holder has the lease until this time.
    case taken(until: Date)
  }

  /// Acquires the lease, or renews it.
  ///
  /// - Parameter epoch: The epoch under which the caller holds the lease, or `nil` to acquire it. If the epoch in the
  ///   file is different, another holder has acquired the lease in the meantime.
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
    // A lease that lasts longer than possible comes from a clock that has since been set back.
    let isValid = until > now && until.timeIntervalSince(now) <= Self.duration + 1
    if isValid || (epoch != nil && current != epoch) { return .taken(until: until) }
    try connection.run(
      "UPDATE lease SET holder = ?, epoch = ?, expires_at = ? WHERE name = ?",
      [.text(holder), .integer(current + 1), .integer(expires.milliseconds), .text(name)])
    return .held(epoch: current + 1)
  }

  /// Releases a lease if the holder still has it.
  func release(_ name: String, holder: String) throws {
    try connection.run("UPDATE lease SET expires_at = 0 WHERE name = ? AND holder = ?", [.text(name), .text(holder)])
  }
}
