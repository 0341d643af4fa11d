import Synchronization

/// A limit on the total memory for the bodies of all current requests. Small bodies are always accepted, because the
/// number of connections is limited; large ones are accepted as long as there is room.
final class BodyMemory: Sendable {
  /// The maximum size of a small body, in bytes. No form on the site's pages is larger.
  static let small = 65_536

  private let limit: Int
  private let held = Mutex(0)

  /// Creates a limit.
  ///
  /// - Parameter limit: The maximum total size of all large bodies, in bytes.
  init(limit: Int) { self.limit = limit }

  /// Reserves memory for a body that has grown.
  ///
  /// - Parameters:
  ///   - size: The current size of the body, in bytes.
  ///   - counted: The number of bytes reserved for the body. Updated on success.
  /// - Returns: True if there is room.
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

  /// Releases the memory of a body that is no longer needed.
  func release(_ counted: inout Int) {
    held.withLock { $0 -= counted }
    counted = 0
  }
}
