import FoundationEssentials
import Synchronization

/// The time of the last visible change. The catalog's file numbers its changes but does not store their times, so the
/// clock uses the time when the server first saw a change. The server cannot see a change before it is made, so a
/// response with this time contains all changes up to this time.
final class ChangeClock: Sendable {
  private let last = Mutex<(state: String, date: Date)?>(nil)

  /// Returns the time when the server first saw a state of the catalog. The clock remembers only the last state. If the
  /// server has seen another state since, the given state counts as new, and clients merely fetch it again.
  ///
  /// - Returns: The time in whole seconds.
  func date(of state: String, now: Date) -> Date {
    last.withLock { last in
      if let last, last.state == state { return last.date }
      let date = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
      last = (state, date)
      return date
    }
  }
}
