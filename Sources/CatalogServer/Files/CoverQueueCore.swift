import CatalogModel
import FoundationEssentials

/// Decides which cover to fetch next. This is a value without input or output.
///
/// Hosts take turns, so a host with thousands of covers delays no other host. Each host receives one request at a time.
struct CoverQueueCore {
  /// A cover in the queue.
  struct Item: Hashable {
    let address: String
    let host: String
    /// A book that names the address.
    var book = Book.ID(0)
  }

  /// The next action of the queue.
  enum Step: Equatable {
    case fetch(Item)
    /// Nothing can be fetched before this time.
    case wait(until: Date)
    case nothing
  }

  /// The end of an action.
  enum End: Equatable {
    /// The cover was fetched or its failure was recorded. The host receives no requests before the given time.
    case done(hostWaits: Date)
    /// The cover was not requested, because the host receives no requests before the given time.
    case hostWaits(until: Date)
    /// The cover was not requested, because no host receives requests before the given time.
    case allWait(until: Date)
  }

  private struct Host {
    var waiting: [Item] = []
    var isAsked = false
    var waitsUntil = Date.distantPast
  }

  /// The maximum number of waiting covers. Further covers are queued when a page shows them again.
  static let maxWaiting = 5_000

  private let parallel: Int
  private var hosts: [String: Host] = [:]
  /// The hosts with waiting covers, in the order of their turns.
  private var turns: [String] = []
  private var known: Set<String> = []
  private var waitsUntil = Date.distantPast
  /// The number of covers being fetched.
  private(set) var running = 0

  init(parallel: Int) { self.parallel = parallel }

  /// True if no cover waits or is being fetched.
  var isEmpty: Bool { known.isEmpty }

  /// True if no more covers can be queued.
  var isFull: Bool { known.count >= Self.maxWaiting }

  /// Queues a cover, unless the queue is full.
  ///
  /// - Parameter isNext: True to fetch the cover before all others, because somebody looks at it. False to append it,
  ///   or to leave it where it is in the queue already.
  mutating func add(_ item: Item, isNext: Bool = false) {
    if isNext, let index = hosts[item.host]?.waiting.firstIndex(where: { $0.address == item.address }) {
      hosts[item.host]?.waiting.remove(at: index)
    } else {
      guard !isFull, known.insert(item.address).inserted else { return }
    }
    guard isNext else { return append(item) }
    hosts[item.host, default: Host()].waiting.insert(item, at: 0)
    turns.removeAll { $0 == item.host }
    turns.insert(item.host, at: 0)
  }

  private mutating func append(_ item: Item) {
    if hosts[item.host, default: Host()].waiting.isEmpty { turns.append(item.host) }
    hosts[item.host, default: Host()].waiting.append(item)
  }

  /// Returns the next action. A cover to fetch counts as being fetched from now on.
  mutating func next(at now: Date) -> Step {
    guard running < parallel, !turns.isEmpty else { return .nothing }
    if waitsUntil > now { return .wait(until: waitsUntil) }
    guard let index = turns.firstIndex(where: { isReady($0, at: now) }) else {
      let times = turns.compactMap { hosts[$0] }.filter { !$0.isAsked }.map(\.waitsUntil)
      return times.min().map { .wait(until: $0) } ?? .nothing
    }
    let host = turns.remove(at: index)
    guard var state = hosts[host], !state.waiting.isEmpty else { return .nothing }
    let item = state.waiting.removeFirst()
    state.isAsked = true
    hosts[host] = state
    if !state.waiting.isEmpty { turns.append(host) }
    running += 1
    return .fetch(item)
  }

  private func isReady(_ host: String, at now: Date) -> Bool {
    hosts[host].map { !$0.isAsked && $0.waitsUntil <= now } ?? false
  }

  /// Records the end of an action.
  mutating func end(_ item: Item, _ end: End) {
    running -= 1
    hosts[item.host, default: Host()].isAsked = false
    switch end {
    case .done(let until):
      hosts[item.host, default: Host()].waitsUntil = until
      known.remove(item.address)
      if hosts[item.host]?.waiting.isEmpty == true { hosts[item.host] = nil }
    case .hostWaits(let until):
      hosts[item.host, default: Host()].waitsUntil = until
      append(item)
    case .allWait(let until):
      waitsUntil = until
      append(item)
    }
  }

  /// Removes all waiting covers.
  mutating func removeAll() {
    for host in turns {
      for item in hosts[host]?.waiting ?? [] { known.remove(item.address) }
      hosts[host]?.waiting = []
    }
    turns = []
  }
}
