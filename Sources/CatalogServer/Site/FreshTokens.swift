import Catalog
import FoundationEssentials
import Synchronization

/// The secrets of new device tokens. Each secret is kept until a page has shown it once, for at most a minute.
final class FreshTokens: Sendable {
  /// The time in seconds for which a secret is kept.
  private static let duration = 60.0
  private static let maxSecrets = 100

  private let secrets = Mutex<[DeviceToken.ID: (secret: String, time: Date)]>([:])

  func insert(_ secret: String, of token: DeviceToken.ID, now: Date) {
    secrets.withLock { secrets in
      secrets = secrets.filter { Self.isFresh($0.value.time, now) }
      if secrets.count >= Self.maxSecrets { secrets = [:] }
      secrets[token] = (secret, now)
    }
  }

  /// Returns the secret of a token and forgets it.
  func take(_ token: DeviceToken.ID, now: Date) -> String? {
    secrets.withLock { secrets in
      guard let known = secrets.removeValue(forKey: token), Self.isFresh(known.time, now) else { return nil }
      return known.secret
    }
  }

  private static func isFresh(_ time: Date, _ now: Date) -> Bool {
    (0..<duration).contains(now.timeIntervalSince(time))
  }
}
