import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The next refresh delivers the data of an undone one again, wherever the source was read to meanwhile.
@Suite("A refresh that was undone")
struct UndoneRefreshTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  /// A feed with a log: it delivers the lines after the cursor, which is a number of lines.
  private final class Log: Sendable {
    private let lines = Holder<[SourceItem]>([])
    let source: AnsweringSource

    init(_ size: Int = 100) {
      source = AnsweringSource { [lines] request in
        let (all, start) = (lines.value, request.cursor.flatMap { Int($0) } ?? 0)
        let end = min(start + size, all.count)
        return .page(SourcePage(items: Array(all[start..<end]), cursor: "\(end)", isLast: end == all.count))
      }
    }

    func say(_ items: SourceItem...) { lines.value += items }

    func say(_ id: String, _ title: String, _ pages: Int = 100) throws {
      say(.record(try SourceRecord(id, [.title: title, .pages: "\(pages)"])))
    }
  }

  private func titles() throws -> [String] { try catalog.view { try $0.page(size: 100).books.map(\.title).sorted() } }

  private func tombstones() throws -> [String?] {
    try temporary.foreign().rows("SELECT remote_id FROM source_record WHERE gone_at IS NOT NULL").map { $0[0] }
  }

  @Test("undone data come again after a refresh without changes has read on, and after a redo")
  func readOn() async throws {
    let log = Log()
    try log.say("0", "Zero")
    _ = try await temporary.refresh(log.source)
    try log.say("1", "One")
    try log.say("0", "Zero, new")
    _ = try await temporary.refresh(log.source)
    try log.say("0", "Zero, new")
    #expect(try await temporary.refresh(log.source)[0].step == nil)
    try catalog.undoStep()
    try expectEqual(titles(), ["Zero"])
    let report = try await temporary.refresh(log.source)[0]
    #expect(report.counts.added == 1 && report.counts.updated == 1)
    try expectEqual(titles(), ["One", "Zero, new"])

    try catalog.undoStep()
    log.say(.removed(remoteID: "9"))
    try catalog.redoStep()
    #expect(try await temporary.refresh(log.source)[0].step == nil)
    expectEqual(log.source.receivedRequests.map(\.cursor), [nil, "1", "3", "1", "1"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("undone data come again if the undo preceded the end of the refresh and the source reports no changes")
  func undoneBehindLastPage() async throws {
    let lines = Holder<[String]>(["1"])
    let source = AnsweringSource { request in
      let all = lines.value
      if request.validators?.etag == all.last { return .unchanged }
      let record = try SourceRecord("0", [.title: "Zero", .pages: all.last])
      return .page(
        SourcePage(
          items: [.record(record)], cursor: all.last, isLast: true, validators: SourceValidators(etag: all.last)))
    }
    _ = try await temporary.refresh(source)
    lines.value += ["2"]
    var outside = SyncEngine.Outside()
    let commits = CommitCounter()
    outside.pace.committed = { [catalog] in
      if commits.next() == 1 { try catalog.undoStep() }
    }
    _ = try await temporary.refresh(source, outside: outside)
    try expectEqual(catalog.text(.pages, of: 1), "1")
    _ = try await temporary.refresh(source)
    try expectEqual(catalog.text(.pages, of: 1), "2")
    let etags = source.receivedRequests.map { $0.validators?.etag }
    expectEqual(etags, [nil, "1", nil])
    try expectEqual(catalog.findings(), [])
  }

  @Test("records that the source no longer has stay away, and a book that stays is in conflict")
  func kept() async throws {
    let log = Log()
    try log.say("0", "Zero", 1)
    try log.say("1", "One")
    _ = try await temporary.refresh(log.source)
    try log.say("0", "Zero", 2)
    _ = try await temporary.refresh(log.source)
    try catalog.set(.publisher, of: 1, to: "Mine")
    log.say(.removed(remoteID: "0"))
    #expect(try await temporary.refresh(log.source)[0].step == nil, "the book stays, and is named")
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 1), "1")
    try expectEqual(tombstones(), ["0"])
    try expectEqual(catalog.view { try $0.conflicts(limit: 9).map(\.subject) }, [.removal])
    try catalog.redoStep()
    try expectEqual(catalog.text(.pages, of: 1), "2")
    _ = try await temporary.refresh(log.source)
    try expectEqual(tombstones(), ["0"])
    try expectEqual(catalog.findings(), [])
  }

  /// Returns a log of which one record of three was read, and an environment in which each transaction stores one.
  private func halfRead(
    committed: @escaping @Sendable () async throws -> Void
  ) async throws -> (log: Log, outside: SyncEngine.Outside) {
    let log = Log()
    try log.say("0", "Zero")
    _ = try await temporary.refresh(log.source)
    try log.say("1", "One")
    try log.say("2", "Two")
    var outside = SyncEngine.Outside()
    outside.pace.transactionTime = 0
    outside.pace.committed = committed
    return (log, outside)
  }

  @Test("undone data come again after a refresh killed midway through a page, which the next one completed")
  func killed() async throws {
    let (log, outside) = try await halfRead { throw ScriptedFailure("killed") }
    await #expect(throws: ScriptedFailure.self) { try await temporary.refresh(log.source, outside: outside) }
    try expectEqual(titles(), ["One", "Zero"])
    temporary.clock.advance(by: LeaseTable.duration)
    _ = try await temporary.refresh(log.source)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(titles(), ["Zero"])
    _ = try await temporary.refresh(log.source)
    try expectEqual(titles(), ["One", "Two", "Zero"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("undone data come again if the undo happens while the rest of the page is stored")
  func undoneMeanwhile() async throws {
    let (catalog, commits) = (catalog, Holder(0))
    let (log, outside) = try await halfRead {
      commits.value += 1
      if commits.value == 1 { _ = try catalog.undo() as ReplayOutcome }
    }
    try await expectEqual(temporary.refresh(log.source, outside: outside)[0].outcome, .complete)
    try expectEqual(titles(), ["One", "Two", "Zero"])
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "undone data come again after a refresh that only removed unmentioned records or released quarantined ones")
  func noPage() async throws {
    func feed(_ items: [SourceItem], decoder: Int = 1) -> AnsweringSource {
      let decode: @Sendable ([UInt8]) throws -> SourceRecord? = { _ in try SourceRecord("bad", [.title: "Mended"]) }
      return AnsweringSource(decoderVersion: decoder, reading: decode) { request in
        let isEnumeration = request.cursor == nil
        return .page(
          SourcePage(
            items: isEnumeration ? items : [], cursor: "end", isLast: true,
            coverage: isEnumeration ? .fullEnumeration(begins: true, isStable: true) : .changes))
      }
    }
    func record(_ id: String, _ pages: Int) throws -> SourceItem {
      .record(try SourceRecord(id, [.title: "Dune", .isbn: "9780441013593", .pages: "\(pages)"]))
    }
    _ = try await temporary.refresh(AnsweringSource("first", items: [record("x", 100)]))
    _ = try await temporary.refresh(feed([record("y", 200)]))
    var options = RefreshOptions()
    options.isFull = true
    // The list is empty then.
    options.allowsRemovals = true
    _ = try await temporary.refresh(feed([]), options: options)
    try expectEqual(tombstones(), ["y"])
    try catalog.undoStep()
    try expectEqual(tombstones(), [])
    options.isFull = false
    _ = try await temporary.refresh(feed([]), options: options)
    try expectEqual(tombstones(), ["y"])
    options = RefreshOptions()
    options.isFull = true

    let bad = SourceItem.bad(BadRecord(remoteID: "bad", payload: Array("bad".utf8), reason: "not yet"))
    _ = try await temporary.refresh(feed([bad]), options: options)
    let repaired = try SourceItem.record(SourceRecord("bad", [.title: "Mended"]))
    try await expectEqual(temporary.refresh(feed([repaired], decoder: 2))[0].counts.added, 1)
    try catalog.undoStep()
    try expectEqual(titles(), ["Dune"])
    _ = try await temporary.refresh(feed([repaired], decoder: 2))
    try expectEqual(titles(), ["Dune", "Mended"])
    try expectEqual(catalog.findings(), [])
  }
}
