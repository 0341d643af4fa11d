import CommandLineKit

/// An interval as the user writes it, such as `30m`, `6h` or `1d`, or `never`.
struct RefreshInterval: ExpressibleByArgument, Equatable, CustomStringConvertible {
  /// The interval in seconds, at least 60; `nil` for never.
  let seconds: Int64?

  private static let units: [(letter: Character, seconds: Int64)] = [
    ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60),
  ]

  init(seconds: Int64?) { self.seconds = seconds }

  init(_ duration: Duration?) { seconds = duration?.components.seconds }

  /// The interval as a duration; `nil` for never.
  var duration: Duration? { seconds.map { .seconds($0) } }

  init?(argument: String) {
    if argument == "never" {
      seconds = nil
      return
    }
    guard let letter = argument.last, let unit = Self.units.first(where: { $0.letter == letter }),
      let number = Int64(argument.dropLast()), (1...100_000).contains(number)
    else { return nil }
    seconds = number * unit.seconds
  }

  static func refusal(of argument: String) -> String { "is not a time such as 30m, 6h, 1d or 2w, or never" }

  var defaultValueDescription: String { description }

  /// The interval in days, hours or minutes, whichever is the largest unit that divides it evenly.
  var description: String {
    guard let seconds else { return "never" }
    // Weeks are not used, because days are easier to compare.
    let unit = Self.units.dropFirst().first { seconds.isMultiple(of: $0.seconds) }
    return unit.map { "\(seconds / $0.seconds)\($0.letter)" } ?? "\(seconds)s"
  }
}
