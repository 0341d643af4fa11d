import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of dividing ISO 2709 files into records and fields, even if the stated lengths are wrong.
@Suite struct ISO2709Tests {
  private let dune = MARCFile([("001", "1"), ("245", "10$aDune /$cFrank Herbert."), ("500", "  $aA note.")])
  private let emma = MARCFile([("001", "2"), ("245", "10$aEmma.")])

  private func titles(_ bytes: [UInt8]) async throws -> [String?] {
    try await marcRows(bytes).map { $0[.title] ?? $0.rejection }
  }

  @Test func recordsStandOneAfterTheOther() async throws {
    try await expectEqual(titles(dune.bytes + emma.bytes), ["Dune", "Emma"])
    try await expectEqual(titles(dune.bytes + [13, 10] + emma.bytes + [13, 10, 0x1A]), ["Dune", "Emma"])
  }

  @Test(arguments: [-1, 1, 7, -20, 3_000, 90_000])
  func aWrongLengthOfARecordCostsNothing(_ error: Int) async throws {
    var file = dune
    file.lengthError = error
    try await expectEqual(titles(file.bytes + emma.bytes), ["Dune", "Emma"])
  }

  @Test(arguments: [-1, 1, 5])
  func wrongPlacesOfFieldsCostNothing(_ error: Int) async throws {
    var file = dune
    file.fieldError = error
    let rows = try await marcRows(file.bytes + emma.bytes)
    expectEqual(rows.map { $0[.title] }, ["Dune", "Emma"])
    expectEqual(rows[0].keptLines.last, "=500  \\\\$aA note.")
  }

  @Test func fieldsMayStandInAnotherOrderThanTheirDirectoryHasThem() async throws {
    // The second field of the directory is stored before the first.
    let body = Array("10\u{1F}aEmma.\u{1E}42\u{1E}".utf8)
    let directory = Array("001000300010245001000000".utf8)
    let bytes = Array("00064nam a2200049 a 4500".utf8) + directory + [0x1E] + body + [0x1D]
    let rows = try await marcRows(bytes)
    #expect(rows[0][.title] == "Emma" && rows[0].record?.remoteID == "42")
  }

  @Test func aRecordWithoutAnEndEndsWhereTheNextOneBegins() async throws {
    var file = dune
    file.end = []
    try await expectEqual(titles(file.bytes + emma.bytes), ["Dune", "Emma"])
    file.lengthError = -1
    try await expectEqual(titles(file.bytes + emma.bytes), ["Dune", "Emma"])
    try await expectEqual(titles(file.bytes), ["Dune"])
  }

  @Test func aRecordThatIsCutIsRejectedAndTheNextOneRead() async throws {
    let cut = Array(dune.bytes.dropLast(12))
    let rows = try await marcRows(cut + emma.bytes)
    expectEqual(rows.map { $0[.title] }, [nil, "Emma"])
    expectEqual(rows[0].rejection, "it is truncated: its directory has 3 entries, but is followed by 3 fields")
    expectEqual(rows[0].raw, cut)
  }

  @Test func aFileMayEndAnywhere() async throws {
    let whole = dune.bytes
    for length in 1..<whole.count {
      let rows = try await marcRows(Array(whole.prefix(length)))
      expectEqual(rows.count, 1, "\(length)")
      // If the record is cut after its last field, only its end character is missing.
      let isWhole = length == whole.count - 1
      expectEqual(rows.first?.rejection == nil, isWhole, "\(length)")
      if !isWhole { expectEqual(rows.first?.raw, Array(whole.prefix(length))) }
    }
  }

  @Test(arguments: 1..<24)
  func aCutWithinTheLeaderCostsNoOtherRecord(_ length: Int) async throws {
    let cut = Array(dune.bytes.prefix(length))
    try await expectEqual(titles(cut + emma.bytes + dune.bytes).suffix(2), ["Emma", "Dune"])
    try await expectEqual(titles(emma.bytes + cut + dune.bytes).count, 3)
  }

  @Test func aLengthMayBeFilledUpWithBlanks() async throws {
    func blank(_ file: MARCFile) -> [UInt8] {
      let digits = file.bytes.prefix(5).prefix { $0 == UInt8(ascii: "0") }.count
      return Array(repeating: 0x20, count: digits) + file.bytes.dropFirst(digits)
    }
    var unended = dune
    unended.end = []
    for between in [[], [13, 10], [0x20], [0x20, 0x20, 0x20, 10, 0x20]] as [[UInt8]] {
      try await expectEqual(titles(between + blank(dune) + between + blank(emma) + between), ["Dune", "Emma"])
    }
    let rows = try await marcRows(blank(unended) + blank(emma))
    expectEqual(rows.map(\.raw), [blank(unended), blank(emma)])
    let folder = TemporaryFolder()
    try expectEqual(ImportInput(path: folder.write("download", [10] + blank(dune))).format, .marc)
  }

