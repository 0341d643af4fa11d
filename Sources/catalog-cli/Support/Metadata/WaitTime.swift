import CommandLineKit

/// A time limit for responses, such as `2s` or `500ms`; `0` means not to wait.
struct WaitTime: ExpressibleByArgument, Equatable {
  let milliseconds: Int

  /// The default of two seconds, which is about as long as people wait while nothing changes on the screen.
  static let standard = WaitTime(milliseconds: 2_000)

  /// No waiting: a time limit of zero.
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
