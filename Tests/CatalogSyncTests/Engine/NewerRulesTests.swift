import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// A source whose data stay the same, while newer rules read more from them.
@Suite("Newer rules")
struct NewerRulesTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// Returns a source of three records in pages of one, as a version of the rules reads them, unchanged while the
  /// validator is the same.
  private func source(
    _ version: Int, etag: String = "same", size: Int = 1,
    _ reading: @escaping @Sendable (inout BookDraft, Int) -> Void = { _, _ in }
  ) -> AnsweringSource {
    AnsweringSource(decoderVersion: version) { request in
      if request.validators?.etag == etag { return .unchanged }
      let start = request.cursor == "end" ? 3 : Int(request.cursor ?? "0") ?? 0
      let stop = min(start + size, 3)
      let records = (start..<stop).map { number in
        SourceRecord("\(number)") { draft in
          draft.title = "Book \(number)"
          draft.publisher = "Ace"
          reading(&draft, number)
        }
      }
      let isWalk = request.cursor != "end"
      return .page(
        SourcePage(
          items: records.map { .record($0) }, cursor: stop == 3 ? "end" : "\(stop)", isLast: stop == 3,
          coverage: isWalk ? .fullEnumeration(begins: start == 0, isStable: true) : .changes,
          validators: SourceValidators(etag: etag)))
    }
  }

  private func decoder() throws -> String? { try temporary.foreign().value("SELECT decoder FROM sync_cursor") }

  @Test("newer rules read an unchanged source from its beginning once, and the report states it")
  func once() async throws {
    let first = try await temporary.refresh(source(1))[0]
    #expect(first.counts.added == 3 && !first.isByNewerRules)
    try await expectEqual(temporary.refresh(source(1))[0].counts, RunCounts())
    let richer = source(2) { draft, number in if number == 1 { draft.pages = 7 } }
    let report = try await temporary.refresh(richer)[0]
    #expect(report.isByNewerRules && report.outcome == .complete)
    #expect(report.counts.updated == 1 && report.counts.unchanged == 2 && report.counts.added == 0)
    #expect(richer.receivedRequests.map(\.cursor) == [nil, "1", "2"] && richer.receivedRequests[0].validators == nil)
    #expect(try catalog.text(.pages, of: 2) == "7" && decoder() == "2")
    let again = try await temporary.refresh(richer)[0]
    #expect(!again.isByNewerRules && again.counts == RunCounts() && again.step == nil)
    expectEqual(richer.receivedRequests.last?.validators?.etag, "same")
    try expectEqual(catalog.findings(), [])
  }

  @Test("newer rules continue their own interrupted walk and otherwise start anew")
  func killed() async throws {
    _ = try await temporary.refresh(source(1))
    for _ in 1...2 {
      var outside = SyncEngine.Outside()
      outside.pace.committed = { throw ScriptedFailure("killed") }
      let richer = source(2) { draft, _ in draft.pages = 7 }
      await #expect(throws: ScriptedFailure.self) { try await temporary.refresh(richer, outside: outside) }
      try expectEqual(decoder(), "-2")
      temporary.clock.advance(by: LeaseTable.duration)
    }
    let richer = source(2) { draft, _ in draft.pages = 7 }
    let report = try await temporary.refresh(richer)[0]
    #expect(report.isByNewerRules && report.outcome == .complete && report.counts.updated > 0)
    #expect(richer.receivedRequests.first?.cursor != nil && richer.receivedRequests.first?.validators == nil)
    for book in [1, 2, 3] as [Book.ID] { try expectEqual(catalog.text(.pages, of: book), "7") }
    try expectEqual(decoder(), "2")
    try expectEqual(catalog.findings(), [])
  }

  @Test("newer rules cause no conflict with an edit, keep existing ones, and undo restores both")
  func edits() async throws {
    _ = try await temporary.refresh(source(1))
    try catalog.set(.publisher, of: 1, to: "Mine")
    try catalog.set(.pages, of: 2, to: "9")
    try catalog.set(.publisher, of: 3, to: "Mine")
    let changed = source(1, etag: "new") { draft, number in if number == 2 { draft.publisher = "Virago" } }
    var full = RefreshOptions()
    full.isFull = true
    _ = try await temporary.refresh(changed, options: full)
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)

    let richer = source(2, etag: "new") { draft, number in
      draft.publisher = number == 2 ? "Virago Press" : "Ace Books"
      draft.pages = 7
    }
    let report = try await temporary.refresh(richer)[0]
    expectEqual(report.counts.updated, 3)
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    #expect(try catalog.text(.publisher, of: 1) == "Mine" && catalog.text(.pages, of: 2) == "9")
    try expectEqual(catalog.text(.pages, of: 1), "7")
    // The source's own later values apply again from now on.
    let later = source(2, etag: "newer") { draft, number in
      draft.publisher = number == 0 ? "Tor" : number == 2 ? "Virago Press" : "Ace Books"
      draft.pages = 7
    }
    _ = try await temporary.refresh(later, options: full)
    try expectEqual(catalog.view { try $0.conflictCount() }, 2)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    #expect(try catalog.text(.pages, of: 1) == nil && catalog.text(.publisher, of: 1) == "Mine")
    try expectEqual(catalog.findings(), [])
  }

  @Test("newer rules count only books with visible changes as updated")
  func hidden() async throws {
    _ = try await temporary.refresh(source(1, size: 3))
    for book in [1, 2, 3] as [Book.ID] { try catalog.set(.publisher, of: book, to: "Mine") }
    let report = try await temporary.refresh(source(2, size: 3) { draft, _ in draft.publisher = "Ace Books" })[0]
    #expect(report.counts.updated == 0 && report.counts.unchanged == 3)
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
  }

  @Test("newer rules read a source again after undo restored values of older ones")
  func undone() async throws {
    _ = try await temporary.refresh(source(1))
    let more = AnsweringSource { request in
      .page(
        SourcePage(
          records: [SourceRecord("9") { $0.title = "Nine" }], cursor: "\(request.cursor ?? "") more", isLast: true))
    }
    _ = try await temporary.refresh(more)
    _ = try await temporary.refresh(source(2) { draft, _ in draft.pages = 7 })
    try catalog.undoStep()
    try catalog.undoStep()
    #expect(try catalog.text(.pages, of: 1) == nil)
    _ = try await temporary.refresh(source(2) { draft, _ in draft.pages = 7 })
    try expectEqual(catalog.text(.pages, of: 1), "7")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a dry run reports the changes of newer rules without leaving a trace")
  func dryRun() async throws {
    _ = try await temporary.refresh(source(1))
    let before = try temporary.rows()
    var options = RefreshOptions()
    options.isDryRun = true
    let report = try await temporary.refresh(source(2) { draft, _ in draft.pages = 7 }, options: options)[0]
    #expect(report.isByNewerRules && report.counts.updated == 3)
    try expectEqual(temporary.rows(), before)
  }

  @Test("newer rules apply to a catalog from before rule versions were kept, if the source's version has risen")
  func olderSchema() async throws {
    _ = try await temporary.refresh(source(1))
    try catalog.set(.publisher, of: 1, to: "Mine")
    let path = temporary.folder.file("older.db")
    try await catalog.backup(to: path)
    try OlderSchema.goBack(path, before: "decoder")
    let old = try await BookCatalog.open(path)
    defer { old.close() }
    #expect(try await !old.syncEngine(sources: [source(1)]).refresh()[0].isByNewerRules)
    let report = try await old.syncEngine(sources: [source(2) { draft, _ in draft.pages = 7 }]).refresh()[0]
    #expect(report.isByNewerRules && report.counts.updated == 3)
    try expectEqual(old.findings(), [])
  }
}
