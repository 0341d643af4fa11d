/// A writer of messages to standard error. All messages go through it.
///
/// Each message is one line. Text in it from books, files and servers is made visible first. Buffered standard output
/// is flushed before each message, so that on one terminal the message follows the rows it is about.
///
/// A message that cannot be written is dropped, because there is nowhere else to report that.
package struct Diagnostics: Sendable {
  package let stream: StandardStream
  package let settings: TerminalSettings
  /// The stream that rows are written to.
  package let output: StandardStream

  /// Reports an error: the failure, its subject, and a remedy, as in `error: no book 42 (try 'catalog search …')`.
  package func error(_ message: String) {
    write("error:", .red, message)
  }

  /// Reports that an action succeeded with a deviation from the request.
  package func warning(_ message: String) {
    write("warning:", .yellow, message)
  }

  /// Reports useful information.
  package func note(_ message: String) {
    write("note:", .cyan, message)
  }

  /// Suggests a next step.
  package func hint(_ message: String) {
    write("hint:", .cyan, message)
  }

  /// Writes a line without a label, such as the summary of an import or a list's footer.
  package func line(_ message: String) {
    write(VisibleText.forTerminal(message))
  }

  private func write(_ label: String, _ style: Style, _ message: String) {
    write(style.applied(to: label, when: settings.usesColor) + " " + VisibleText.forTerminal(message))
  }

  private func write(_ line: String) {
    try? output.flush()
    try? stream.write(line + "\n")
    try? stream.flush()
  }
}
