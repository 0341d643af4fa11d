import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Diagnostics")
struct DiagnosticsTests {
  private let memory = MemoryStream()

  private func diagnostics(_ settings: TerminalSettings) -> Diagnostics {
    Diagnostics(stream: memory.stream(), settings: settings, output: MemoryStream().stream())
  }

  @Test("a message is one line after its label")
  func labels() {
    let diagnostics = diagnostics(.pipe)
    diagnostics.error("no book 42 (try 'catalog search dune')")
    diagnostics.warning("two rows were rejected")
    diagnostics.note("nothing to do")
    diagnostics.hint("page 9 is past the end")
    diagnostics.line("imported 10 books")
    expectEqual(
      memory.pieces,
      [
        "error: no book 42 (try 'catalog search dune')\n", "warning: two rows were rejected\n",
        "note: nothing to do\n", "hint: page 9 is past the end\n", "imported 10 books\n",
      ])
  }

  @Test("only the label is colored")
  func colored() {
    diagnostics(.terminal(color: .always)).error("x")
    expectEqual(memory.text, "\u{1B}[31merror:\u{1B}[0m x\n")
  }

  @Test("on a terminal, a long message wraps at words, and quoted commands and hints stay on one line")
  func wrapped() {
    let diagnostics = diagnostics(.terminal(width: 40, color: .always))
    diagnostics.error("no book 42 in this catalog (try 'catalog search dune' or 'catalog list')")
    diagnostics.note("東京の本は東京の図書館で見つかる 東京の本は東京の図書館で")
    diagnostics.hint("there are more books; next page: catalog list --page 2")
    expectEqual(
      memory.text,
      """
      \u{1B}[31merror:\u{1B}[0m no book 42 in this catalog (try
      'catalog search dune' or 'catalog list')
      \u{1B}[36mnote:\u{1B}[0m 東京の本は東京の図書館で見つかる
      東京の本は東京の図書館で
      \u{1B}[36mhint:\u{1B}[0m there are more books; next page: catalog list --page 2

      """)
  }

  @Test("the hint at the end of a line that is too wide moves to the next line as a whole")
  func hintBelow() {
    let diagnostics = diagnostics(.terminal(width: 40))
    diagnostics.line("Dune: title changed to “Sand”  (undo: catalog undo)")
    diagnostics.line("Dune (1965): rated 4  (undo: catalog undo)")
    diagnostics.line("Dune: rated 4  (undo: catalog undo)")
    expectEqual(
      memory.text,
      """
      Dune: title changed to “Sand”
        (undo: catalog undo)
      Dune (1965): rated 4
        (undo: catalog undo)
      Dune: rated 4  (undo: catalog undo)

      """)
  }

  @Test("a command wider than the terminal gets a line, and a quotation without an end wraps like other text")
  func unfitting() {
    let diagnostics = diagnostics(.terminal(width: 20))
    diagnostics.note("try 'catalog list --sort title --page 2' now")
    diagnostics.note("try 'catalog list now then")
    expectEqual(
      memory.text,
      """
      note: try
      'catalog list --sort title --page 2'
      now
      note: try 'catalog
      list now then

      """)
  }

  @Test("text from a book or a server cannot look like a second message")
  func visible() {
    let diagnostics = diagnostics(.pipe)
    diagnostics.error("no file 'a\nerror: \u{1B}[2J'")
    diagnostics.line("“\u{202E}”")
    expectEqual(memory.text, "error: no file 'a␊error: ␛[2J'\n“<U+202E>”\n")
  }

  @Test("rows written before a message are shown before it")
  func order() throws {
    let shared = memory.stream()
    let output = StandardStream(name: "rows", isTerminal: true) { bytes in
      try? shared.write(Array(bytes))
      return .wrote(bytes.count)
    }
    try output.write("row\n")
    Diagnostics(stream: shared, settings: .pipe, output: output).line("footer")
    expectEqual(memory.text, "row\nfooter\n")
  }

  @Test("a closed standard error does not stop the program")
  func closed() {
    let closed = StandardStream(name: "closed", isTerminal: false) { _ in .failed(errno: 9) }
    Diagnostics(stream: closed, settings: .pipe, output: memory.stream()).error("x")
  }
}
