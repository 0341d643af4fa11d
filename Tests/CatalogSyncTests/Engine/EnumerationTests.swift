import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Records that a source no longer has")
struct EnumerationTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func enumeration(_ records: [SourceRecord], isStable: Bool = true, _ name: String = "feed") async throws
    -> RefreshReport
  {
    // Some of them list none of the earlier books.
    var options = RefreshOptions()
    options.allowsRemovals = true
    return try await temporary.refresh(
      AnsweringSource.enumeration(records, isStable: isStable, name), options: options)[0]
  }

  @Test("a missing record is removed at once if pages are stable, and returns when the source has it again")
  func stable() async throws {
    let all = try SourceRecord.records(0..<3)
    _ = try await enumeration(all)
    let report = try await enumeration(Array(all.dropLast()))
    #expect(report.counts.removed == 1 && report.outcome == .complete)
    try expectEqual(temporary.shown(), [1, 2])
    try expectEqual(temporary.hidden(3), .removedFromSource)
    try await expectEqual(enumeration(all).counts.added, 1)
    try expectEqual(temporary.shown(), [1, 2, 3])
    try expectEqual(catalog.findings(), [])
  }

  @Test("with shifting pages, a record is removed after two enumerations in a row without it")
  func unstable() async throws {
    let all = try SourceRecord.records(0..<3)
    _ = try await enumeration(all, isStable: false)
    try await expectEqual(enumeration(Array(all.dropLast()), isStable: false).counts.removed, 0)
    _ = try await enumeration(all, isStable: false)
    try await expectEqual(enumeration(Array(all.dropLast()), isStable: false).counts.removed, 0)
    try expectEqual(temporary.shown(), [1, 2, 3])
    try await expectEqual(enumeration(Array(all.dropLast()), isStable: false).counts.removed, 1)
    try expectEqual(temporary.shown(), [1, 2])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a record is removed after two enumerations even if the removals after the first are interrupted")
  func unstableCutShort() async throws {
    let all = try SourceRecord.records(0..<3)
    _ = try await enumeration(all, isStable: false)
    var outside = SyncEngine.Outside()
    let commits = Holder(0)
    outside.pace.committed = {
      commits.value += 1
      if commits.value == 2 { throw ScriptedFailure("killed") }
    }
    let one = AnsweringSource.enumeration([all[0]], isStable: false)
    await #expect(throws: ScriptedFailure.self) { try await temporary.refresh(one, outside: outside) }
    temporary.clock.advance(by: LeaseTable.duration)
    // It completes the removals and enumerates: the second enumeration without the other records.
    let rest = AnsweringSource { _ in throw ScriptedFailure("no more") }
    _ = try await temporary.refresh(rest)
    try expectEqual(temporary.shown(), [1, 2, 3])
    try await expectEqual(temporary.refresh(one)[0].counts.removed, 2)
    try expectEqual(temporary.shown(), [1])
  }

  @Test("a book lost by both of its sources agrees with its layers, also after undo")
  func bothRemoved() async throws {
    func record(_ pages: String) throws -> SourceRecord {
      try SourceRecord("x", [.title: "Dune", .isbn: "9780441013593", .pages: pages])
    }
    _ = try await enumeration([try record("100")], "first")
    _ = try await enumeration([try record("200")], "second")
    try catalog.set(.publisher, of: 1, to: "Mine")
    _ = try await enumeration([], "first")
    try expectEqual(catalog.text(.pages, of: 1), "200")
    _ = try await enumeration([], "second")
    try expectEqual(temporary.shown(), [1])
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 1), "200")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a record that is only mentioned stays, and a removed one returns as it was")
  func present() async throws {
    let all = try SourceRecord.records(0..<2)
    let enumeration = SourceCoverage.fullEnumeration(begins: true, isStable: true)
    _ = try await temporary.refresh(AnsweringSource.enumeration(all))
    let one = AnsweringSource(items: [.present(remoteID: "0")], coverage: enumeration)
    try await expectEqual(temporary.refresh(one)[0].counts.removed, 1)
    let both = AnsweringSource(
      items: [.present(remoteID: "0"), .present(remoteID: "1"), .present(remoteID: "2")], coverage: enumeration)
    _ = try await temporary.refresh(both)
    try expectEqual(temporary.shown(), [1, 2])
    try expectEqual(catalog.text(.pages, of: 2), "100")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a lost book with changes of the user stays, and is updated when it returns")
  func detached() async throws {
    let all = try SourceRecord.records(0..<4)
    _ = try await enumeration(all)
    try catalog.set(.title, of: 1, to: "Mine")
    try catalog.set(.rating, of: 2, to: "4")
    try catalog.set(.notes, of: 3, to: "good")
    let report = try await enumeration([])
    expectEqual(report.counts.removed, 1)
    try expectEqual(temporary.shown(), [1, 2, 3])
    _ = try await enumeration(try SourceRecord.records(0..<4, pages: 200))
    try expectEqual(temporary.shown(), [1, 2, 3, 4])
    #expect(try catalog.text(.pages, of: 1) == "200" && catalog.text(.title, of: 1) == "Mine")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book lost by one of two sources stays until the other loses it as well")
  func twoSources() async throws {
    func record(_ pages: String, publisher: String?) throws -> SourceRecord {
      try SourceRecord("x", [.title: "Dune", .isbn: "9780441013593", .pages: pages, .publisher: publisher])
    }
    _ = try await enumeration([try record("100", publisher: nil)], "first")
    _ = try await enumeration([try record("200", publisher: "Ace")], "second")
    try expectEqual(temporary.shown(), [1])
    #expect(try catalog.text(.pages, of: 1) == "100" && catalog.text(.publisher, of: 1) == "Ace")
    try await expectEqual(enumeration([], "first").counts.updated, 1)
    try expectEqual(catalog.text(.pages, of: 1), "200")
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 1), "100")
    try catalog.redoStep()
    _ = try await enumeration([], "second")
    try expectEqual(temporary.shown(), [])
    _ = try await enumeration([try record("300", publisher: "Ace")], "first")
    try expectEqual(catalog.text(.pages, of: 1), "300")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book lost by several sources has the title of the last one, whatever the clock shows")
  func lastName() async throws {
    func record(_ title: String?, pages: String? = nil) throws -> SourceRecord {
      var fields: [BookField: String?] = [.isbn: "9780441013593"]
      if let title { fields[.title] = title }
      if let pages { fields[.pages] = pages }
      return try SourceRecord("x", fields)
    }
    let bare = try record(nil)
    let names = [("first", "One"), ("second", "Two"), ("third", "Three")]
    for (source, title) in names { _ = try await enumeration([record(title, pages: "\(title.count)")], source) }
    _ = try await enumeration([bare], "fourth")
    func title() throws -> String? { try catalog.text(.title, of: 1) }
    try expectEqual(title(), "One")
    _ = try await enumeration([], "third")
    temporary.clock.advance(by: -1_000)
    _ = try await enumeration([], "first")
    try expectEqual(title(), "Two")
    // The title stays both when another record is removed, at the same moment or before an earlier one, and when the
    // last one is.
    _ = try await enumeration([], "second")
    try expectEqual(title(), "Two")
    #expect(try catalog.text(.pages, of: 1) == nil, "that is the word of who has it")
    try catalog.set(.publisher, of: 1, to: "Mine")
    _ = try await enumeration([], "fourth")
    #expect(try title() == "Two" && catalog.text(.pages, of: 1) == "3")
    try expectEqual(catalog.provenance(.title, of: 1)?.origin, .source("second"))
    try expectEqual(catalog.findings(), [])
  }

  @Test("a tombstone removes one record, once, and tombstones of unknown records are ignored")
  func tombstones() async throws {
    _ = try await temporary.refresh(AnsweringSource(items: try SourceRecord.records(0..<3).map { .record($0) }))
    let deletions = AnsweringSource(items: [.removed(remoteID: "1"), .removed(remoteID: "9"), .removed(remoteID: "1")])
    try await expectEqual(temporary.refresh(deletions)[0].counts.removed, 1)
    try expectEqual(temporary.shown(), [1, 3])
    #expect(try await temporary.refresh(deletions)[0].step == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("an interrupted enumeration removes nothing and continues where it stopped")
  func interrupted() async throws {
    let all = try SourceRecord.records(0..<4)
    _ = try await enumeration(all)
    let fails = Holder(true)
    let source = AnsweringSource { request in
      let isBegin = request.cursor == nil
      if !isBegin, fails.value { throw ScriptedFailure("the line broke") }
      return .page(
        SourcePage(
          items: [.record(all[isBegin ? 0 : 2])], cursor: isBegin ? "2" : nil, isLast: !isBegin,
          coverage: .fullEnumeration(begins: isBegin, isStable: true)))
    }
    #expect(try await temporary.refresh(source)[0].failure != nil)
    try expectEqual(temporary.shown(), [1, 2, 3, 4])
    fails.value = false
    try await expectEqual(temporary.refresh(source)[0].counts.removed, 2)
    expectEqual(source.receivedRequests.map(\.cursor), [nil, "2", "2"])
    try expectEqual(temporary.shown(), [1, 3])
    try expectEqual(catalog.findings(), [])
  }

  @Test("undoing the refresh restores a removed book, which stays while the source states nothing new about it")
  func undone() async throws {
    let all = try SourceRecord.records(0..<3)
    _ = try await enumeration(all)
    _ = try await enumeration([all[0]])
    try expectEqual(temporary.shown(), [1])
    try catalog.undoStep()
    try expectEqual(temporary.shown(), [1, 2, 3])
    _ = try await enumeration([all[0]])
    try expectEqual(temporary.shown(), [1, 2, 3], "the user asked for them")
    try catalog.undoStep()
    try expectEqual(catalog.findings(), [])
  }

  @Test("an undo during an enumeration removes nothing that the enumeration has seen")
  func undoneMeanwhile() async throws {
    let (old, new) = (try SourceRecord.records(0..<2), try SourceRecord.records(0..<2, pages: 200))
    _ = try await enumeration(old)
    _ = try await enumeration(new)
    let fails = Holder(true)
    let source = AnsweringSource { request in
      if request.cursor != nil, fails.value { throw ScriptedFailure("the line broke") }
      return .page(
        SourcePage(
          items: request.cursor == nil ? new.map { .record($0) } : [], cursor: request.cursor == nil ? "2" : nil,
          isLast: request.cursor != nil, coverage: .fullEnumeration(begins: request.cursor == nil, isStable: true)))
    }
    _ = try await temporary.refresh(source)
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 1), "100")
    fails.value = false
    _ = try await temporary.refresh(source)
    try expectEqual(temporary.shown(), [1, 2], "the source has them")
    try expectEqual(catalog.findings(), [])
  }
}
