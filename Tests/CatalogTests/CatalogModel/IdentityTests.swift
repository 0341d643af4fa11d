import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct UUIDv7Tests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `the version, variant and time are at the positions of RFC 9562`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let milliseconds = Int64.random(in: 0...0xFFFF_FFFF_FFFF, using: &random)
      let uuid = UUID.version7(at: Date(milliseconds: milliseconds), using: &random)
      let bytes = uuid.networkBytes
      expectEqual(bytes[6] >> 4, 7, "seed \(seed): \(uuid)")
      expectEqual(bytes[8] >> 6, 0b10, "seed \(seed): \(uuid)")
      let time = bytes.prefix(6).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      expectEqual(time, milliseconds, "seed \(seed): \(uuid)")
      expectEqual(UUID(uuidString: uuid.uuidString), uuid)
    }
  }

  @Test func `later UUIDs sort after earlier ones, and none occurs twice`() {
    var random = SeededGenerator(seed: 7)
    let uuids = (0..<500).map { UUID.version7(at: Date(milliseconds: 1_000_000 + Int64($0 / 5)), using: &random) }
    expectEqual(Set(uuids).count, uuids.count)
    for (index, uuid) in uuids.enumerated().dropFirst(5) {
      #expect(uuids[index - 5].uuidString < uuid.uuidString)
    }
  }

  @Test func `a time before 1970 counts as 1970`() {
    var random = SeededGenerator(seed: 7)
    let uuid = UUID.version7(at: Date(timeIntervalSince1970: -1), using: &random)
    #expect(uuid.networkBytes.prefix(6).allSatisfy { $0 == 0 })
  }
}

@Suite struct LanguageCodeTests {
  @Test(arguments: [
    ("en", "eng"), ("en-US", "eng"), ("en_GB", "eng"), ("EN", "eng"), ("eng", "eng"), ("ger", "deu"), ("de-AT", "deu"),
    ("fre", "fra"), ("pl", "pol"), ("ja", "jpn"), ("zh-Hant-TW", "zho"), ("chi", "zho"), ("nl", "nld"), ("cze", "ces"),
    ("Klingon", "klingon"), ("tlh", "tlh"), ("", ""),
  ])
  func `codes of one language are compared by one code`(code: String, canonical: String) {
    expectEqual(LanguageCode.canonical(code), canonical)
    expectEqual(LanguageCode.canonical(canonical), canonical)
  }

  @Test func `every code of a language identifies it`() {
    expectEqual(LanguageCode.codes(for: "deu"), ["deu", "de", "ger"])
    expectEqual(LanguageCode.codes(for: "eng"), ["eng", "en"])
    expectEqual(LanguageCode.codes(for: "tlh"), ["tlh"])
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      for other in "abcdefghijklmnopqrstuvwxyz" {
        let code = String([letter, other])
        let canonical = LanguageCode.canonical(code)
        #expect(canonical == code || canonical.count == 3)
        #expect(LanguageCode.codes(for: canonical).contains(code))
      }
    }
  }
}
