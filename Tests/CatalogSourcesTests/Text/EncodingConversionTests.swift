import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct EncodingConversionTests {
  @Test func windows1252FollowsTheWebsTable() {
    let bytes: [UInt8] = [0x41, 0x80, 0x93, 0x94, 0x9F, 0xA0, 0xE9, 0xFF]
    let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    expectEqual(bytes.withUnsafeBufferPointer(Windows1252.string), "A€“”Ÿ\u{A0}éÿ")
    expectEqual(undefined.withUnsafeBufferPointer(Windows1252.string), "\u{81}\u{8D}\u{8F}\u{90}\u{9D}")
    expectEqual(bytes.withUnsafeBufferPointer(Windows1252.utf8), Array("A€“”Ÿ\u{A0}éÿ".utf8))
    let long = Array(repeating: UInt8(0x80), count: 100)
    expectEqual(long.withUnsafeBufferPointer(Windows1252.string), String(repeating: "€", count: 100))
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian], [1, 2, 3, 5, 4096])
  func utf16IsConvertedWhereverItsPiecesEnd(encoding: TextEncoding, pieceSize: Int) throws {
    let text = "\u{FEFF}a é 村 📚\u{10FFFF}\n"
    let units = Array(text.utf16)
    try expectEqual(
      readAll(TextInput(bytes(units, encoding), as: encoding, pieceSize: pieceSize).source), Array(text.utf8))
    try expectEqual(
      readAll(TextInput(bytes(units, encoding), as: encoding, pieceSize: pieceSize).source, size: 1), Array(text.utf8))
  }

  @Test(arguments: [1, 2, 3, 4096])
  func whatIsNotUTF16ComesOutAsInvalidUTF8(pieceSize: Int) throws {
    for units in [[0xD83D, 0x0A], [0xDCDA, 0x0A], [0x61, 0xD83D]] as [[UInt16]] {
      let input = TextInput(bytes(units, .utf16LittleEndian), as: .utf16LittleEndian, pieceSize: pieceSize)
      let converted = try readAll(input.source)
      #expect(UTF8Bytes.firstIllFormed(converted, count: converted.count) != nil, "\(units)")
    }
    let odd = TextInput([0x61, 0x00, 0x62], as: .utf16LittleEndian, pieceSize: pieceSize)
    try expectEqual(readAll(odd.source), [0x61, 0xFF])
  }

  @Test func aUTF16FileIsReadAsRowsAndABrokenPairIsItsRowsProblem() throws {
    let units = Array("\u{FEFF}Title;Author\r\nDune;Herbert\r\n村上;".utf16) + [0xD83D] + Array("x\r\nEmma;Austen".utf16)
    let rows = try withFile(bytes(units, .utf16LittleEndian)) { path in
      let reader = try CSVReader(TextInput(ByteStream(path: path)))
      expectEqual(reader.header, ["Title", "Author"])
      return try reader.remaining()
    }
    expectEqual(rows.map(\.problem), [nil, "is not valid UTF-8 in cell 2", nil])
    expectEqual(rows[2].cells, ["Emma", "Austen"])
  }

  @Test func aRawRowIsUTF8WhateverItsFileIs() throws {
    let rows = try withFile(Array("Title,Author\n\"Caf".utf8) + [0xE9, 0x22, 0x2C, 0x80, 0x0A]) { path in
      try CSVReader(TextInput(ByteStream(path: path))).remaining()
    }
    expectEqual(rows.map(\.cells), [["Café", "€"]])
    expectEqual(rows[0].raw, Array("\"Café\",€".utf8))
    #expect(rows[0].problem == nil)
  }

  @Test func eachRowOfATableIsReadInItsOwnEncoding() throws {
    let both = Array("Title,Author\nŽena,Čapek\nKočka,Háj\nCaf".utf8) + [0xE9] + Array(",x\nplain,y\n".utf8)
    let reader = try withFile(both) { try CSVReader(TextInput(ByteStream(path: $0))) }
    let rows = try reader.remaining()
    expectEqual(rows.map { $0.cells[0] }, ["Žena", "Kočka", "Café", "plain"])
    expectEqual(rows.map(\.isInOtherEncoding), [false, false, true, false])
    #expect(rows.allSatisfy { $0.problem == nil })
    expectEqual(rows[2].raw, Array("Café,x".utf8))
  }

  @Test func aFileOfMostlyWindows1252MayHaveRowsOfUTF8() throws {
    let e: UInt8 = 0xE9
    let both =
      Array("Title\nCaf".utf8) + [e, 0x0A] + Array("Ren".utf8) + [e, 0x0A, e, e, 0x0A] + Array("Žena\nplain\n".utf8)
    let rows = try withFile(both) { try CSVReader(TextInput(ByteStream(path: $0))).remaining() }
    expectEqual(rows.map { $0.cells[0] }, ["Café", "René", "éé", "Žena", "plain"])
    expectEqual(rows.map(\.isInOtherEncoding), [false, false, false, true, false])
  }

  @Test func aRowThatIsMostlyUTF8IsDamagedAndNotOfAnotherEncoding() throws {
    let damaged = Array("Title\nŽlutý kůň".utf8) + [0xC3, 0x0A] + Array("Kočka\n".utf8)
    let rows = try withFile(damaged) { try CSVReader(TextInput(ByteStream(path: $0))).remaining() }
    expectEqual(rows.map(\.problem), ["is not valid UTF-8 in cell 1", nil])
  }

  @Test func aRequestedEncodingHoldsForEachRow() throws {
    let both = Array("Title\nŽena\nCaf".utf8) + [0xE9, 0x0A]
    let asUTF8 = try withFile(both) { try CSVReader(TextInput(ByteStream(path: $0), encoding: .utf8)).remaining() }
    expectEqual(asUTF8.map(\.problem), [nil, "is not valid UTF-8 in cell 1"])
    let asOther = try withFile(both) { path in
      try CSVReader(TextInput(ByteStream(path: path), encoding: .windows1252)).remaining()
    }
    expectEqual(asOther.map { $0.cells[0] }, ["Å½ena", "Café"])
  }

  @Test func aRequestedEncodingIsTakenAgainstTheEvidence() throws {
    let cells = try withFile(Array("é\n".utf8)) { path in
      try CSVReader(TextInput(ByteStream(path: path), encoding: .windows1252)).header
    }
    expectEqual(cells, ["Ã©"])
  }

  private func bytes(_ units: [UInt16], _ encoding: TextEncoding) -> [UInt8] {
    units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return encoding == .utf16BigEndian ? [high, low] : [low, high]
    }
  }
}
