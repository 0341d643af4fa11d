import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("A table")
struct TableWriterTests {
  private let columns = [
    TableColumn("ID", alignment: .right, importance: 3),
    TableColumn("TITLE", minimumWidth: 8, importance: 2),
    TableColumn("AUTHORS", minimumWidth: 7, importance: 1),
    TableColumn("YEAR", alignment: .right, importance: 0),
  ]

  private func write(_ rows: [[TableCell]], _ settings: TerminalSettings) throws -> MemoryStream {
    let memory = MemoryStream()
    var table = TableWriter(columns: columns, stream: memory.stream(), settings: settings)
    for row in rows { try table.write(row) }
    try table.finish()
    return memory
  }

  @Test("columns are aligned by cells, without trailing spaces")
  func aligned() throws {
    let memory = try write(
      [
        ["1", "Dune", "Frank Herbert", "1965"],
        ["4200", "銀河鉄道の夜", "宮沢賢治", ""],
        ["7", "", "", ""],
        ["", "", "Homer", "-700"],
      ], .terminal())
    expectEqual(
      memory.text,
      """
        ID  TITLE         AUTHORS        YEAR
         1  Dune          Frank Herbert  1965
      4200  銀河鉄道の夜  宮沢賢治
         7
                          Homer          -700

      """)
  }

  @Test("less important columns are cut first, and every line stays within the width", arguments: 1...70)
  func narrow(width: Int) throws {
    let memory = try write(
      [["4200", "The Hitchhiker's Guide to the Galaxy", "Douglas Adams, 宮沢賢治", "1979"]], .terminal(width: width))
    for line in memory.lines { #expect(DisplayWidth.of(line) <= width) }
    if width >= 4 { expectEqual(memory.lines.last?.hasPrefix("4200"), true) }
  }

  @Test(
    "columns are omitted if their minimum widths do not fit",
    arguments: [
      (80, "4200  The Hitchhiker's Guide  Douglas Adams  1979"),
      (48, "4200  The Hitchhiker's Guide  Douglas Ada…  1979"),
      (42, "4200  The Hitchhiker's Gui…  Dougla…  1979"),
      (28, "4200  The Hitchhik…  Dougla…"),
      (22, "4200  The Hitchhiker'…"),
      (14, "4200  The Hit…"),
      (13, "4200"),
      (3, "42…"),
    ])
  func leavingOut(width: Int, expected: String) throws {
    let memory = try write([["4200", "The Hitchhiker's Guide", "Douglas Adams", "1979"]], .terminal(width: width))
    expectEqual(memory.lines.last, expected)
  }

  @Test("a text wider than a wrapping column continues on the next line")
  func wrapping() throws {
    let memory = MemoryStream()
    var table = TableWriter(
      columns: [
        TableColumn("FIELD", importance: 2), TableColumn("VALUE", minimumWidth: 6, importance: 1, wraps: true),
        TableColumn("FROM", minimumWidth: 10, wraps: true),
      ], stream: memory.stream(), settings: .terminal(width: 30))
    try table.write(["title", TableCell("A Voyage Round the World", style: .bold), "home, since the book was merged"])
    try table.write(["pages", "300", ""])
    try table.finish()
    expectEqual(
      memory.text,
      """
      FIELD  VALUE        FROM
      title  A Voyage     home,
             Round the    since the
             World        book was
                          merged
      pages  300

      """)
  }

  @Test("control characters are made visible before they are measured")
  func controls() throws {
    let memory = try write([["1", "a\u{1B}[2J\nb", "\u{202E}", ""], ["2", "abcdefg", "x", "1"]], .terminal())
    expectEqual(memory.lines.dropFirst(), [" 1  a␛[2J␊b  <U+202E>", " 2  abcdefg  x            1"])
  }

  @Test("the text is styled but not the space around it")
  func styles() throws {
    let rows: [[TableCell]] = [[TableCell("1", style: .dim), "Dune", TableCell("x", style: .green), "1965"]]
    let memory = try write(rows, .terminal(color: .always))
    expectEqual(
      memory.lines,
      [
        "\u{1B}[1mID\u{1B}[0m  \u{1B}[1mTITLE\u{1B}[0m  \u{1B}[1mAUTHORS\u{1B}[0m  \u{1B}[1mYEAR\u{1B}[0m",
        " \u{1B}[2m1\u{1B}[0m  Dune   \u{1B}[32mx\u{1B}[0m        1965",
      ])
  }

  @Test("the ASCII ellipsis is used if the terminal is not UTF-8")
  func asciiEllipsis() throws {
    let settings = TerminalSettings.terminal(width: 16, environment: ["LANG": "C"])
    let memory = try write([["1", "The Hitchhiker's Guide", "Douglas Adams", "1979"]], settings)
    expectEqual(memory.lines.last, " 1  The Hitch...")
  }

  @Test("rows elsewhere are tab-separated, complete and escaped, without header or color")
  func piped() throws {
    let long = String(repeating: "long title ", count: 50)
    let memory = try write(
      [["1", TableCell(long, style: .bold), "a\tb\\c", "2024-11-21T02:28:00Z"], ["2", "x\ny", "", ""]], .pipe)
    expectEqual(memory.text, "1\t\(long)\ta\\tb\\\\c\t2024-11-21T02:28:00Z\n2\tx\\ny\t\t\n")
  }

  @Test("nothing is written without rows", arguments: [TerminalSettings.terminal(), .pipe])
  func empty(settings: TerminalSettings) throws {
    try expectEqual(write([], settings).text, "")
  }

  @Test("rows after the first page are written at once in the same columns")
  func streaming() throws {
    let memory = MemoryStream()
    let stream = memory.stream()
    var table = TableWriter(columns: columns, stream: stream, settings: .terminal(width: 40))
    for id in 0..<TableWriter.pageSize {
      expectEqual(memory.text, "")
      try table.write([TableCell("\(id)"), "short", "x", ""])
    }
    try stream.flush()
    expectEqual(memory.lines.count, 1 + TableWriter.pageSize)
    try table.write(["200", "A title longer than all before it", "y", "1999"])
    try stream.flush()
    expectEqual(memory.lines.last, "200  A title longer than…  y        1999")
    try table.write(["201", "銀", "Another author", "2"])
    try table.finish()
    expectEqual(memory.lines.last, "201  銀                    Anothe…     2")
    expectEqual(memory.lines.filter { $0.contains("TITLE") }.count, 1)
  }

  @Test("the widest of equally important columns is cut first")
  func equalImportance() {
    let columns = [TableColumn("A", minimumWidth: 3), TableColumn("B", minimumWidth: 3), TableColumn("C")]
    expectEqual(TableLayout(columns: columns, natural: [20, 10, 4], width: 24).widths, [8, 8, 4])
    expectEqual(TableLayout(columns: columns, natural: [20, 5, 4], width: 24).widths, [11, 5, 4])
    expectEqual(TableLayout(columns: columns, natural: [20, 10, 4], width: 13).widths, [5, 6, nil])
  }
}
