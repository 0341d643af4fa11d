import Dispatch
import Synchronization

/// Compares passwords one after the other on a thread of its own: each takes a tenth of a second and 16 MiB, and requests are answered
/// meanwhile. How many wait is bounded.
final class PasswordWork: Sendable {
  /// Some seconds of work.
  private static let most = 64

  private let queue = DispatchQueue(label: "passwords")
  private let waiting = Mutex(0)

  /// Whether a password is the one of a hash; see ``PasswordHash/isRight(_:_:)``.
  ///
  /// - Throws: ``Problem``, 503, where too many wait.
  func isRight(_ password: String, _ hash: String?) async throws -> Bool {
    try waiting.withLock { waiting in
      guard waiting < Self.most else {
        throw Problem(503, detail: "Too many log in at once: try again in a moment.", fields: ["Retry-After": "5"])
      }
      waiting += 1
    }
    defer { waiting.withLock { $0 -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try PasswordHash.isRight(password, hash) }) }
    }
  }
}
