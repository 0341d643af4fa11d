import Testing

@testable import CatalogSources

@Suite struct EncodingConversionTests {
  @Test func windows1252FollowsTheWebsTable() {
    let bytes: [UInt8] = [0x41, 0x80, 0x93, 0x94, 0x9F, 0xA0, 0xE9, 0xFF]
    let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    #expect(bytes.withUnsafeBufferPointer(Windows1252.string) == "A€“”Ÿ\u{A0}éÿ")
    #expect(undefined.withUnsafeBufferPointer(Windows1252.string) == "\u{81}\u{8D}\u{8F}\u{90}\u{9D}")
    #expect(bytes.withUnsafeBufferPointer(Windows1252.utf8) == Array("A€“”Ÿ\u{A0}éÿ".utf8))
    let long = Array(repeating: UInt8(0x80), count: 100)
    #expect(long.withUnsafeBufferPointer(Windows1252.string) == String(repeating: "€", count: 100))
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian], [1, 2, 3, 5, 4096])
  func utf16IsConvertedWhereverItsPiecesEnd(encoding: TextEncoding, pieceSize: Int) throws {
    let text = "\u{FEFF}a é 村 📚\u{10FFFF}\n"
    let units = Array(text.utf16)
    #expect(
      try readAll(TextInput(bytes(units, encoding), as: encoding, pieceSize: pieceSize).source) == Array(text.utf8))
    #expect(
      try readAll(TextInput(bytes(units, encoding), as: encoding, pieceSize: pieceSize).source, size: 1)
        == Array(text.utf8))
  }

  @Test(arguments: [1, 2, 3, 4096])
  func whatIsNotUTF16ComesOutAsInvalidUTF8(pieceSize: Int) throws {
    for units in [[0xD83D, 0x0A], [0xDCDA, 0x0A], [0x61, 0xD83D]] as [[UInt16]] {
      let input = TextInput(bytes(units, .utf16LittleEndian), as: .utf16LittleEndian, pieceSize: pieceSize)
      let converted = try readAll(input.source)
      #expect(UTF8Bytes.firstIllFormed(converted, count: converted.count) != nil, "\(units)")
    }
    let odd = TextInput([0x61, 0x00, 0x62], as: .utf16LittleEndian, pieceSize: pieceSize)
    #expect(try readAll(odd.source) == [0x61, 0xFF])
  }

  @Test func aUTF16FileIsReadAsRowsAndABrokenPairIsItsRowsProblem() throws {
    let units = Array("\u{FEFF}Title;Author\r\nDune;Herbert\r\n村上;".utf16) + [0xD83D] + Array("x\r\nEmma;Austen".utf16)
    let rows = try withFile(bytes(units, .utf16LittleEndian)) { path in
      let reader = try CSVReader(TextInput(ByteStream(path: path)))
      #expect(reader.header == ["Title", "Author"])
      return try reader.remaining()
    }
    #expect(rows.map(\.problem) == [nil, "is not valid UTF-8 in cell 2", nil])
    #expect(rows[2].cells == ["Emma", "Austen"])
  }

  @Test func aWindows1252FileKeepsItsBytesInTheRawRow() throws {
    let rows = try withFile(Array("Title,Author\n\"Caf".utf8) + [0xE9, 0x22, 0x2C, 0x80, 0x0A]) { path in
      try CSVReader(TextInput(ByteStream(path: path))).remaining()
    }
    #expect(rows.map(\.cells) == [["Café", "€"]])
    #expect(rows[0].raw == [0x22, 0x43, 0x61, 0x66, 0xE9, 0x22, 0x2C, 0x80])
    #expect(rows[0].problem == nil)
  }

  @Test func aRequestedEncodingIsTakenAgainstTheEvidence() throws {
    let cells = try withFile(Array("é\n".utf8)) { path in
      try CSVReader(TextInput(ByteStream(path: path), encoding: .windows1252)).header
    }
    #expect(cells == ["Ã©"])
  }

  private func bytes(_ units: [UInt16], _ encoding: TextEncoding) -> [UInt8] {
    units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return encoding == .utf16BigEndian ? [high, low] : [low, high]
    }
  }
}
