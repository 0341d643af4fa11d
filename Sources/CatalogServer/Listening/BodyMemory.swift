import Synchronization

/// What the bodies of all requests under way may hold together, whoever sends them: small ones are always taken, since connections are
/// bounded; large ones as long as there is room.
final class BodyMemory: Sendable {
  /// Bytes of a body that are not counted: no form of a page has more.
  static let small = 65_536

  private let limit: Int
  private let held = Mutex(0)

  /// - Parameter limit: bytes of all large bodies together.
  init(limit: Int) { self.limit = limit }

  /// Makes room for a body that has grown.
  ///
  /// - Parameters:
  ///   - size: bytes that it has now.
  ///   - counted: bytes that are held for it so far.
  /// - Returns: whether there is room.
  func grow(to size: Int, _ counted: inout Int) -> Bool {
    guard size > Self.small else { return true }
    let more = size - counted
    let hasRoom = held.withLock { held in
      guard held + more <= limit else { return false }
      held += more
      return true
    }
    if hasRoom { counted = size }
    return hasRoom
  }

  /// A body is over.
  func release(_ counted: inout Int) {
    held.withLock { $0 -= counted }
    counted = 0
  }
}
