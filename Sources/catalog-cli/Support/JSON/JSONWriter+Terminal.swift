import CatalogSources
import CommandLineKit

extension JSONWriter {
  /// A writer for standard output: compact for programs; for people indented, with everything escaped that their
  /// terminal would obey (``VisibleText/isHazard(_:)``). Both read back as the same document.
  ///
  /// - Parameter onePerLine: keeps every document on one line for people too (`--jsonl`).
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
  /// Prints a JSON document and the end of its line.
  func print(_ document: JSONWriter) throws {
    var document = document
    document.endLine()
    try output.write(document.bytes)
  }
}
