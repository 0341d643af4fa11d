/// Why no screen can be shown on a terminal. A terminal is named as `TERM` has it; the name is empty where that is not set.
package enum TerminalError: Error, Equatable {
  /// Nobody sits at a terminal.
  case nobodyThere
  /// The library that draws screens cannot be loaded.
  case noLibrary(terminal: String, problem: String)
  /// The terminal cannot show a screen, or nobody described it.
  case unusable(terminal: String, cause: String)
}
