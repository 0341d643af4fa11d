import Synchronization

/// The number of commits that changed rows, made through one open catalog. Callers compare two values to detect
/// changes. Safe to use from any thread.
package final class CommitCount: Sendable {
  private let count = Atomic<Int>(0)

  package var value: Int { count.load(ordering: .acquiring) }

  func increase() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
