/// The middle and the tail of some times in milliseconds.
struct Distribution {
  let runs: Int
  let median: Double
  let p90: Double
  /// The 99th percentile by the nearest rank: with fewer than 100 runs the slowest one.
  let p99: Double
  let slowest: Double

  /// - Parameter times: at least one.
  init(_ times: [Double]) {
    let sorted = times.sorted()
    runs = sorted.count
    median = Self.value(at: 0.5, sorted)
    p90 = Self.value(at: 0.9, sorted)
    p99 = Self.value(at: 0.99, sorted)
    slowest = Self.value(at: 1, sorted)
  }

  private static func value(at share: Double, _ sorted: [Double]) -> Double {
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted.isEmpty ? .nan : sorted[max(rank, 1) - 1]
  }
}

/// One line of the table: what was measured, beside what.
struct Measure {
  let name: String
  let own: Distribution
  let peer: Distribution?
  /// The operation of the peer, so that readers can judge whether the comparison is fair.
  let peerDoes: String?
  /// Additional information, such as the number of matches.
  var note = ""
  /// The number of rows that one run handles, for measures of rows per second.
  var rows: Int?
  /// The target.
  var limit: Limit?

  init(_ name: String, _ samples: Samples, peer does: String?) {
    self.name = name
    own = Distribution(samples.own)
    peer = samples.peer.isEmpty ? nil : Distribution(samples.peer)
    peerDoes = does
  }

  /// Our median divided by the peer's.
  var ratio: Double? { peer.map { own.median / $0.median } }

  /// `nil` without a limit, or when a peer that is missing would tell.
  var isReached: Bool? { limit?.isReached(by: own, peer: peer) }

  var rowsPerSecond: Int? { rows.map { Int(Double($0) / own.median * 1_000) } }
}

/// A result that is not a time: a count, a size or a list of names.
struct Fact {
  let name: String
  let value: String
  /// The target in words.
  var limit: String?
  var isReached: Bool?
}

/// The results of a group.
struct GroupResults {
  let group: String
  var measures: [Measure] = []
  var facts: [Fact] = []
  /// Rules that are broken.
  var problems: [String] = []

  init(group: String) { self.group = group }
}