  @Test(arguments: ["     ", "  99 ", "\0\0\0\0\0", "99   ", "abcde", "-0001", "0 123", "00000", "99999"])
  func aLengthThatIsNoneCostsNothing(_ length: String) async throws {
    let other = Array(length.utf8) + dune.bytes.dropFirst(5)
    try await expectEqual(titles(other + emma.bytes), ["Dune", "Emma"])
    try await expectEqual(titles(emma.bytes + other + [13, 10] + other), ["Emma", "Dune", "Dune"])
  }

  @Test(arguments: [
    "x", "hello world", "<html>\n<head>", "7\n", "=LDR \n", "12345", String(repeating: "a", count: 30), "\u{FEFF}",
    "\n\u{FEFF}",
  ])
  func whatStandsBetweenRecordsCostsNone(_ text: String) async throws {
    let rows = try await marcRows(dune.bytes + Array(text.utf8) + emma.bytes + Array(text.utf8) + dune.bytes)
    expectEqual(rows.compactMap { $0[.title] }, ["Dune", "Emma", "Dune"])
    let rejected = rows.filter { $0.rejection != nil }.map { String(decoding: $0.raw, as: UTF8.self) }
    #expect(rejected.allSatisfy { $0 == text }, "\(rejected)")
  }

  @Test(arguments: 1...40)
  func whateverPiecesTheInputComesInTheRecordsAreTheSame(_ chunkSize: Int) throws {
    var unended = dune
    unended.end = []
    unended.lengthError = 3
    let bytes = dune.bytes + unended.bytes + emma.bytes
    let splitter = ISO2709Splitter(MemorySource(bytes), chunkSize: chunkSize)
    var pieces: [ISO2709Splitter.Piece] = []
    while let piece = try splitter.next() { pieces.append(piece) }
    expectEqual(pieces, [.record(dune.bytes), .record(unended.bytes), .record(emma.bytes)])
  }

  @Test func aRecordOfTooManyBytesIsPassedOver() throws {
    let endless = Array(dune.bytes.dropLast()) + Array(repeating: UInt8(ascii: "x"), count: 10_000) + [0x1D]
    let splitter = ISO2709Splitter(MemorySource(endless + emma.bytes), limit: 5_000)
    try expectEqual(splitter.next(), .tooLong(limit: 5_000))
    try expectEqual(splitter.next(), .record(emma.bytes))
    #expect(try splitter.next() == nil)
  }

  @Test func aFieldWithoutSubfieldsOrIndicatorsIsKept() async throws {
    let rows = try await marcRows(
      MARCFile([("245", "10$aEmma"), ("500", "no subfield"), ("501", ""), ("502", "1"), ("503", "  $")]).bytes)
    expectEqual(rows[0][.title], "Emma")
    expectEqual(rows[0].keptLines.dropFirst(2), ["=500  no$asubfield", "=501  \\\\", "=502  1\\", "=503  \\\\"])
  }

  @Test func whatIsNoRecordIsRejectedWithItsBytes() async throws {
    let rows = try await marcRows(Array("this is no record at all, and long".utf8) + [0x1D] + emma.bytes)
    expectEqual(rows.map { $0[.title] }, [nil, "Emma"])
    expectEqual(rows[0].raw.count, 35)
    expectEqual(rows[0].rejection, "its directory has no end")
  }

  @Test func utf8ThatCallsItselfMARC8IsUTF8() async throws {
    var file = MARCFile([("245", "10$aMémoires d'Hadrien")])
    file.leader = "00000cam  2200000 a 4500"
    try await expectEqual(titles(file.bytes), ["Mémoires d'Hadrien"])
  }

  @Test func whatSaysUTF8AndIsNoneIsRejectedUnlessAnEncodingIsNamed() async throws {
    let latin = MARCFile([("245", "10$aMémoires")]).bytes {
      $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
    let rejection = try #require(try await marcRows(latin)[0].rejection)
    expectEqual(rejection, "byte 43 is not valid UTF-8, although the record declares UTF-8; specify its encoding")
    let named = try await rows(of: "books.mrc", latin) { $0.encoding = "Windows-1252" }
    expectEqual(named[0][.title], "Mémoires")
  }

  @Test(arguments: [
    ("books.mrc", true), ("books.marc", true), ("books.ISO2709", true), ("download", true), ("books.dat", true),
  ])
  func aFileIsToldByItsNameOrItsBeginning(_ name: String, _ isMARC: Bool) throws {
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name, [0xEF, 0xBB, 0xBF, 10] + dune.bytes))
    expectEqual(input.format == .marc, isMARC)
  }

  @Test func aTableOfNumbersIsNoRecord() throws {
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write("books", Array("title\n00714cam a2200205 a 4500\n".utf8)))
    expectEqual(input.format, .csv)
  }

  @Test func idsNeedANameThatSaysWhoseTheyAre() async throws {
    await #expect(throws: ImportError.needsSourceName) {
      try await rows(of: "books.mrc", dune.bytes) { $0.acceptsIDs = false }
    }
  }
}
