import Catalog
import CommandLineKit
import Synchronization

/// The progress of an import. It updates a progress bar and counts the stored rows, for a message if the import fails.
final class ProgressReporter: Sendable {
  private let bar: ProgressBar
  private let totalBytes: Int64?
  private let stored = Mutex(0)

  /// Creates a reporter.
  ///
  /// - Parameter totalBytes: The size of the input; `nil` if unknown.
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

  /// The number of rows so far that added or updated a book.
  var storedRows: Int { stored.withLock { $0 } }
}
