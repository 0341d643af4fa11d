import CommandLineKit

/// A check for commands that use the whole terminal.
enum RequiredScreen {
  /// Checks that the terminal can show a screen.
  ///
  /// - Parameter instead: The message for scripts, which have no terminal.
  /// - Throws: ``ValidationError`` if there is no terminal; ``CommandError`` if the terminal cannot show a screen.
  static func require(_ console: Console, instead: String) throws {
    do {
      try Screen.require(console)
    } catch TerminalError.notATerminal {
      throw ValidationError(instead)
    } catch TerminalError.noLibrary(let terminal, let problem) {
      throw CommandError.noTerminalLibrary(terminal: terminal, problem: problem)
    } catch TerminalError.unusable(let terminal, let cause) {
      throw CommandError.unusableTerminal(terminal, cause: cause)
    }
    try ProcessMeans.require()
  }
}
