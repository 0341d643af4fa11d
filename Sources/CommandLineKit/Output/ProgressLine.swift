import Platform

/// The text of a progress bar at one moment.
///
/// Example: `Importing ██████░░░░░░░░░░░░░░ 30%  300,000 of 1,000,000 books  98,000/s  7s left`. If the total is
/// unknown: `Importing  300,000 books  98,000/s`.
package struct ProgressLine {
  private static let barWidth = 20
  /// The minimum elapsed time before the rate is shown, because an earlier rate would be unreliable.
  private static let timeToJudge = Duration.seconds(1)

  package let label: String
  package let unit: String
  /// The number of items that an earlier run had completed.
  package let initial: Int
  package let done: Int
  package let total: Int?
  /// True if the total is an estimate, based on how much of the input has been read.
  package var isTotalEstimated = false
  /// The time since the work began.
  package let elapsed: Duration

  /// Returns the line in at most `width` cells. On a narrow terminal, the line omits the bar first, then the rate, then
  /// the time left, and finally the count.
  package func text(width: Int, symbols: TerminalSymbols) -> String {
    let candidates = [
      line(bar(symbols), percent, count, rate, timeLeft),
      line(nil, percent, count, rate, timeLeft),
      line(nil, percent, count, timeLeft),
      line(nil, percent, count),
    ]
    let text = candidates.first { DisplayWidth.of($0) <= width } ?? line(nil, percent ?? count)
    return DisplayWidth.truncate(text, to: width, ellipsis: symbols.ellipsis)
  }

  private func line(_ bar: String?, _ figures: String?...) -> String {
    let label = VisibleText.forTerminal(label)
    let lead = bar.map { "\(label) \($0) " } ?? "\(label)  "
    return lead + figures.compactMap(\.self).joined(separator: "  ")
  }

  /// The completed fraction, from 0 to 1.
  private var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1
  }

  private func bar(_ symbols: TerminalSymbols) -> String? {
    fraction.map { symbols.bar(Int($0 * Double(Self.barWidth)), of: Self.barWidth) }
  }

  /// The completed percentage, rounded down so that 100% appears only when all the work is done.
  private var percent: String? {
    fraction.map { "\(Int($0 * 100))%" }
  }

  private var count: String {
    guard let total else { return "\(done.grouped) \(unit)" }
    if isTotalEstimated { return "\(done.grouped) of about \(Self.rounded(total).grouped) \(unit)" }
    return "\(done.grouped) of \(total.grouped) \(unit)"
  }

  /// Returns the number rounded to two significant digits. Further digits would change too fast to read.
  private static func rounded(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 100 { unit *= 10 }
    return (number + unit / 2) / unit * unit
  }

  /// The average number of items per second.
  private var speed: Double? {
    guard elapsed >= Self.timeToJudge, done > initial else { return nil }
    return Double(done - initial) / (elapsed / .seconds(1))
  }

  /// The speed as text. A speed below ten has one decimal, because slow services may answer less than once a second.
  private var rate: String? {
    guard let speed else { return nil }
    if speed < 10 {
      let tenths = Int(speed * 10)
      return "\(tenths / 10).\(tenths % 10)/s"
    }
    return Int(exactly: speed.rounded()).map { "\($0.grouped)/s" }
  }

  /// The estimated time left; `nil` if it exceeds 100 hours, because such an estimate is useless.
  private var timeLeft: String? {
    guard let speed, let total, total > done else { return nil }
    let seconds = Double(total - done) / speed
    guard seconds < 100 * 3600 else { return nil }
    return "\(Self.text(seconds: Int(seconds.rounded(.up)))) left"
  }

  private static func text(seconds: Int) -> String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return switch seconds {
    case ..<60: "\(seconds)s"
    case ..<3600: "\(seconds / 60)m \(twoDigits(seconds % 60))s"
    default: "\(seconds / 3600)h \(twoDigits(seconds / 60 % 60))m"
    }
  }
}
