import FoundationEssentials
import Synchronization

/// The time of the last visible change. The catalog's file numbers its changes but does not store their times, so the
/// time of a change is the time when the server first saw it. The server never sees a change before it was made, so a
/// response with this time contains all changes up to then.
final class ChangeClock: Sendable {
  private let last = Mutex<(state: String, date: Date)?>(nil)

  /// Returns the time when the server first saw a state of the catalog. If it saw another state in between, the state
  /// counts as new; clients then merely fetch it again.
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
