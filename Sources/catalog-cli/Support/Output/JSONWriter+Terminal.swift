import CatalogSources
import CommandLineKit

extension JSONWriter {
  /// Creates a writer for standard output. For programs, its output is compact. On a terminal, the output is indented,
  /// and every character that the terminal would obey is escaped (``VisibleText/isHazard(_:)``). Both forms parse as
  /// the same document.
  ///
  /// - Parameter onePerLine: True to keep each document on one line, even on a terminal (`--jsonl`).
  init(for settings: TerminalSettings, onePerLine: Bool = false) {
    let layout: Layout = settings.isTerminal && !onePerLine ? .indented : .compact
    if settings.isTerminal {
      self.init(layout: layout, alsoEscaping: VisibleText.isHazard)
    } else {
      self.init(layout: layout)
    }
  }
}

extension Console {
  /// Prints a JSON document followed by a line break.
  func print(_ document: JSONWriter) throws {
    var document = document
    document.endLine()
    try output.write(document.bytes)
  }
}
