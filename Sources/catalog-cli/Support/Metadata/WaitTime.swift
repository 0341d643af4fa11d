import CommandLineKit

/// A time limit for responses: `2s`, `500ms`, or `0` for no waiting.
struct WaitTime: ExpressibleByArgument, Equatable {
  let milliseconds: Int

  /// The default of two seconds, about as long as people wait in front of a screen that does not change.
  static let standard = WaitTime(milliseconds: 2_000)

  /// A time limit of zero: the command does not wait.
  static let none = WaitTime(milliseconds: 0)

  private init(milliseconds: Int) { self.milliseconds = milliseconds }

  init?(argument: String) {
    let digits = argument.prefix { ("0"..."9").contains($0) }
    guard let number = Int(digits), number <= 600_000 else { return nil }
    switch argument.dropFirst(digits.count) {
    case "ms": milliseconds = number
    case "s" where number <= 600: milliseconds = number * 1_000
    case "" where number == 0: milliseconds = 0
    default: return nil
    }
  }

  static func refusal(of argument: String) -> String { "is not a time such as 2s or 500ms, up to 600s, or 0" }

  var defaultValueDescription: String {
    milliseconds.isMultiple(of: 1_000) ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
