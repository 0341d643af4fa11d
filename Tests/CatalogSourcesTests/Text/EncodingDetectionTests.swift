import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct EncodingDetectionTests {
  private func detect(_ bytes: [UInt8]) throws -> EncodingDetection {
    try withFile(bytes) { try EncodingDetection.detect(ByteStream(path: $0)) }
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], TextEncoding.utf8),
      ([0xFF, 0xFE, 0x61, 0x00], .utf16LittleEndian),
      ([0xFE, 0xFF, 0x00, 0x61], .utf16BigEndian),
    ] as [([UInt8], TextEncoding)])
  func aByteOrderMarkDecides(bytes: [UInt8], encoding: TextEncoding) throws {
    try expectEqual(detect(bytes), EncodingDetection(encoding: encoding, reason: .byteOrderMark))
    try withPipe(bytes) { descriptor in
      let stream = try ByteStream(descriptor: descriptor, path: "pipe", closesDescriptor: true)
      try expectEqual(EncodingDetection.detect(stream).encoding, encoding)
    }
  }

  @Test func plainTextAndValidUTF8AreUTF8WithoutAMessage() throws {
    for text in ["", "plain", "półciężkość 村上春樹 📚"] {
      let detection = try detect(Array(text.utf8))
      expectEqual(detection, EncodingDetection(encoding: .utf8, reason: .validUTF8))
      #expect(detection.message == nil)
    }
  }

  @Test func aSingleForeignByteAtTheVeryEndMakesAPlainFileWindows1252() throws {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: 600_000) + [0xE9]
    let detection = try detect(bytes)
    expectEqual(detection, EncodingDetection(encoding: .windows1252, reason: .notUTF8))
    expectEqual(detection.message, "reading as Windows-1252: the file is not valid UTF-8")
  }

  @Test func aFewBadBytesDoNotTurnAUTF8FileIntoWindows1252() throws {
    let detection = try detect(Array("é ü 村".utf8) + [0x20, 0xE9, 0x20, 0xFF, 0x20])
    expectEqual(detection, EncodingDetection(encoding: .utf8, reason: .mostlyUTF8))
    try expectEqual(detect(Array("é ü".utf8) + [0x20, 0xE9, 0x20, 0xFF]).encoding, .windows1252)
  }

  @Test func charactersAcrossTheScansChunksAreWhole() throws {
    for shift in 0..<4 {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: shift) + Array(String(repeating: "📚", count: 70_000).utf8)
      try expectEqual(detect(bytes).reason, .validUTF8, "shifted by \(shift)")
    }
  }

  @Test func ofALongPipeOnlyTheFirstChunkDecidesEvenIfItEndsInsideACharacter() throws {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: ByteStream.chunkSize - 1) + Array("é".utf8) + [0xE9, 0xE9]
    try withFile(bytes) { path in
      // A pipe returns less than a chunk at a time.
      let program = try #require(popen("cat \(path)", "r"))
      defer { pclose(program) }
      let stream = try ByteStream(descriptor: fileno(program), path: "pipe", closesDescriptor: false)
      try expectEqual(stream.peek(ByteStream.chunkSize).count, ByteStream.chunkSize)
      try expectEqual(EncodingDetection.detect(stream), EncodingDetection(encoding: .utf8, reason: .validUTF8))
      try expectEqual(readAll(stream), bytes)
    }
  }

  @Test func ofAPipeACharacterCutOffByTheEndIsAnError() throws {
    try withPipe(Array("caf".utf8) + [0xC3]) { descriptor in
      let stream = try ByteStream(descriptor: descriptor, path: "pipe", closesDescriptor: true)
      try expectEqual(EncodingDetection.detect(stream).encoding, .windows1252)
      try expectEqual(readAll(stream), Array("caf".utf8) + [0xC3])
    }
  }

  @Test(
    arguments: [
      // The first and last sequence of each length, and the sequences just outside (The Unicode Standard, table 3-7).
      ([0xC2, 0x80], true), ([0xDF, 0xBF], true), ([0xE0, 0xA0, 0x80], true), ([0xED, 0x9F, 0xBF], true),
      ([0xEF, 0xBF, 0xBF], true), ([0xF0, 0x90, 0x80, 0x80], true), ([0xF4, 0x8F, 0xBF, 0xBF], true),
      ([0x80], false), ([0xC1, 0xBF], false), ([0xC2, 0x7F], false), ([0xC2], false), ([0xE0, 0x9F, 0xBF], false),
      ([0xED, 0xA0, 0x80], false), ([0xE1, 0x80], false), ([0xE1, 0x80, 0x41], false),
      ([0xF0, 0x8F, 0xBF, 0xBF], false),
      ([0xF4, 0x90, 0x80, 0x80], false), ([0xF5, 0x80, 0x80, 0x80], false), ([0xFF], false),
    ] as [([UInt8], Bool)])
  func wellFormedSequencesAreThoseOfTheStandard(bytes: [UInt8], isValid: Bool) throws {
    expectEqual(UTF8Bytes.firstIllFormed(bytes, count: bytes.count), isValid ? nil : 0)
    let padded = Array(repeating: UInt8(ascii: "a"), count: 61) + bytes
    expectEqual(UTF8Bytes.firstIllFormed(padded, count: padded.count), isValid ? nil : 61)
    try expectEqual(detect(bytes).reason, isValid ? .validUTF8 : .notUTF8)
  }

  @Test func theScanStopsEarlyOnlyWhenTheRestCannotChangeTheAnswer() throws {
    var census = UTF8Census()
    _ = Array("ééé".utf8).withUnsafeBufferPointer { census.count($0) }
    #expect(!census.isDecided(remaining: 3))
    #expect(census.isDecided(remaining: 2))
    var foreign = UTF8Census()
    _ = [0xE9, 0x20, 0xE9, 0x20].withUnsafeBufferPointer { foreign.count($0) }
    #expect(!foreign.isDecided(remaining: 6))
    #expect(foreign.isDecided(remaining: 5))
    #expect(!UTF8Census().isDecided(remaining: 1))
  }
}
