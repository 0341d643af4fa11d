import Synchronization

/// How many transactions of one opening have changed rows and were committed: tells whether anything was stored since. Safe
/// from any thread.
package final class CommitCount: Sendable {
  private let count = Atomic<Int>(0)

  package var value: Int { count.load(ordering: .acquiring) }

  func increase() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
