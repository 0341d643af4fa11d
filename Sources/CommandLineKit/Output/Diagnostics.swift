/// A writer for all messages to standard error.
///
/// Each message is one line. On a terminal, errors, warnings and notes are wrapped between words. Hints and lines
/// without a label are not wrapped, because most of them contain a command. A user who copied a wrapped command would
/// run only half of it. If a line is too wide, a hint at its end moves to the next line as a whole.
///
/// Control characters in text from books, files and servers are made visible. Buffered standard output is flushed
/// before each message, so that on a shared terminal the message follows the rows it refers to.
///
/// A message that cannot be written is dropped, because there is nowhere else to report the failure.
package struct Diagnostics: Sendable {
  package let stream: StandardStream
  package let settings: TerminalSettings
  /// The stream for the command's rows, which is flushed before each message.
  package let output: StandardStream

  /// Reports an error: the failure, its subject, and a remedy, as in `error: no book 42 (try 'catalog search …')`.
  package func error(_ message: String) {
    write("error:", .red, message, wraps: true)
  }

  /// Reports that an action succeeded, but not exactly as requested.
  package func warning(_ message: String) {
    write("warning:", .yellow, message, wraps: true)
  }

  /// Reports useful information.
  package func note(_ message: String) {
    write("note:", .cyan, message, wraps: true)
  }

  /// Suggests a next step.
  package func hint(_ message: String) {
    write("hint:", .cyan, message, wraps: false)
  }

  /// Writes a line without a label, such as the summary of an import or a list's footer.
  package func line(_ message: String) {
    let visible = VisibleText.forTerminal(message)
    write([settings.isTerminal ? withHintBelow(visible, width: settings.width) : visible])
  }

  private func write(_ label: String, _ style: Style, _ message: String, wraps: Bool) {
    let text = "\(label) \(VisibleText.forTerminal(message))"
    let isTooWide = settings.isTerminal && DisplayWidth.of(text) > settings.width
    var lines = wraps && isTooWide ? wrapped(text, width: settings.width) : [text]
    // The label is styled last, because escape sequences would distort the measured width.
    lines[0] = style.applied(to: label, when: settings.usesColor) + lines[0].dropFirst(label.count)
    write(lines)
  }

  private func write(_ lines: [String]) {
    try? output.flush()
    try? stream.write(lines.joined(separator: "\n") + "\n")
    try? stream.flush()
  }
}
