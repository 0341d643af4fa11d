import Catalog
import CommandLineKit
import Synchronization

/// A progress bar for a scan of the books. It appears only on a terminal, and only if the scan takes a while.
final class ScanBar: Sendable {
  private struct Scan {
    let began: Duration
    var bar: ProgressBar?
  }

  /// The time that a scan must take before the progress bar appears.
  private static let patience = Duration.milliseconds(400)

  private let diagnostics: Diagnostics
  private let now: @Sendable () -> Duration
  private let scan = Mutex<Scan?>(nil)

  /// Creates a bar.
  ///
  /// - Parameter now: A monotonic clock.
  init(_ diagnostics: Diagnostics, now: @escaping @Sendable () -> Duration = ProgressBar.monotonicTime) {
    (self.diagnostics, self.now) = (diagnostics, now)
  }

  func show(_ progress: ScanProgress) {
    scan.withLock { scan in
      guard progress.done < progress.total else {
        scan?.bar?.finish()
        scan = nil
        return
      }
      let time = now()
      var current = scan ?? Scan(began: time)
      if let bar = current.bar {
        bar.update(done: progress.done, total: progress.total)
      } else if time - current.began >= Self.patience {
        current.bar = ProgressBar(
          "Scanning", unit: "books", initial: progress.done, total: progress.total, stream: diagnostics.stream,
          settings: diagnostics.settings, now: now)
      }
      scan = current
    }
  }
}
