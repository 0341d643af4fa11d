import Catalog
import Synchronization

/// Follows an import: draws its progress, and remembers how much of it is stored for when it fails.
final class ProgressReporter: Sendable {
  private let bar: ProgressBar
  private let stored = Mutex(0)

  init(_ bar: ProgressBar) { self.bar = bar }

  func report(_ progress: ImportProgress) {
    stored.withLock { $0 = progress.counts.added + progress.counts.updated }
    bar.update(done: Int(progress.bytesRead))
  }

  /// How many rows brought something new so far.
  var storedRows: Int { stored.withLock { $0 } }
}
