import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct CSVReaderTests {
  private func rows(_ text: String, limit: Int? = InputBuffer.defaultRecordLimit) throws -> [CSVRow] {
    try CSVReader(TextInput(text), rowLimit: limit).remaining()
  }

  private func raw(_ row: CSVRow) -> String { String(decoding: row.raw, as: UTF8.self) }

  @Test func quotedCellsHoldDelimitersLineEndsAndQuotes() throws {
    let rows = try rows("a,b,c\n1,\"x, \"\"y\"\"\r\nz\",\"\"\n\"\"\"\",2,\"3\"\n")
    expectEqual(rows.map(\.cells), [["1", "x, \"y\"\r\nz", ""], ["\"", "2", "3"]])
    expectEqual(rows.map(\.line), [2, 4])
    expectEqual(rows.map(\.number), [1, 2])
    expectEqual(raw(rows[0]), "1,\"x, \"\"y\"\"\r\nz\",\"\"")
    #expect(rows.allSatisfy { $0.problem == nil })
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyLineEndIsUnderstoodAndEmptyLinesAreSkipped(end: String) throws {
    let text = "\(end)a,b\(end)\(end)1,2\(end)\"x\(end)y\",4\(end)\(end)5,6"
    let reader = try CSVReader(TextInput(text))
    expectEqual(reader.header, ["a", "b"])
    expectEqual(reader.headerRow.line, 2)
    let rows = try reader.remaining()
    expectEqual(rows.map(\.cells), [["1", "2"], ["x\(end)y", "4"], ["5", "6"]])
    expectEqual(rows.map(\.line), [4, 5, 8])
  }

  @Test(arguments: [
    ("Book Id,Title", ","), ("Book Id;Title, long", ","), ("Book Id;\"Title, long, longer\"", ";"),
    ("Title;Author;Year,Month", ";"), ("Title\tAuthor", "\t"), ("Title|Author", "|"), ("\"a\"\"|b|\",c", ","),
    ("Title", ","), ("", ","), ("a;b\n1,2,3,4", ";"), ("\n\nTi\"tle|\"a,b,c\"", "|"), ("\"Last, First\"|\"b, c\"", "|"),
  ])
  func theDelimiterIsGuessedFromTheHeaderOutsideQuotes(header: String, delimiter: Character) throws {
    let reader = try CSVReader(TextInput(header))
    expectEqual(reader.delimiter, delimiter.asciiValue)
  }

  @Test(arguments: [
    ("sep=;\na,b;c\n1;2\n", ";"), ("\"sep=|\"\r\na,b|c\r\n1|2\r\n", "|"), ("\u{FEFF}SEP=\t\ra,b\tc\r1\t2", "\t"),
  ])
  func `a line that says the delimiter is believed, and is no row`(text: String, delimiter: Character) throws {
    let reader = try CSVReader(TextInput(text), chunkSize: 1)
    expectEqual(reader.delimiter, delimiter.asciiValue)
    expectEqual(reader.header, ["a,b", "c"])
    expectEqual(reader.headerRow.line, 2)
    try expectEqual(reader.remaining().map(\.cells), [["1", "2"]])
  }

  @Test(arguments: ["sep=", "sep=;", "sep=é\na", "sep=;x\na", "step=;\na", "\"sep=;\na\""])
  func `what only looks like such a line is the header`(text: String) throws {
    let first = try #require(try CSVReader(TextInput(text), delimiter: 0x7C).header.first)
    #expect(first.contains("ep="))
  }

  @Test func aGivenDelimiterIsTaken() throws {
    let reader = try CSVReader(TextInput("a,b;c\n"), delimiter: UInt8(ascii: ";"))
    expectEqual(reader.header, ["a,b", "c"])
  }

  @Test func aByteOrderMarkIsDropped() throws {
    try expectEqual(CSVReader(TextInput("\u{FEFF}\"Title\",b\n"), chunkSize: 1).header, ["Title", "b"])
  }

  @Test func anEmptyInputHasNoHeaderAndNoRows() throws {
    for text in ["", "\n\r\n", "\u{FEFF}"] {
      let reader = try CSVReader(TextInput(text))
      #expect(reader.header.isEmpty)
      #expect(try reader.next() == nil)
      #expect(try reader.next() == nil)
    }
  }

  @Test func straysAreKeptLiterally() throws {
    let rows = try rows("a,b\n5\" disk,x\"\"y\n \"q\",\"w\"e\"r\"\n\"z\" ,\"1\n2\" \n")
    expectEqual(rows.map(\.cells), [["5\" disk", "x\"\"y"], [" \"q\"", "we\"r\""], ["z ", "1\n2 "]])
    #expect(rows.allSatisfy { $0.problem == nil })
  }

  @Test func aRowOfAnotherLengthThanTheHeaderIsAProblemUnlessWhatIsTooMuchOrLacksIsEmpty() throws {
    let rows = try rows("a,b,c\n1,2\n1,2,3,,\n1,2,3,4\n1,2,\n1")
    expectEqual(
      rows.map(\.problem),
      [
        nil, nil, "has 4 cells, the header 3", nil,
        // The file ends inside this row, so its missing cells may not have been empty.
        "has 1 cell, the header 3",
      ])
    expectEqual(rows[0].cells, ["1", "2", ""])
    expectEqual(rows[1].cells, ["1", "2", "3"])
    expectEqual(rows[3].cells, ["1", "2", ""])
  }

  @Test func bytesThatAreNoTextAreTheirRowsProblem() throws {
    let input = Array("a,b\n1,".utf8) + [0xE9, 0x0A] + Array("2,x".utf8) + [0x00] + Array("y\n3,é\n".utf8)
    let rows = try CSVReader(TextInput(input)).remaining()
    expectEqual(rows.map(\.problem), ["is not valid UTF-8 in cell 2", "contains a NUL byte", nil])
    expectEqual(rows.map(\.cells), [["1", "\u{FFFD}"], ["2", "x\0y"], ["3", "é"]])
    expectEqual(rows[0].raw, [0x31, 0x2C, 0xE9])
  }

  @Test func aQuoteNeverClosedCostsOnlyItsLine() throws {
    let rows = try rows("a,b\n1,\"Dune\n2,Emma\n3,It\n")
    expectEqual(rows.map(\.problem), ["quote opened in row 1 never closed", nil, nil])
    expectEqual(rows.map(raw), ["1,\"Dune", "2,Emma", "3,It"])
    expectEqual(rows.map(\.line), [2, 3, 4])
    expectEqual(rows.map(\.number), [1, 2, 3])
  }

  @Test func theOpeningQuoteOfALaterRowDoesNotCloseARunawayCell() throws {
    // A careless reader would combine the first two rows into one of three cells and silently lose a book.
    let rows = try rows("a,b,c\n1,\"Dune,Herbert\n2,\"Emma\",Austen\r\n3,\"It\",King\n")
    expectEqual(rows.map(\.problem), ["quote opened in row 1 never closed", nil, nil])
    expectEqual(rows.map(raw), ["1,\"Dune,Herbert", "2,\"Emma\",Austen", "3,\"It\",King"])
  }

  @Test func aRowIsCutAfterTheRunawayQuoteAndNotInAnEarlierCell() throws {
    let rows = try rows("a,b\n\"x\ny\",\"z\n1,2\n")
    expectEqual(rows.map(raw), ["\"x\ny\",\"z", "1,2"])
    expectEqual(rows.map(\.line), [2, 4])
    expectEqual(rows.map { $0.problem != nil }, [true, false])
  }

  @Test func aQuoteNeverClosedInTheHeaderOrTheLastLineIsSaid() throws {
    let reader = try CSVReader(TextInput("a,\"b\n1,2\n3,\"4"))
    expectEqual(reader.headerRow.problem, "quote opened in the header never closed")
    expectEqual(reader.headerRow.raw, Array("a,\"b".utf8))
    let rows = try reader.remaining()
    expectEqual(rows.map(raw), ["1,2", "3,\"4"])
    expectEqual(rows.last?.problem, "quote opened in row 2 never closed")
  }

  @Test(arguments: 1...9)
  func aRowOfTheLimitIsTakenAndALongerOneSkipped(chunkSize: Int) throws {
    let text = "a,b\n12,4\r\n12,45\r\n\"1\n\",\n\"\n\"xxxxxxxxx\r\r1,2\n12,45678901\n3,4\n1,23456"
    let reader = try CSVReader(TextInput(text), rowLimit: 6, chunkSize: chunkSize)
    let rows = try reader.remaining()
    let long = "is longer than 6 bytes"
    expectEqual(rows.map(\.problem), [nil, nil, nil, "quote opened in row 4 never closed", long, nil, long, nil, long])
    expectEqual(rows.map(\.cells.count), [2, 2, 2, 0, 0, 2, 0, 2, 0])
    expectEqual(rows.map(\.line), [2, 3, 4, 6, 7, 9, 10, 11, 12])
  }

  @Test func aRunawayCellThatReachesTheLimitGivesItsRowsBack() throws {
    let books = (1...100).map { "\($0),title \($0)" }
    let rows = try rows("a,b\n0,\"open\n" + books.joined(separator: "\n"), limit: 64)
    expectEqual(rows.map(raw), ["0,\"open"] + books)
    #expect(rows.dropFirst().allSatisfy { $0.problem == nil })
  }

  @Test func theLinesInsideASkippedRowAreCounted() throws {
    let rows = try rows("a,b\n\"1\n\r\n2\",3456789012\n3,4\n", limit: 10)
    expectEqual(rows.map(\.problem), ["is longer than 10 bytes", nil])
    expectEqual(rows.map(\.line), [2, 5])
  }

  @Test func aRowFarBeyondTheLimitIsSkippedAndTheNextOneRead() throws {
    let source = LongSource(length: 50_000_000, tail: "\na,b\n1,2\n")
    let reader = try CSVReader(
      TextInput(source: source, detection: EncodingDetection(encoding: .utf8, reason: .requested)))
    expectEqual(reader.headerRow.problem, "is longer than 16777216 bytes")
    try expectEqual(reader.remaining().map(raw), ["a,b", "1,2"])
  }
}
