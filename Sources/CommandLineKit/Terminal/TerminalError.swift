/// Why no screen can be shown on a terminal.
package struct TerminalError: Error, CustomStringConvertible {
  /// Which terminal, in words.
  package let terminal: String
  /// Why not.
  package let cause: String
  /// What can be done.
  package let hint: String

  package init(terminal: String, cause: String, hint: String) {
    self.terminal = terminal
    self.cause = cause
    self.hint = hint
  }

  package var description: String { "cannot show a screen on \(terminal): \(cause) (\(hint))" }
}
