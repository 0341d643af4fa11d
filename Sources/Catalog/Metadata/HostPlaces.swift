import FoundationEssentials

/// The places among the parallel requests of a host that are ours. A place is a lease, so that processes share them; one
/// that a request gives back is handed on to the next within the same pass.
struct HostPlaces: Sendable {
  /// A place that was taken longer ago is taken anew before it is handed on: its lease must outlast the next request.
  private static let freshness = LeaseTable.duration - FetchTimes.request - 1

  private let names: [String]
  private let holder: String
  /// Those that are ours, with when they were taken.
  private var taken: [String: Date] = [:]
  /// Of these, those that no request uses.
  private var free: [String] = []

  init(host: String, parallel: Int, holder: String) {
    names = (0..<parallel).map { "host \(host) \($0)" }
    self.holder = holder
  }

  /// How many requests have one.
  var inUse: Int { taken.count - free.count }

  /// A place for a request.
  ///
  /// - Parameter parallel: how many there are.
  /// - Returns: `nil` where others have them.
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

  /// Notes that a request has ended.
  mutating func giveBack(_ name: String) {
    guard taken[name] != nil, !free.contains(name) else { return }
    free.append(name)
  }

  /// Lets others have those that no request uses.
  mutating func release(_ leases: LeaseTable) throws {
    for name in free {
      taken[name] = nil
      try leases.release(name, holder: holder)
    }
    free = []
  }
}
