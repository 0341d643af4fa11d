import Synchronization

/// A counter that starts at one.
final class CommitCounter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
