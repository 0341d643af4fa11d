import Catalog
import FoundationEssentials
import Synchronization

/// Names and passwords that were right some minutes ago: programs send them with each request, and to hash them each time would take a
/// tenth of a second. Neither is kept, but a hash of both with a key that goes with the process.
final class VerifiedCredentials: Sendable {
  /// Tells a name and a password from others.
  typealias Digest = [UInt8]

  /// For how long, in seconds.
  static let duration = 300.0
  private static let most = 1_000

  private struct Entry {
    let login: AccountLogin
    let time: Date
  }

  private let key: [UInt8] = {
    var numbers = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }()
  private let entries = Mutex<[Digest: Entry]>([:])

  /// - Parameter address: from where they came: who guesses elsewhere learns nothing from what was right here.
  func digest(_ name: String, _ password: String, from address: NetworkAddress?) -> Digest {
    // No name holds a colon, and of addresses the number of bytes tells where they end.
    let place = address?.bytes ?? []
    return SHA256.hash(
      key + [UInt8(place.count)] + place + Array(name.utf8) + [UInt8(ascii: ":")] + Array(password.utf8))
  }

  /// Whether they were right for an account as it is now: another password, or another account of the name, ends that.
  func contains(_ digest: Digest, for login: AccountLogin, now: Date) -> Bool {
    entries.withLock { entries in
      guard let entry = entries[digest] else { return false }
      // A clock that was set back makes nothing last longer.
      guard (0..<Self.duration).contains(now.timeIntervalSince(entry.time)),
        entry.login.account.id == login.account.id, entry.login.passwordHash == login.passwordHash
      else {
        entries[digest] = nil
        return false
      }
      return true
    }
  }

  func insert(_ digest: Digest, for login: AccountLogin, now: Date) {
    entries.withLock { entries in
      if entries.count >= Self.most { entries = [:] }
      entries[digest] = Entry(login: login, time: now)
    }
  }
}
