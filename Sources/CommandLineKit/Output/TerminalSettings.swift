#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `--color` says.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// Colour where a person looks, unless the environment says otherwise.
  case auto
  case always
  case never
}

/// How one stream is written to: found out once, from the environment, the options and the terminal.
package struct TerminalSettings: Equatable, Sendable {
  /// The width where nobody tells one, in cells.
  package static let defaultWidth = 80

  /// Whether a person reads along: aligned columns and a header, control characters made visible.
  package let isTerminal: Bool
  /// Whether styles are written.
  package let usesColor: Bool
  /// Whether the terminal moves its cursor and erases when told (`TERM` is not `dumb`).
  package let movesCursor: Bool
  /// The width in cells, at least 1.
  package let width: Int
  /// The signs of our own that this terminal can show.
  package let symbols: TerminalSymbols

  /// - Parameters:
  ///   - environment: the process's environment variables.
  ///   - isTerminal: whether the stream is one.
  ///   - color: the `--color` option.
  ///   - windowColumns: the window's width, where the system knows it (``windowColumns(of:)``).
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

  /// The width in cells of the window behind a descriptor, or nil when it is no terminal or does not know.
  package static func windowColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return positive(Int(size.ws_col))
  }

  /// The option beats the environment; `NO_COLOR` (no-color.org) beats `CLICOLOR_FORCE`, which asks for colour
  /// without a terminal too (bixense.com/clicolors); then it is the terminal's ability that counts.
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

  /// The first of these variables that is set and not empty decides (POSIX, Base Definitions, 8.2).
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    // The character set stands behind the dot: `de_DE.UTF-8`, `C.utf8`, `de_DE.UTF-8@euro`.
    let charset = locale.split(separator: ".").last?.prefix { $0 != "@" }.uppercased()
    return charset == "UTF-8" || charset == "UTF8"
  }

  private static func positive(_ number: Int?) -> Int? {
    number.flatMap { $0 > 0 ? $0 : nil }
  }
}
