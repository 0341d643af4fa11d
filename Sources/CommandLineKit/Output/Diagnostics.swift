/// The one place that writes messages to standard error.
///
/// Each message is one line, and what stands in it from books, files and servers is made visible first. Rows written
/// before are flushed first, so that a message about them comes after them on the same terminal.
///
/// A message that cannot be written is let go: standard error was the place to say so.
package struct Diagnostics: Sendable {
  package let stream: StandardStream
  package let settings: TerminalSettings
  /// Where rows go.
  package let output: StandardStream

  /// What failed, on what, and what to do: `error: no book 42 (try 'catalog search …')`.
  package func error(_ message: String) {
    write("error:", .red, message)
  }

  /// What went on, but differently than asked.
  package func warning(_ message: String) {
    write("warning:", .yellow, message)
  }

  /// What is worth knowing.
  package func note(_ message: String) {
    write("note:", .cyan, message)
  }

  /// What to try next.
  package func hint(_ message: String) {
    write("hint:", .cyan, message)
  }

  /// A line without a label: the summary of an import, a list's footer.
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
