import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Recorded changes of transactions")
struct ChangeTableTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func rows() throws -> [String] {
    try temporary.foreign().rows("SELECT seq || ':' || coalesce(book_id, 'many') FROM change ORDER BY seq")
      .compactMap { $0[0] }
  }

  private func changes(after last: Int64) throws -> CatalogChange? {
    try catalog.look { try ChangeTable(connection: $0).changes(after: last).change }
  }

  @Test("changes are committed with their transaction, each book once, even if only hidden data changed")
  func named() throws {
    for title in ["Dune", "Emma", "Ulysses"] { try catalog.addBook([.title: title]) }
    try expectEqual(rows(), ["1:1", "2:2", "3:3"])
    try catalog.write { transaction in
      try transaction.edit([3, 1]) { $0.rating = 4 }
      try transaction.edit([1]) { $0.title = "Dune!" }
    }
    try expectEqual(rows().suffix(2), ["4:1", "5:3"])
    try catalog.set(.title, of: 1, to: "Dune")
    try catalog.undoStep()
    _ = try catalog.write { try $0.remove([2]) }
    try expectEqual(rows().suffix(3), ["6:1", "7:1", "8:2"])
    #expect(try changes(after: 8) == nil)
    try expectEqual(changes(after: 5), .books([1, 2]))
  }

  @Test("a rolled-back transaction leaves no changes and notifies no observer")
  func takenBack() async throws {
    try catalog.addBook([.title: "Dune"])
    var iterator = try catalog.changes().makeAsyncIterator()
    #expect(throws: ScriptedFailure.self) {
      try catalog.write { transaction in
        try transaction.edit([1]) { $0.rating = 4 }
        throw ScriptedFailure("enough")
      }
    }
    try await catalog.database.dryRun { connection in
      _ = try BookEditor(connection: connection, now: .distantPast).remove([1])
    }
    try catalog.addBook([.title: "Emma"])
    try expectEqual(rows(), ["1:1", "2:2"])
    try await expectEqual(iterator.next(), .books([2]))
  }

  @Test("changes of more than a thousand books are reported as many, and so is each transaction of a load")
  func many() async throws {
    for number in 0..<3 {
      try await temporary.importRecords(
        (0..<400).map { try SourceRecord("\($0)", [.title: "Book \(number) \($0)"]) }, source: "\(number)")
    }
    let loaded = try rows()
    #expect(loaded.allSatisfy { $0.hasSuffix(":many") } && (3..<100).contains(loaded.count))
    let ids = Array(1...1_001 as ClosedRange<Book.ID>)
    _ = try await catalog.write { try $0.edit(Array(ids.dropLast())) { $0.rating = 4 } }
    try expectEqual(rows().count, loaded.count + 1_000)
    _ = try await catalog.write { try $0.edit(ids) { $0.rating = 5 } }
    #expect(try rows().count == loaded.count + 1_001 && rows().last?.hasSuffix(":many") == true)
  }

  @Test("changes are kept for the last ten thousand rows, and older positions get many")
  func bounded() throws {
    for number in 1...40 { try catalog.addBook([.title: "Book \(number)"]) }
    let ids = Array(1...40 as ClosedRange<Book.ID>)
    for round in 0..<300 {
      _ = try catalog.write { transaction in
        try transaction.edit(ids) { $0.pages = round + 1 }
      }
    }
    let rows = try rows()
    #expect((10_000...12_000).contains(rows.count) && rows.last == "12040:40")
    try expectEqual(changes(after: 12_040 - 10_000), .books(ids))
    try expectEqual(changes(after: 12_039), .books([40]))
    try expectEqual(changes(after: 100), .many)
    try expectEqual(changes(after: 99_999), .many, "of another file")
    try expectEqual(catalog.findings(), [])
  }

  @Test("change numbers continue after a backup is restored")
  func restored() throws {
    try catalog.addBook([.title: "Dune"])
    try catalog.backup(to: temporary.folder.file("copy.db"))
    for _ in 0..<3 { try catalog.addBook([.title: "Emma"]) }
    try catalog.restore(from: temporary.folder.file("copy.db"))
    try expectEqual(changes(after: 4), .many)
    try expectEqual(changes(after: 2), .many)
    try catalog.addBook([.title: "Ulysses"])
    try expectEqual(rows().last, "6:2")
  }

  @Test("a full repair or a renamed source is reported as many")
  func wide() throws {
    _ = try catalog.write { try $0.addSource("feed", kind: .feed, location: "http://example.org/") }
    try expectEqual(rows(), [])
    _ = try catalog.write { try $0.setSource("feed", [.name("other")]) }
    try expectEqual(rows(), ["1:many"])
    try catalog.addBook([.title: "Dune"])
    try catalog.tamper("UPDATE book SET title_key = 'x'")
    _ = try catalog.check(repair: true)
    try expectEqual(rows(), ["1:many", "2:1", "3:many"])
  }
}
