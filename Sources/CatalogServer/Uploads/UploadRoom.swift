import Synchronization

/// How many files may be sent at once, whoever sends them.
final class UploadRoom: Sendable {
  private let limit: Int
  private let underWay = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// One begins.
  ///
  /// - Throws: ``Problem``, 503 where as many are under way as there may be.
  func begin() throws(Problem) {
    let hasRoom = underWay.withLock { underWay in
      guard underWay < limit else { return false }
      underWay += 1
      return true
    }
    guard hasRoom else {
      throw Problem(
        503, detail: "Too many files are being sent at once: try again in a moment.", fields: ["Retry-After": "30"])
    }
  }

  /// One is over.
  func end() { underWay.withLock { $0 -= 1 } }

  /// How many are under way.
  var count: Int { underWay.withLock { $0 } }
}
