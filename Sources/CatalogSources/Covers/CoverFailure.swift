import CatalogModel
import FoundationEssentials

/// The last failure to fetch a cover for the queue of covers. The cache stores it under the cover's address.
package struct CoverFailure: Sendable, Equatable {
  /// The longest time until another attempt, in seconds.
  private static let maxDelay = 30 * 86_400.0

  /// The time of the failure.
  package let time: Date
  /// The number of failures in a row.
  package let attempts: Int
  /// The reason, in words for people.
  package let cause: String

  /// The time of the next attempt. The first delay is an hour, and each further one is four times as long, up to thirty
  /// days.
  package var retry: Date {
    let factor = 1 << (2 * min(max(attempts - 1, 0), 10))
    return time.addingTimeInterval(min(3_600 * Double(factor), Self.maxDelay))
  }

  /// Returns true if the cover may be fetched again. If the clock was set back since the failure, it may, too.
  package func isDue(at now: Date) -> Bool { now >= retry || now < time }
}

extension CoverFailure {
  /// The failure as one line of a file.
  var line: String {
    let words = cause.split(whereSeparator: \.isNewline).joined(separator: " ").shortened(to: 300)
    return "failed \(time.milliseconds) \(attempts) \(words)"
  }

  /// Reads a line of a file. Returns `nil` if it has another form.
  init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "failed", let time = Int64(parts[1]), let attempts = Int(parts[2]) else {
      return nil
    }
    (self.time, self.attempts, cause) = (Date(milliseconds: time), attempts, String(parts[3]))
  }
}
