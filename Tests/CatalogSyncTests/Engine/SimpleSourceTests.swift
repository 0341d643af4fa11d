import Catalog
import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@Suite("A source of sequential records")
struct SimpleSourceTests {
  private let catalog: BookCatalog

  init() throws { catalog = try BookCatalog.temporary() }

  private static func record(_ number: Int, _ title: String = "Book") -> SourceRecord {
    SourceRecord("r\(number)") { $0.title = "\(title) \(number)" }
  }

  private func refresh(_ source: SimpleSource, allowsRemovals: Bool = false) async throws -> RefreshReport {
    var options = RefreshOptions()
    options.allowsRemovals = allowsRemovals
    let reports = try await catalog.syncEngine(sources: [source]).refresh(options)
    return try #require(reports.first)
  }

  @Test(
    "a refresh adds all records of any number and removes missing ones", arguments: [0, 1, 20, 21, 520, 2_345])
  func numbers(count: Int) async throws {
    let shown = Mutex(0..<count)
    let source = SimpleSource("shelf") { shown.withLock { $0.map { Self.record($0) } } }
    try await expectEqual(refresh(source).counts.added, count)
    try await expectEqual(refresh(source).counts.unchanged, count)
    let half = count / 2
    shown.withLock { $0 = 0..<half }
    try await expectEqual(refresh(source, allowsRemovals: true).counts.removed, count - half)
    try await expectEqual(catalog.count(), half)
    try await expectEqual(catalog.sources().map(\.kind), [.app])
  }

  @Test("a refresh keeps the source's order, newest first, over any number of pages")
  func order() async throws {
    let source = SimpleSource("shelf") { (0..<1_300).map { Self.record($0) } }
    _ = try await refresh(source)
    let titles = try await catalog.page(order: .newestFirst, size: 2_000).books.map(\.title)
    expectEqual(titles, (0..<1_300).map { "Book \($0)" })
  }

  @Test("a refresh delivers records in pages as they arrive")
  func stream() async throws {
    let source = SimpleSource("shelf") {
      AsyncStream { stream in
        for number in 0..<1_500 { stream.yield(Self.record(number)) }
        stream.finish()
      }
    }
    var request = SourceRequest(size: 600)
    var sizes: [Int] = []
    repeat {
      guard case .page(let page) = try await source.page(request) else { break }
      if page.cursor != nil {
        // A repeated request gets the same answer, because the first may have failed.
        guard case .page(let again) = try await source.page(SourceRequest(cursor: page.cursor, size: 600)),
          case .page(let once) = try await source.page(SourceRequest(cursor: page.cursor, size: 600))
        else { break }
        #expect(again.items.count == once.items.count && again.cursor == once.cursor)
      }
      sizes.append(page.items.count)
      request = SourceRequest(cursor: page.cursor, size: 600)
    } while request.cursor != nil
    expectEqual(sizes, [600, 600, 300])
    try await expectEqual(refresh(source).counts.added, 1_500)
  }

  @Test("a failure midway is reported, keeps the delivered records, and the next refresh starts again")
  func failure() async throws {
    let fails = Mutex(true)
    let source = SimpleSource("shelf") {
      let isFailing = fails.withLock { $0 }
      return AsyncThrowingStream<SourceRecord, any Error> { stream in
        for number in 0..<700 { stream.yield(Self.record(number)) }
        stream.finish(throwing: isFailing ? SourceFailure(.denied, "shelf", cause: "it is locked") : nil)
      }
    }
    let report = try await refresh(source)
    #expect(report.failure?.code == .denied && report.failure?.cause == "it is locked")
    let kept = try await catalog.count()
    #expect(kept > 0 && kept < 700)
    fails.withLock { $0 = false }
    let next = try await refresh(source)
    #expect(next.failure == nil && next.counts.added == 700 - kept)
    // Another object, as after the app was restarted, does not know the cursor.
    try await expectEqual(refresh(SimpleSource("shelf") { (0..<700).map { Self.record($0) } }).counts.unchanged, 700)
  }

  @Test("other errors are reported with their own text")
  func otherError() async throws {
    struct Locked: Error, CustomStringConvertible { let description = "the shelf is locked" }
    let source = SimpleSource("shelf") { () async throws -> [SourceRecord] in throw Locked() }
    try await expectEqual(refresh(source).failure?.cause, "the shelf is locked")
  }
}
