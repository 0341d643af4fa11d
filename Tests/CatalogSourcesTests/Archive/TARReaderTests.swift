import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("A tar archive that is packed by gzip") struct TARReaderTests {
  private func contents(of name: String = "archive.json", _ packed: [UInt8], atMost limit: Int = 1_000) throws
    -> [UInt8]?
  {
    try TARReader(MemorySource(packed)).contents(of: name, atMost: limit)
  }

  private func failure(_ packed: [UInt8], atMost limit: Int = 1_000) -> ArchiveFailure.Code? {
    do { return try contents(packed, atMost: limit) == nil ? nil : .missing } catch {
      return (error as? ArchiveFailure)?.code
    }
  }

  @Test("gives the first file of a name, in whichever folder it is, and passes over all else")
  func member() throws {
    var maker = TARMaker()
    maker.add("archive.json", [], kind: "5")
    maker.add("paxheader", Array("path=archive.json".utf8), kind: "x")
    maker.add("images/covers/1.jpg", [UInt8](repeating: 7, count: 700))
    maker.add("export-7/archive.json", Array("{}".utf8))
    maker.add("archive.json", Array("[]".utf8))
    try #expect(contents(maker.packed) == Array("{}".utf8))
    try #expect(contents(of: "covers", maker.packed) == nil)
    // Some programs omit the blocks at the end.
    try #expect(contents(of: "none", TARMaker.packed(maker.bytes)) == nil)
    // Further gzip members are not part of the archive.
    try #expect(contents(maker.packed + [1, 2, 3]) == Array("{}".utf8))
  }

  @Test("is refused where it is cut off, damaged, or no archive")
  func damaged() {
    var maker = TARMaker()
    maker.add("archive.json", (0..<900).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) })
    let whole = maker.packed
    for end in [0, 1, 5, 12, whole.count / 2] { expectEqual(failure(Array(whole[..<end])), .damaged, "\(end)") }
    expectEqual(failure(TARMaker.packed(Array("title,isbn\n".utf8))), .notAnArchive)
    expectEqual(failure(TARMaker.packed(Array(maker.bytes[..<600]))), .damaged)
    var changed = maker.bytes
    changed[3] ^= 1
    expectEqual(failure(TARMaker.packed(changed)), .notAnArchive)
    var wrong = whole
    wrong[wrong.count / 2] ^= 0xFF
    #expect(failure(wrong) != nil)
    var liar = TARMaker()
    liar.add("archive.json", Array("{}".utf8), size: 900)
    expectEqual(failure(TARMaker.packed(liar.bytes)), .damaged)
  }

  @Test("is refused where it is larger, or packed more tightly, than it may be")
  func tooLarge() {
    var maker = TARMaker()
    maker.add("archive.json", [UInt8](repeating: 32, count: 1_001))
    expectEqual(failure(maker.packed), .tooLarge)
    expectEqual(failure(maker.packed, atMost: 1_001), .missing)
    var bomb = TARMaker()
    bomb.add("images/1.jpg", [UInt8](repeating: 0, count: 8_000_000))
    bomb.add("archive.json", Array("{}".utf8))
    expectEqual(failure(bomb.packed), .tooLarge)
    var huge = TARMaker()
    huge.add("archive.json", [], size: 8_000_000_000)
    expectEqual(failure(huge.packed), .tooLarge)
  }
}
