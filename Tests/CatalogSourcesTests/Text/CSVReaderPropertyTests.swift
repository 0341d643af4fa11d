import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct CSVReaderPropertyTests {
  @Test(arguments: (0..<150).map { _ in UInt64.random(in: 0 ... .max) })
  func randomRowsAreReadBackForAnyChunkSize(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let file = RandomFile(&generator)
    let pieceSize = Int.random(in: 1...200, using: &generator)
    let reader = try CSVReader(
      TextInput(file.text, pieceSize: pieceSize), delimiter: file.delimiter,
      chunkSize: Int.random(in: 1...200, using: &generator))
    expectEqual(reader.header, file.rows[0], "seed \(seed)")
    let rows = try reader.remaining()
    expectEqual(rows.map(\.cells), Array(file.rows.dropFirst()), "seed \(seed)")
    #expect(rows.allSatisfy { $0.problem == nil }, "seed \(seed)")
    expectEqual(rows.map(\.raw), file.written.dropFirst().map { Array($0.utf8) }, "seed \(seed)")
  }

  @Test(arguments: (0..<150).map { _ in UInt64.random(in: 0 ... .max) })
  func noiseIsReadTheSameForAnyChunkSizeAndNoByteIsLost(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("\"\"\",,\n\n\r ab".utf8) + [0xC3, 0xA9, 0x00]
    let noise = (0..<400).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
    let limit = Bool.random(using: &generator) ? Int.random(in: 1...50, using: &generator) : nil
    let whole = try read(noise, limit: limit, chunkSize: 1000)
    for _ in 0..<10 {
      let chunkSize = Int.random(in: 1...40, using: &generator)
      try expectEqual(read(noise, limit: limit, chunkSize: chunkSize), whole, "seed \(seed), chunks of \(chunkSize)")
    }
    if limit == nil {
      let lineEnds: Set<UInt8> = [0x0A, 0x0D]
      let kept = whole.flatMap(\.raw).filter { !lineEnds.contains($0) }
      expectEqual(kept, noise.filter { !lineEnds.contains($0) }, "seed \(seed)")
    }
    for row in whole {
      expectEqual(row.line, line(of: row, in: noise, after: whole), "seed \(seed), row \(row.number)")
    }
  }

  @Test func everySplitOfATrickyFileGivesTheSameRows() throws {
    let text = "\u{FEFF}\r\na;\"b\"\"\r\nb\";c\r\n\"1\r\n\";\"\"\"\";é\r\r\n\"x\"y;村;\"\"\n3;\"open;4\n5;\"6\";📚\n7;8"
    let bytes = Array(text.utf8)
    let whole = try read(bytes, limit: nil, chunkSize: 1000)
    expectEqual(whole.count, 6)
    expectEqual(
      whole.map(\.problem), [nil, nil, nil, "quote opened in row 3 never closed", nil, "has 2 cells, the header 3"])
    for split in 1..<bytes.count {
      let source = SplitSource(bytes, at: split)
      let input = TextInput(source: source, detection: EncodingDetection(encoding: .utf8, reason: .requested))
      let reader = try CSVReader(input, delimiter: UInt8(ascii: ";"))
      try expectEqual([reader.headerRow] + reader.remaining(), whole, "split at \(split)")
    }
  }

  private func read(_ bytes: [UInt8], limit: Int?, chunkSize: Int) throws -> [CSVRow] {
    let reader = try CSVReader(TextInput(bytes), rowLimit: limit, chunkSize: chunkSize)
    return try [reader.headerRow] + reader.remaining()
  }

  /// Returns the line on which `row` starts, computed from the bytes of all earlier rows and the line ends between
  /// them.
  private func line(of row: CSVRow, in bytes: [UInt8], after rows: [CSVRow]) -> Int {
    // A skipped row has no bytes to count.
    guard !rows.contains(where: { $0.raw.isEmpty }) else { return row.line }
    var index = 0
    for earlier in rows {
      while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
      if earlier.number == row.number { break }
      index += earlier.raw.count
    }
    let before = bytes[..<index]
    let pairs = zip(before, before.dropFirst()).count { $0 == 0x0D && $1 == 0x0A }
    return 1 + before.count { $0 == 0x0A || $0 == 0x0D } - pairs
  }
}

/// A source that returns its bytes in two pieces.
private final class SplitSource: ByteSource {
  private var pieces: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8], at split: Int) { pieces = [bytes[..<split], bytes[split...]] }

  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    guard !pieces.isEmpty else { return 0 }
    let piece = pieces.removeFirst()
    destination.copyBytes(from: piece)
    return piece.count
  }
}

/// Random cells, and the same cells in the format of RFC 4180.
private struct RandomFile {
  let delimiter: UInt8
  var rows: [[String]] = []
  var written: [String] = []
  var text = ""

  init(_ generator: inout SeededGenerator) {
    let separator = [",", ";", "\t", "|"].randomElement(using: &generator) ?? ","
    delimiter = separator.utf8.first ?? 0
    let columns = Int.random(in: 1...6, using: &generator)
    let pieces = ["a", "Dune", " ", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r\n", "\r", "é", "村上春樹", "📚", "="]
    for _ in 0..<Int.random(in: 1...20, using: &generator) {
      let row = (0..<columns).map { _ in
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
          .joined()
      }
      let cells = row.map { cell in
        let needsQuotes =
          columns == 1 || cell.unicodeScalars.contains { "\"\r\n\(separator)".unicodeScalars.contains($0) }
        guard needsQuotes || Bool.random(using: &generator) else { return cell }
        return "\"" + String(cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined()) + "\""
      }
      rows.append(row)
      written.append(cells.joined(separator: separator))
    }
    let ends = ["\n", "\r\n", "\r"]
    for row in written { text += row + (ends.randomElement(using: &generator) ?? "\n") }
    if Bool.random(using: &generator), text.last == "\n" { text.removeLast() }
  }
}
