import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct UUIDTextTests {
  @Test(arguments: 1...2 as ClosedRange<UInt64>) func `UUIDs have Foundation's text and are parsed back`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let uuid = UUID(bytes: generator.next(), generator.next())
      expectEqual(uuid.uppercaseText, uuid.uuidString)
      expectEqual(uuid.lowercaseText, uuid.uuidString.lowercased())
      expectEqual(UUID(text: uuid.lowercaseText), uuid)
      expectEqual(UUID(text: uuid.uppercaseText), uuid)
    }
  }

  @Test(arguments: [
    "", "5884aa98-6ffd-4e7b-a123-00000000000", "5884aa98-6ffd-4e7b-a123-0000000000000",
    "5884aa98+6ffd-4e7b-a123-000000000001", "5884aa986-ffd-4e7b-a123-000000000001",
    "5884aa98-6ffd-4e7b-a123-00000000000g", " 884aa98-6ffd-4e7b-a123-000000000001",
    "5884aa986ffd4e7ba123000000000001", "{884aa98-6ffd-4e7b-a123-00000000001}", "٥884aa98-6ffd-4e7b-a123-00000000001",
  ])
  func `invalid UUIDs are refused`(text: String) {
    #expect(UUID(text: text) == nil)
  }
}
