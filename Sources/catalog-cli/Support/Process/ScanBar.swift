import Catalog
import CommandLineKit
import Synchronization

/// Shows on a terminal how far a scan is, where somebody waits for it: what is over in a moment shows nothing.
final class ScanBar: Sendable {
  private struct Scan {
    let began: Duration
    var bar: ProgressBar?
  }

  /// As long as nobody wonders.
  private static let patience = Duration.milliseconds(400)

  private let diagnostics: Diagnostics
  private let now: @Sendable () -> Duration
  private let scan = Mutex<Scan?>(nil)

  /// - Parameter now: a clock that never goes back.
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
          "Looking through", unit: "books", initial: progress.done, total: progress.total, stream: diagnostics.stream,
          settings: diagnostics.settings, now: now)
      }
      scan = current
    }
  }
}
