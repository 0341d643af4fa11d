import CatalogModel
import FoundationEssentials
import Platform
import Synchronization

/// A limit on password guessing: after five failures within ten minutes for a name or an address, further attempts are
/// refused. The throttle uses bounded memory, and treats names without an account like all others.
final class LoginThrottle: Sendable {
  static let failures = 5
  static let interval = 600.0
  /// The maximum number of names and addresses remembered. Each address has five attempts, so an attacker needs
  /// thousands of addresses to make the server forget earlier failures.
  static let maxKeys = 10_000

  /// A name or an address whose failures are counted.
  fileprivate enum Key: Hashable {
    case name([UInt8])
    case address([UInt8])
  }

  /// A login attempt. It counts as a failure until it succeeds, so concurrent attempts give no advantage over
  /// sequential ones.
  struct Attempt: Sendable {
    fileprivate let keys: [Key]
    fileprivate let time: Date
  }

  /// The times of the recent failures for each name and address, oldest first.
  private let known = Mutex<[Key: [Date]]>([:])

  /// Returns true if too many attempts from an address have failed. Failures for the name count only if the address is
  /// unknown, so that attackers elsewhere cannot lock out the user at this address.
  func refusesGuesses(_ name: String, _ address: NetworkAddress?, now: Date) -> Bool {
    guard let key = Self.keys(name, address).last else { return false }
    return known.withLock { Self.recent($0[key] ?? [], now).count >= Self.failures }
  }

  /// Returns the keys under which failures are counted: the name, and the address if it is known.
  private static func keys(_ name: String, _ address: NetworkAddress?) -> [Key] {
    let ofName = Key.name(SHA256.hash(name.canonicalLine().lowercased().utf8))
    guard let address else { return [ofName] }
    // A client with an IPv6 address usually controls all addresses with the same 64-bit prefix (RFC 4291, section
    // 2.5.4).
    return [ofName, .address(address.bytes.count == 16 ? Array(address.bytes.prefix(8)) : address.bytes)]
  }

  /// Begins an attempt.
  ///
  /// - Parameters:
  ///   - name: The name as the client sent it.
  ///   - address: The address of the client; `nil` if it is unknown, so that only the name counts.
  /// - Throws: ``Problem``, 429, if the attempt is refused. A refused attempt does not count as a failure.
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
      429, detail: "Too many failed logins. Try again in a few minutes.",
      fields: ["Retry-After": String(Int(pause.rounded(.up)))])
  }

  /// Clears an attempt because it succeeded. Earlier failures still count, so owning an account buys no extra guesses
  /// at others.
  func forgive(_ attempt: Attempt) {
    known.withLock { known in
      for key in attempt.keys {
        guard var times = known[key], let index = times.lastIndex(of: attempt.time) else { continue }
        times.remove(at: index)
        known[key] = times.isEmpty ? nil : times
      }
    }
  }

  /// Returns the failures of the last ten minutes. If the clock was set back, future times are treated as the current
  /// time, so that they count for no longer than ten minutes.
  private static func recent(_ times: [Date], _ now: Date) -> [Date] {
    times.map { min($0, now) }.filter { now.timeIntervalSince($0) < interval }
  }

  private static func makeRoom(in known: inout [Key: [Date]], _ now: Date) {
    guard known.count >= maxKeys else { return }
    known = known.filter { !recent($0.value, now).isEmpty }
    guard known.count >= maxKeys else { return }
    let oldest = known.min { ($0.value.last ?? now) < ($1.value.last ?? now) }
    if let oldest { known[oldest.key] = nil }
  }
}
