import FoundationEssentials
import Synchronization

/// When what is shown changed last. The file has numbers of its changes, and no times: a change counts from when it was seen first,
/// which is never before it was made. So whoever has an answer of a time has all that was changed up to then.
final class ChangeClock: Sendable {
  private let last = Mutex<(state: String, date: Date)?>(nil)

  /// When a state was seen first; another one in between makes it new, which only has it fetched again.
  ///
  /// - Returns: in whole seconds.
  func date(of state: String, now: Date) -> Date {
    last.withLock { last in
      if let last, last.state == state { return last.date }
      let date = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
      last = (state, date)
      return date
    }
  }
}
