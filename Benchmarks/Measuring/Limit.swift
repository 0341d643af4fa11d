import Platform

/// The target of a measure. Medians are compared unless a case says otherwise.
enum Limit {
  /// So many times the peer's time.
  case ratio(Double)
  /// So many times the peer's time, and the same of the 99th percentiles.
  case ratioWithP99(Double)
  case milliseconds(Double)
  /// The 99th percentile.
  case p99Milliseconds(Double)
  /// The slowest run.
  case slowestMilliseconds(Double)
  /// The peer's time, or this if it is longer.
  case peerOrMilliseconds(Double)
  /// So many milliseconds more than the peer.
  case beyondPeer(Double)

  /// “≤ 1.5 ×”
  var text: String {
    switch self {
    case .ratio(let ratio): "≤ \(ratio.shortest) ×"
    case .ratioWithP99(let ratio): "≤ \(ratio.shortest) ×, p99 too"
    case .milliseconds(let time): "≤ \(time.shortest) ms"
    case .p99Milliseconds(let time): "p99 ≤ \(time.shortest) ms"
    case .slowestMilliseconds(let time): "slowest ≤ \(time.shortest) ms"
    case .peerOrMilliseconds(let time): "≤ peer or \(time.shortest) ms"
    case .beyondPeer(let time): "≤ peer and \(time.shortest) ms"
    }
  }

  /// `nil` when only a peer that was not measured could tell.
  func isReached(by own: Distribution, peer: Distribution?) -> Bool? {
    switch self {
    case .ratio(let ratio): peer.map { own.median <= ratio * $0.median }
    case .ratioWithP99(let ratio): peer.map { own.median <= ratio * $0.median && own.p99 <= ratio * $0.p99 }
    case .milliseconds(let time): own.median <= time
    case .p99Milliseconds(let time): own.p99 <= time
    case .slowestMilliseconds(let time): own.slowest <= time
    case .peerOrMilliseconds(let time): own.median <= time ? true : peer.map { own.median <= $0.median }
    case .beyondPeer(let time): peer.map { own.median <= $0.median + time }
    }
  }
}

/// The limits that depend on how many books there are: at ten million some are wider.
struct Limits {
  private let isVast: Bool
  private let isLarge: Bool

  init(books: Int) {
    isVast = books > 1_000_000
    isLarge = books >= 1_000_000
  }

  var search: Limit { isVast ? .milliseconds(16) : .peerOrMilliseconds(1) }
  /// A fifth of the peer's time for a large catalog, where the search dominates. With fewer books, the call and the
  /// reading of rows do.
  var titleQueries: Limit { isVast ? .slowestMilliseconds(16) : isLarge ? .ratioWithP99(0.2) : search }
  func awkward(isLong: Bool) -> Limit { .milliseconds(isVast ? isLong ? 40 : 16 : 1.5) }
  var count: Limit { .milliseconds(isVast ? 40 : 5) }
  var keystroke: Limit { .p99Milliseconds(isVast ? 60 : 16) }
  /// Megabytes of 10⁶ bytes.
  var importMemory: Double { isVast ? 200 : 150 }
}

extension Double {
  /// With so many decimals; `?` for what is no number.
  func fixed(_ decimals: Int) -> String {
    guard isFinite, magnitude < 1e15 else { return "?" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let digits = String(scaled % scale)
    let fraction = String(repeating: "0", count: decimals - (decimals == 0 ? 0 : digits.count)) + digits
    return (self < 0 && scaled > 0 ? "-" : "")
      + (decimals == 0 ? String(scaled) : "\(scaled / scale).\(fraction)")
  }
}
