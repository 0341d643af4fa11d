import CommandLineKit

/// What a command needs that takes the whole terminal.
enum RequiredScreen {
  /// - Parameter instead: what is said to a script, which has no terminal.
  /// - Throws: ``ValidationError`` or ``CommandError`` where no screen can be shown.
  static func require(_ console: Console, instead: String) throws {
    do {
      try Screen.require(console)
    } catch TerminalError.nobodyThere {
      throw ValidationError(instead)
    } catch TerminalError.noLibrary(let terminal, let problem) {
      throw CommandError.noTerminalLibrary(terminal: terminal, problem: problem)
    } catch TerminalError.unusable(let terminal, let cause) {
      throw CommandError.unusableTerminal(terminal, cause: cause)
    }
    try ProcessMeans.require()
  }
}
