import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct LineReaderTests {
  @Test(arguments: 1...12)
  func linesAreTheSameForAnyChunkSize(chunkSize: Int) throws {
    let text = "\u{FEFF}{\"a\":1}\r\n\n  \t\r\n{\"é\":2}\n\r\nlast"
    let lines = try LineReader(TextInput(text), chunkSize: chunkSize).remaining()
    expectEqual(lines.map(\.number), [1, 4, 6])
    expectEqual(lines.map(\.text), ["{\"a\":1}", "{\"é\":2}", "last"])
  }

  @Test(arguments: 1...12)
  func aLineOfTheLimitIsTakenAndALongerOneSkipped(chunkSize: Int) throws {
    let text = "12345\n123456\r\n123456\n12345\r\n1234567\n12345678901234567890\nok\n12345\r"
    let lines = try LineReader(TextInput(text), limit: 5, chunkSize: chunkSize).remaining()
    expectEqual(lines.map(\.text), ["12345", nil, nil, "12345", nil, nil, "ok", "12345"])
    expectEqual(lines.map(\.number), Array(1...8))
    expectEqual(lines[1].content, .tooLong(limit: 5))
  }

  @Test func aLineTooLongAtTheEndIsReportedOnce() throws {
    let lines = try LineReader(TextInput("a\n123456789"), limit: 5, chunkSize: 2).remaining()
    expectEqual(lines.map(\.text), ["a", nil])
  }

  @Test func anEmptyInputHasNoLines() throws {
    for text in ["", "\n", "\r\n\n", "\u{FEFF}"] {
      #expect(try LineReader(TextInput(text)).remaining().isEmpty)
    }
  }

  @Test func aLineFarBeyondTheLimitIsSkippedAndTheNextOneRead() throws {
    let source = LongSource(length: 50_000_000, tail: "\nok\n")
    let detection = EncodingDetection(encoding: .utf8, reason: .requested)
    let lines = try LineReader(TextInput(source: source, detection: detection)).remaining()
    expectEqual(lines.map(\.text), [nil, "ok"])
  }

  @Test func windows1252LinesComeAsUTF8() throws {
    let lines = try LineReader(TextInput([0xE9, 0x0A, 0x80], as: .windows1252)).remaining()
    expectEqual(lines.map(\.text), ["é", "€"])
  }

  @Test func bytesThatAreNotUTF8AreDeliveredAsTheyStand() throws {
    let lines = try LineReader(TextInput([0xFF, 0x00, 0x0A, 0x61])).remaining()
    expectEqual(lines.map(\.content), [.bytes([0xFF, 0x00]), .bytes([0x61])])
  }

  @Test(arguments: (0..<40).map { _ in UInt64.random(in: 0 ... .max) })
  func randomLinesAreReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let written = (0..<30).map { _ in
      "x"
        + String(
          (0..<Int.random(in: 0..<20, using: &generator)).map { _ in
            "ab é\t\r\"".randomElement(using: &generator) ?? "a"
          }) + "x"
    }
    let text = written.map { $0 + (Bool.random(using: &generator) ? "\n" : "\r\n") }.joined()
    let chunkSize = Int.random(in: 1...64, using: &generator)
    let lines = try LineReader(
      TextInput(text, pieceSize: Int.random(in: 1...64, using: &generator)), chunkSize: chunkSize
    )
    .remaining()
    expectEqual(lines.map(\.text), written, "seed \(seed)")
  }
}
