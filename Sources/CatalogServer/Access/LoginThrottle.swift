import CatalogModel
import FoundationEssentials
import Synchronization

/// Slows down who guesses passwords: five failures in ten minutes, of a name or of an address, and the next attempts are refused. It
/// takes a bounded memory, and counts names that nobody has as it counts others.
final class LoginThrottle: Sendable {
  static let failures = 5
  static let interval = 600.0
  /// How many names and addresses are remembered. Each address has five attempts, so that to have all of them forgotten takes
  /// thousands of addresses.
  static let most = 10_000

  /// Whose failures are counted.
  fileprivate enum Key: Hashable {
    case name([UInt8])
    case address([UInt8])
  }

  /// An attempt, which counts as a failure until it is known to be none: many at once are no more than one after the other.
  struct Attempt: Sendable {
    fileprivate let keys: [Key]
    fileprivate let time: Date
  }

  /// The times of the last failures of each, the oldest first.
  private let known = Mutex<[Key: [Date]]>([:])

  /// Whether so many attempts from an address have failed that the next are refused; where nobody knows addresses, so many of a
  /// name. What others do elsewhere with the name keeps nobody out who was let in from here.
  func refusesGuesses(_ name: String, _ address: NetworkAddress?, now: Date) -> Bool {
    guard let key = Self.keys(name, address).last else { return false }
    return known.withLock { Self.recent($0[key] ?? [], now).count >= Self.failures }
  }

  /// Whose failures count: of the name, and of the address where it is known.
  private static func keys(_ name: String, _ address: NetworkAddress?) -> [Key] {
    let ofName = Key.name(SHA256.hash(name.canonicalLine().lowercased().utf8))
    guard let address else { return [ofName] }
    // Who has an address of version 6 has all that begin with the same 64 bits (RFC 4291, section 2.5.4).
    return [ofName, .address(address.bytes.count == 16 ? Array(address.bytes.prefix(8)) : address.bytes)]
  }

  /// Begins an attempt.
  ///
  /// - Parameters:
  ///   - name: as it was given.
  ///   - address: `nil` where nobody knows it; then only the name counts.
  /// - Throws: ``Problem``, 429, where it is refused: then it does not count.
  func begin(_ name: String, _ address: NetworkAddress?, now: Date) throws(Problem) -> Attempt {
    let keys = Self.keys(name, address)
    let pause = known.withLock { known -> Double? in
      var pause: Double?
      for key in keys {
        let times = Self.recent(known[key] ?? [], now)
        known[key] = times.isEmpty ? nil : times
        if times.count >= Self.failures, let first = times.first {
          pause = max(pause ?? 0, first.timeIntervalSince(now) + Self.interval)
        }
      }
      guard pause == nil else { return pause }
      for key in keys {
        if known[key] == nil { Self.makeRoom(in: &known, now) }
        known[key, default: []].append(now)
      }
      return nil
    }
    guard let pause else { return Attempt(keys: keys, time: now) }
    throw Problem(
      429, detail: "Too many logins have failed: try again in some minutes.",
      fields: ["Retry-After": String(Int(pause.rounded(.up)))])
  }

  /// The attempt was none to guess. Earlier failures count still: who has an account has no more attempts at others.
  func forgive(_ attempt: Attempt) {
    known.withLock { known in
      for key in attempt.keys {
        guard var times = known[key], let index = times.lastIndex(of: attempt.time) else { continue }
        times.remove(at: index)
        known[key] = times.isEmpty ? nil : times
      }
    }
  }

  /// Those of the last ten minutes. A clock that was set back makes times of the future ones of now, so that they do not count
  /// longer than others.
  private static func recent(_ times: [Date], _ now: Date) -> [Date] {
    times.map { min($0, now) }.filter { now.timeIntervalSince($0) < interval }
  }

  private static func makeRoom(in known: inout [Key: [Date]], _ now: Date) {
    guard known.count >= most else { return }
    known = known.filter { !recent($0.value, now).isEmpty }
    guard known.count >= most else { return }
    let oldest = known.min { ($0.value.last ?? now) < ($1.value.last ?? now) }
    if let oldest { known[oldest.key] = nil }
  }
}
