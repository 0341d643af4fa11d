import Platform

/// The values of the `--color` option.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// Use colour on a terminal, unless the environment overrides it.
  case auto
  case always
  case never
}

/// The output settings of one stream, derived once from the environment, the options and the terminal.
package struct TerminalSettings: Equatable, Sendable {
  /// The width in cells if neither the environment nor the system reports one.
  package static let defaultWidth = 80

  /// True if the stream is a terminal. Output then has a header, aligned columns and visible control characters.
  package let isTerminal: Bool
  /// True if colours and other text styles are used.
  package let usesColor: Bool
  /// True if the terminal supports cursor movement and erasing (`TERM` is not `dumb`).
  package let movesCursor: Bool
  /// The width in cells, at least 1.
  package let width: Int
  /// The symbols to use, limited to those that this terminal can display.
  package let symbols: TerminalSymbols

  /// Creates the settings of a stream.
  ///
  /// - Parameters:
  ///   - environment: The process's environment variables.
  ///   - isTerminal: True if the stream is a terminal.
  ///   - color: The `--color` option.
  ///   - windowColumns: The width of the window, if the system reports one (``windowColumns(of:)``).
  package init(
    environment: [String: String], isTerminal: Bool, color: ColorChoice = .auto, windowColumns: Int? = nil
  ) {
    self.isTerminal = isTerminal
    movesCursor = isTerminal && environment["TERM"] != "dumb"
    usesColor = Self.usesColor(environment, isTerminal: isTerminal, choice: color)
    let columns = environment["COLUMNS"].flatMap { Int($0) }
    width = Self.positive(columns) ?? Self.positive(windowColumns) ?? Self.defaultWidth
    symbols = Self.isUTF8(environment) ? .unicode : .ascii
  }

  /// Returns the width, in cells, of the terminal window that a descriptor writes to. Returns `nil` if the descriptor
  /// is not a terminal or the width is unknown.
  package static func windowColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return positive(Int(size.ws_col))
  }

  /// Returns true if colours and other text styles should be used. The `--color` option overrides the environment.
  /// `NO_COLOR` (no-color.org) overrides `CLICOLOR_FORCE`, which requests colour even without a terminal
  /// (bixense.com/clicolors). If none of these is set, the terminal's capabilities decide.
  private static func usesColor(_ environment: [String: String], isTerminal: Bool, choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment["NO_COLOR", default: ""] != "" { return false }
    if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
    return isTerminal && environment["TERM"] != "dumb"
  }

  /// Returns true if the locale uses UTF-8. The locale is the value of `LC_ALL`, `LC_CTYPE` or `LANG`, whichever is the
  /// first that is not empty (POSIX, Base Definitions, 8.2).
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    // The character set follows the dot: `de_DE.UTF-8`, `C.utf8`, `de_DE.UTF-8@euro`.
    let charset = locale.split(separator: ".").last?.prefix { $0 != "@" }.uppercased()
    return charset == "UTF-8" || charset == "UTF8"
  }

  private static func positive(_ number: Int?) -> Int? {
    number.flatMap { $0 > 0 ? $0 : nil }
  }
}
