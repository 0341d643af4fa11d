import FoundationEssentials

/// The concurrency slots of a host that this process holds. A slot is a lease that is shared among processes. When a
/// request returns a slot, another request can use it within the same batch.
struct HostSlots: Sendable {
  /// The maximum age, in seconds, at which a slot can be reused. An older slot must be acquired again, because its
  /// lease must outlast the next request.
  private static let freshness = LeaseTable.duration - FetchTimes.request - 1

  private let names: [String]
  private let holder: String
  /// The slots of this process, with the times at which they were acquired.
  private var taken: [String: Date] = [:]
  /// The slots of this process that no request uses.
  private var free: [String] = []

  init(host: String, parallel: Int, holder: String) {
    names = (0..<parallel).map { "host \(host) \($0)" }
    self.holder = holder
  }

  /// The number of slots that are used by requests.
  var inUse: Int { taken.count - free.count }

  /// Takes a slot for a request.
  ///
  /// - Parameter parallel: The number of slots of the host.
  /// - Returns: The name of the slot; `nil` if none is free.
  mutating func take(among parallel: Int, _ leases: LeaseTable, now: Date) throws -> String? {
    let names = names.prefix(parallel)
    while let name = free.popLast() {
      let age = taken[name].map { now.timeIntervalSince($0) } ?? .infinity
      if names.contains(name), age >= 0, age < Self.freshness { return name }
      taken[name] = nil
      try leases.release(name, holder: holder)
    }
    for name in names where taken[name] == nil {
      guard case .held = try leases.acquire(name, holder: holder, epoch: nil, now: now) else { continue }
      taken[name] = now
      return name
    }
    return nil
  }

  /// Frees the slot of a request that has ended, for use by another request.
  mutating func giveBack(_ name: String) {
    guard taken[name] != nil, !free.contains(name) else { return }
    free.append(name)
  }

  /// Releases the slots that no request uses.
  mutating func release(_ leases: LeaseTable) throws {
    for name in free {
      taken[name] = nil
      try leases.release(name, holder: holder)
    }
    free = []
  }
}
