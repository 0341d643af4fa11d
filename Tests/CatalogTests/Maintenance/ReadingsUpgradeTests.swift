import Foundation
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Catalogs in which an older version combined readings of several sources field by field.
@Suite struct ReadingsUpgradeTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    func record(_ id: String, _ title: String, _ fields: [BookField: String?]) throws -> SourceRecord {
      try SourceRecord(id, fields.merging([.title: title, .authors: "Ira Vance"]) { $1 })
    }
    try await temporary.importRecords(
      [
        record("1", "Cold Harbour", [.readState: "read", .finished: "2020-02-01", .rating: "4"]),
        record("2", "Warm Harbour", [.readState: "want"]), record("3", "Alone", [.readState: "read"]),
        record("4", "Marked", [.readState: "read", .finished: "2018"]),
      ], source: "goodreads")
    try await temporary.importRecords(
      [
        record("a", "Cold Harbour", [.readState: "read", .started: "2023-06-01", .finished: "2023-06-09"]),
        record("b", "Warm Harbour", [.readState: "read", .started: "2022-03-01", .finished: "2022-03-09"]),
      ], source: "storygraph")
    let day = try PartialDate("2019-03-01")
    _ = try await catalog.edit(4) { $0.finished = day }
    _ = try await catalog.write { try $0.add { ($0.title, $0.readState, $0.finished) = ("By hand", .read, day) } }
  }

  /// Shows readings that no rule of this version would show.
  private func show(_ id: Book.ID, _ change: (inout Book) -> Void) throws {
    try catalog.tamper { connection in
      guard let old = try BookTable(connection: connection).book(id) else { return }
      var new = old
      change(&new)
      try BookStore(connection: connection).replace(old, with: new, now: temporary.clock.now)
    }
  }

  private func shown(_ catalog: BookCatalog) throws -> [String] {
    try catalog.view { try $0.page(size: 100).books }.sorted { $0.id < $1.id }.map { book in
      "\(book.title): \(book.readState) \(book.started?.description ?? "")..\(book.finished?.description ?? "")"
        + book.earlierReadings.map { ", \($0.outcome) \($0.finished?.description ?? "?")" }.joined()
    }
  }

  /// Returns a copy of the file as a version before a migration would have left it.
  private func older(before migration: String = "readings") throws -> BookCatalog {
    let copy = temporary.folder.file("older.db")
    catalog.close()
    try FileManager.default.copyItem(atPath: temporary.path, toPath: copy)
    try OlderSchema.goBack(copy, before: migration)
    return try BookCatalog.open(copy, options: BookCatalog.Options(patience: .seconds(3_000)))
  }

  @Test func `mixed readings are decided again in one step, which can be undone`() throws {
    // The older version's values: days of two readings in one, and a wish with an end.
    let days = try ["2023-06-01", "2020-02-01", "2022-03-01", "2022-03-09"].map { try PartialDate($0) }
    try show(1) { ($0.started, $0.finished, $0.earlierReadings) = (days[0], days[1], []) }
    try show(2) { ($0.readState, $0.started, $0.finished) = (.want, days[2], days[3]) }
    let upgraded = try older()
    defer { upgraded.close() }
    expectEqual(
      upgraded.upgrade?.changes, ["the readings of 2 books were recalculated; undo restores the earlier ones"])
    let decided = [
      "Cold Harbour: read 2023-06-01..2023-06-09, read 2020-02-01", "Warm Harbour: read 2022-03-01..2022-03-09",
      "Alone: read ..", "Marked: read ..2019-03-01", "By hand: read ..2019-03-01",
    ]
    try expectEqual(shown(upgraded), decided)
    var findings = try upgraded.findings()
    expectEqual(findings, [])
    try upgraded.undoStep()
    try expectEqual(
      Array(shown(upgraded).prefix(2)),
      [
        "Cold Harbour: read 2023-06-01..2020-02-01", "Warm Harbour: want .., read 2022-03-09",
      ])
    try upgraded.redoStep()
    try expectEqual(shown(upgraded), decided)
    findings = try upgraded.findings()
    expectEqual(findings, [])
  }

  @Test func `the user's values from before the upgrade stay theirs and are undone exactly`() async throws {
    let before = try shown(catalog)
    let upgraded = try older()
    defer { upgraded.close() }
    expectEqual(upgraded.upgrade?.changes, [])
    try expectEqual(shown(upgraded), before)
    let words = try ForeignConnection(upgraded.path).rows("SELECT book_id FROM reading_word ORDER BY 1").map { $0[0] }
    expectEqual(words, ["4", "5"])
    // A source that states the old day again changes nothing, because the user corrected it.
    _ = try await upgraded.importRecords(
      from: ListReader([
        SourceRecord("x", [.title: "Marked", .authors: "Ira Vance", .readState: "read", .finished: "2018"])
      ]), source: "third")
    try expectEqual(shown(upgraded), before)
    try upgraded.undoStep()
    // The book that was added by hand, and then the day.
    try upgraded.undoStep()
    try upgraded.undoStep()
    try expectEqual(shown(upgraded)[3], "Marked: read ..2018")
    try upgraded.redoStep()
    try expectEqual(shown(upgraded)[3], "Marked: read ..2019-03-01")
  }

  /// Refreshes a source with one book, which has the title "Far away".
  private func refresh(_ name: String, _ fields: [BookField: String?], in catalog: BookCatalog) async throws {
    let feed = ScriptedSource(name) { _ in
      let record = try SourceRecord("f", fields.merging([.title: "Far away", .authors: "Ira Vance"]) { $1 })
      return SourcePage(records: [record], cursor: "1", isLast: true)
    }
    _ = try await catalog.syncEngine(sources: [feed]).refresh()
  }

  private func addSource(_ name: String, isMine: Bool) async throws {
    try await catalog.write { transaction in
      try transaction.addSource(name, kind: .samples, location: nil)
      try transaction.setSource(name, [.isMine(isMine)])
    }
  }

  private static let readIn2017: [BookField: String?] = [.rating: "3", .readState: "read", .finished: "2017"]

  /// Adds a feed of one book and reads it while it is the user's own. Afterwards it belongs to somebody else.
  private func addFormerSource() async throws {
    try await addSource("feed", isMine: true)
    try await refresh("feed", Self.readIn2017, in: catalog)
    try await catalog.write { _ = try $0.setSource("feed", [.isMine(false)]) }
  }

  @Test func `values of a source that is no longer the user's stay when it is removed after the upgrade`() async throws
  {
    try await addFormerSource()
    let upgraded = try older()
    defer { upgraded.close() }
    let before = try shown(upgraded)
    #expect(before.contains("Far away: read ..2017"))
    _ = try await upgraded.removeSource("feed", .keepBooks)
    try expectEqual(shown(upgraded), before)
    try expectEqual(upgraded.findings(), [])
  }

  @Test(arguments: [true, false])
  func `values of a former source stay if it was removed or became the user's again before the upgrade`(
    isRemoved: Bool
  ) async throws {
    try await addFormerSource()
    if isRemoved {
      _ = try await catalog.removeSource("feed", .keepBooks)
    } else {
      try await catalog.write { _ = try $0.setSource("feed", [.isMine(true)]) }
    }
    let before = try shown(catalog)
    #expect(before.contains("Far away: read ..2017"))
    let upgraded = try older(before: "reading")
    defer { upgraded.close() }
    try expectEqual(shown(upgraded), before)
    try expectEqual(upgraded.view { try $0.page(size: 100).books }.first { $0.title == "Far away" }?.rating, 3)
    try expectEqual(upgraded.findings(), [])
  }

  @Test func `the undo of a refresh before the upgrade removes its values from a book that another source has`()
    async throws
  {
    try await addSource("stranger", isMine: false)
    try await refresh("stranger", [:], in: catalog)
    try await addFormerSource()
    let upgraded = try older(before: "reading")
    defer { upgraded.close() }
    #expect(try shown(upgraded).contains("Far away: read ..2017"))
    try upgraded.undoStep()
    #expect(try shown(upgraded).contains("Far away: unread .."))
    try upgraded.redoStep()
    #expect(try shown(upgraded).contains("Far away: read ..2017"))
    try expectEqual(upgraded.findings(), [])
  }

  @Test func `a source that stops being the user's after the upgrade keeps its values in a book with more records`()
    async throws
  {
    try await addSource("feed", isMine: true)
    try await refresh("feed", Self.readIn2017, in: catalog)
    try await temporary.importRecords(
      [SourceRecord("x", [.title: "Far away", .authors: "Ira Vance", .pages: "200"])], source: "list")
    let upgraded = try older(before: "reading")
    defer { upgraded.close() }
    try await upgraded.write { _ = try $0.setSource("feed", [.isMine(false)]) }
    #expect(try shown(upgraded).contains("Far away: read ..2017"))
    try upgraded.undoStep()
    #expect(try shown(upgraded).contains("Far away: read ..2017"))
    try expectEqual(upgraded.findings(), [])
  }
}
