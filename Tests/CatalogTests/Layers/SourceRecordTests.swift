import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct SourceRecordTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `the fingerprint differs when any field differs`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var record = SourceRecord(remoteID: "1", values: FieldPresences())
    for field in BookField.allCases {
      if !random.oneIn(4), let value = random.value(of: field) { record.values[field] = .value(value) }
    }
    let before = record.fingerprint
    expectEqual(record.fingerprint, before, "the same record has the same fingerprint")
    for field in BookField.allCases {
      var presences: [FieldPresence] = [.absent, .null]
      for _ in 0..<5 { if let value = random.value(of: field) { presences.append(.value(value)) } }
      for presence in presences where presence != record.values[field] {
        var other = record
        other.values[field] = presence
        #expect(other.fingerprint != before, "seed \(seed): \(field) \(presence)")
      }
    }
    var other = record
    other.uuid = UUID()
    #expect(other.fingerprint != before)
    other = record
    other.unknown = "{}"
    #expect(other.fingerprint != before)
  }

  @Test func `an ISBN in another form has another fingerprint`() throws {
    let one = try SourceRecord("1", [.isbn: "0441013597"])
    let other = try SourceRecord("1", [.isbn: "978-0-441-01359-3"])
    #expect(one.fingerprint != other.fingerprint)
  }

  @Test func `values that look like field names are distinguished from them`() throws {
    let cleared = try SourceRecord("1", [.title: nil, .authors: nil])
    let named = try SourceRecord("1", [.title: "authors"])
    #expect(cleared.fingerprint != named.fingerprint)
    let clearedTwo = try SourceRecord("1", [.publisher: nil, .published: nil])
    let namedTwo = try SourceRecord("1", [.publisher: "published"])
    #expect(clearedTwo.fingerprint != namedTwo.fingerprint)
    var identified = SourceRecord(remoteID: "1", values: FieldPresences())
    var unknown = identified
    let uuid = UUID()
    identified.uuid = uuid
    unknown.unknown = uuid.uuidString
    #expect(identified.fingerprint != unknown.fingerprint)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `a payload round-trips every statement`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      var values = FieldPresences()
      for field in BookField.bibliographic {
        if random.oneIn(4) { values[field] = .null }
        if random.oneIn(2), let value = random.value(of: field) { values[field] = .value(value) }
      }
      let json = try RecordPayload.encode(values)
      let back = try RecordPayload.decode(json)
      expectEqual(back, values, "seed \(seed): \(json)")
      try expectEqual(RecordPayload.encode(back), json, "seed \(seed)")
    }
  }
}
