import Catalog
import CommandLineKit
import Synchronization

/// Follows an import: draws its progress, and remembers how much of it is stored for when it fails.
final class ProgressReporter: Sendable {
  private let bar: ProgressBar
  private let totalBytes: Int64?
  private let stored = Mutex(0)

  /// - Parameter totalBytes: the size of the input; `nil` when it is not known.
  init(_ bar: ProgressBar, totalBytes: Int64?) {
    self.bar = bar
    self.totalBytes = totalBytes
  }

  func report(_ progress: ImportProgress) {
    stored.withLock { $0 = progress.counts.added + progress.counts.updated }
    let rows = progress.counts.total + progress.waiting
    let total = totalBytes.map { Double(rows) * Double($0) / Double(max(1, progress.bytesRead)) }
    bar.update(done: rows, total: total.flatMap { Int(exactly: $0.rounded()) })
  }

  /// How many rows brought something new so far.
  var storedRows: Int { stored.withLock { $0 } }
}
