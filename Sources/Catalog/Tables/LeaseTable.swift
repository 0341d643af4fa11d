import FoundationEssentials

/// Who is at a work that two processes should not do at once. It saves work and no more: what is stored is right without
/// it, since every page is stored only if the source still stands where the page was asked from.
struct LeaseTable {
  let connection: Connection

  /// How long a lease lasts unless it is renewed, in seconds.
  static let duration = 30.0
  /// How much of it must be over before it is renewed.
  static let renewal = 10.0

  /// What the refresh of a source is called.
  static func name(ofSource source: CatalogSource.ID) -> String { "source \(source)" }

  enum Outcome: Equatable {
    /// It is ours, under this epoch.
    case held(epoch: Int64)
    /// Another one has it until then.
    case taken(until: Date)
  }

  /// Takes the lease, or renews it.
  ///
  /// - Parameter epoch: the epoch under which it was held before; `nil` to take it. Another epoch in the file says that
  ///   somebody else took it meanwhile.
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
    // One that lasts longer than any lease can was given by a clock that has been set back since.
    let isValid = until > now && until.timeIntervalSince(now) <= Self.duration + 1
    if isValid || (epoch != nil && current != epoch) { return .taken(until: until) }
    try connection.run(
      "UPDATE lease SET holder = ?, epoch = ?, expires_at = ? WHERE name = ?",
      [.text(holder), .integer(current + 1), .integer(expires.milliseconds), .text(name)])
    return .held(epoch: current + 1)
  }

  /// Gives the lease back, where it is still held.
  func release(_ name: String, holder: String) throws {
    try connection.run("UPDATE lease SET expires_at = 0 WHERE name = ? AND holder = ?", [.text(name), .text(holder)])
  }
}
