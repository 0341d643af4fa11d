import Catalog
import FoundationEssentials
import Platform
import Synchronization

/// A cache of names and passwords that were recently correct. Programs send a name and a password with each request,
/// and checking a password takes a tenth of a second. Each entry is a hash of a name and a password, made with a random
/// key that exists only in this process.
final class VerifiedCredentials: Sendable {
  /// A hash that identifies a name and a password.
  typealias Digest = [UInt8]

  /// The number of seconds after which a password must be checked again.
  static let duration = 300.0
  private static let maxEntries = 1_000

  private struct Entry {
    let login: AccountLogin
    let time: Date
  }

  private let key: [UInt8] = {
    var numbers = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }()
  private let entries = Mutex<[Digest: Entry]>([:])

  /// Returns the digest of a name and a password.
  ///
  /// - Parameter address: The address of the client. The digest includes it, so that quick answers to this client do
  ///   not help an attacker at another address to guess the password.
  func digest(_ name: String, _ password: String, from address: NetworkAddress?) -> Digest {
    // The concatenation is unambiguous: a name cannot contain a colon, and the address is preceded by its length.
    let addressBytes = address?.bytes ?? []
    return SHA256.hash(
      key + [UInt8(addressBytes.count)] + addressBytes + Array(name.utf8) + [UInt8(ascii: ":")] + Array(password.utf8))
  }

  /// Returns true if the credentials were correct and the account has not changed since. A new password, or a new
  /// account with the same name, invalidates them.
  func contains(_ digest: Digest, for login: AccountLogin, now: Date) -> Bool {
    entries.withLock { entries in
      guard let entry = entries[digest] else { return false }
      // Setting the clock back must not prolong the verification.
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
      if entries.count >= Self.maxEntries { entries = [:] }
      entries[digest] = Entry(login: login, time: now)
    }
  }
}
