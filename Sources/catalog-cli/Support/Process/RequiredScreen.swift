import CommandLineKit

/// The requirements of commands that take over the whole terminal.
enum RequiredScreen {
  /// Checks that a screen can be shown.
  ///
  /// - Parameter instead: The message for scripts, which have no terminal.
  /// - Throws: ``ValidationError`` or ``CommandError`` if no screen can be shown.
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
