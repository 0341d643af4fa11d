/// The reason why a terminal cannot show a screen. `terminal` is the terminal's name from `TERM`, or empty if `TERM` is
/// not set.
package enum TerminalError: Error, Equatable {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// The screen library cannot be loaded.
  case noLibrary(terminal: String, problem: String)
  /// The terminal cannot show a screen, or the system has no description of it.
  case unusable(terminal: String, cause: String)
}
