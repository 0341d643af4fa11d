import FoundationEssentials
import Synchronization

/// The time of the last visible change. The catalog's file numbers its changes but does not store their times, so a
/// change counts from when the server first saw it. That is never before it was made, so a response with this time
/// contains all changes up to then.
final class ChangeClock: Sendable {
  private let last = Mutex<(state: String, date: Date)?>(nil)

  /// Returns the time at which a state was first seen. If another state was seen in between, it counts as new, which
  /// only makes clients fetch it again.
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
