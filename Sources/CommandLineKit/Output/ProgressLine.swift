/// The text of a progress bar at one moment.
///
/// `Importing ██████░░░░░░░░░░░░░░ 30%  300,000 of 1,000,000 books  98,000/s  7s left`, or, when the total is not
/// known, `Importing  300,000 books  98,000/s`.
package struct ProgressLine {
  private static let barWidth = 20
  /// Before this a rate would be a guess.
  private static let timeToJudge = Duration.seconds(1)

  package let label: String
  package let unit: String
  /// What had been done when the work began, by an earlier run.
  package let initial: Int
  package let done: Int
  package let total: Int?
  /// Whether the total is a guess, from how much of the input is read.
  package var isTotalEstimated = false
  /// Time since the work began.
  package let elapsed: Duration

  /// The line in at most `width` cells: on a narrow terminal the bar goes first, then the rate, then the time left,
  /// then the count.
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

  /// The part that is done, from 0 to 1.
  private var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1
  }

  private func bar(_ symbols: TerminalSymbols) -> String? {
    guard let fraction else { return nil }
    let cells = Int(fraction * Double(Self.barWidth))
    return String(repeating: symbols.barDone, count: cells)
      + String(repeating: symbols.barRest, count: Self.barWidth - cells)
  }

  /// Rounded down, so that 100% is said only when all is done.
  private var percent: String? {
    fraction.map { "\(Int($0 * 100))%" }
  }

  private var count: String {
    guard let total else { return "\(done.grouped) \(unit)" }
    if isTotalEstimated { return "\(done.grouped) of about \(Self.rounded(total).grouped) \(unit)" }
    return "\(done.grouped) of \(total.grouped) \(unit)"
  }

  /// With two digits that count: more would only flicker.
  private static func rounded(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 100 { unit *= 10 }
    return (number + unit / 2) / unit * unit
  }

  /// Done in a second, on average.
  private var speed: Double? {
    guard elapsed >= Self.timeToJudge, done > initial else { return nil }
    return Double(done - initial) / (elapsed / .seconds(1))
  }

  /// Below ten with one decimal, since slow services answer less than once a second.
  private var rate: String? {
    guard let speed else { return nil }
    if speed < 10 {
      let tenths = Int(speed * 10)
      return "\(tenths / 10).\(tenths % 10)/s"
    }
    return Int(exactly: speed.rounded()).map { "\($0.grouped)/s" }
  }

  /// Nothing is said beyond a hundred hours: such a guess is worth nothing.
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
