import FoundationEssentials
import Platform

extension Date {
  /// Returns the time relative to `now` if it is within the last week: `just now`, `5 min ago`, `3 h ago` or `2 days
  /// ago`. Otherwise, returns the local time.
  func relativeTime(to now: Date) -> String {
    let seconds = now.timeIntervalSince(self)
    // A time in the future is possible if the clock was set back.
    guard seconds > -60, seconds < 7 * 86_400 else { return localTime }
    switch Int(seconds) {
    case ..<60: return "just now"
    case ..<3_600: return "\(Int(seconds) / 60) min ago"
    case ..<86_400: return "\(Int(seconds) / 3_600) h ago"
    case let seconds: return (seconds / 86_400).counted("day") + " ago"
    }
  }

  /// The time in the local time zone: `2026-01-31 18:30`.
  var localTime: String {
    var seconds = time_t(timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return rfc3339 }
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
