import Dispatch
import Synchronization

/// A queue that checks passwords one after the other on a separate thread, so that other requests are answered
/// meanwhile. Each check takes a tenth of a second and 16 MiB. The queue is bounded.
final class PasswordWork: Sendable {
  /// The maximum number of waiting checks: several seconds of work.
  private static let maxWaiting = 64

  private let queue = DispatchQueue(label: "passwords")
  private let waiting = Mutex(0)

  /// Returns true if a password matches a hash; see ``PasswordHash/isRight(_:_:)``.
  ///
  /// - Throws: ``Problem``, 503, if too many checks are waiting.
  func isRight(_ password: String, _ hash: String?) async throws -> Bool {
    try waiting.withLock { waiting in
      guard waiting < Self.maxWaiting else {
        throw Problem(503, detail: "Too many logins at once. Try again in a moment.", fields: ["Retry-After": "5"])
      }
      waiting += 1
    }
    defer { waiting.withLock { $0 -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try PasswordHash.isRight(password, hash) }) }
    }
  }
}
