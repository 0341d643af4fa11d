import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

/// The calls that an app makes every day, one each.
@Suite("Every day", .endsAtLast)
struct EverydayTests {
  private let catalog: BookCatalog

  init() throws {
    catalog = try BookCatalog.temporary(
      holding: (1...450).map { Book(id: 0, title: "Book \(1_000 + $0)", authors: [$0 % 2 == 0 ? "Even" : "Odd"]) })
  }

  @Test("a loop over a query's books visits each of them once, in order", arguments: [false, true])
  func loop(descending: Bool) async throws {
    var titles: [String] = []
    for try await book in catalog.books(matching: "author:odd", order: descending ? .title.descending : .title) {
      titles.append(book.title)
    }
    let expected = stride(from: 1, through: 449, by: 2).map { "Book \(1_000 + $0)" }
    expectEqual(titles, descending ? expected.reversed() : expected)
  }

  @Test("a loop continues after the visited books, whatever is removed and added meanwhile")
  func loopDuringEdits() async throws {
    var met: [Book.ID] = []
    for try await book in catalog.books(order: .title) {
      met.append(book.id)
      if met.count == 100 { try await catalog.remove(1) }
      if met.count == 150 { try await catalog.add { $0.title = "Zebra" } }
    }
    expectEqual(met, Array(1...451))
  }

  @Test("a loop ends with its task")
  func cancelledLoop() async throws {
    let task = Task { [catalog] in
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in catalog.books() {}
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("errors are caught by their codes")
  func matching() async throws {
    do {
      try await catalog.edit(999) { $0.title = "x" }
      Issue.record("there is no such book")
    } catch CatalogError.busy {
      Issue.record("it is not busy")
    } catch CatalogError.noSuchBook {
      // Not a match, as expected.
    }
    #expect(!(CatalogError.busy ~= CancellationError()))
    let codes: [CatalogError.Code] = [
      CatalogError.busy, CatalogError.damaged, CatalogError.notACatalog, CatalogError.newer,
      CatalogError.permissionDenied, CatalogError.diskFull, CatalogError.readOnly, CatalogError.missing,
      CatalogError.inTheWay, CatalogError.cancelled, CatalogError.noSuchBook, CatalogError.noSuchSource,
      CatalogError.noSuchField, CatalogError.ambiguousBook, CatalogError.privateData, CatalogError.nothingToDo,
      CatalogError.restored, CatalogError.failed,
    ]
    expectEqual(codes, CatalogError.Code.allCases)
  }

  @Test("a preview catalog has the given books, and is deleted with its owner")
  func temporary() async throws {
    let given = Book(id: 7, title: "Dune", authors: ["Frank Herbert"], tags: ["sf"], readState: .read, rating: 5)
    var catalog: BookCatalog? = try BookCatalog.temporary(holding: [given])
    let path = try #require(catalog?.path)
    let book = try #require(try await catalog?.book(1))
    for field in BookField.allCases where field != .added { expectEqual(book[field], given[field]) }
    let other = try BookCatalog.temporary()
    // A new file has the current schema version.
    #expect(other.path != path && other.upgrade == nil)
    try await expectEqual(other.count(), 0)
    #expect(throws: InvalidValue.self) { try BookCatalog.temporary(holding: [Book(id: 1, title: " ")]) }
    #expect(FileManager.default.fileExists(atPath: path))
    catalog = nil
    // Its last read may hold it for a moment.
    await waitUntil { !FileManager.default.fileExists(atPath: path) }
  }

  @Test("a query takes one call and has the same answer as a snapshot")
  func questions() async throws {
    try await expectEqual(catalog.count(of: "author:even"), 225)
    try await expectEqual(catalog.position(of: 3, in: BookQuery(order: .title)), 2)
    try await expectEqual(catalog.ids(of: "1001"), [1])
    try await catalog.edit(1) { $0.pages = 7 }
    #expect(try await catalog.provenance(of: 1).contains { $0.field == .pages && $0.value == .integer(7) })
    await #expect(throws: CatalogError.self) { try await catalog.provenance(of: 999) }
    try await expectEqual(catalog.history(of: 1).map(\.step.kind), [.edit, .add])
    try await expectEqual(catalog.steps(limit: 1).map(\.kind), [.edit])
    try await expectEqual(catalog.sources().map(\.name), ["local"])
    try await expectEqual(catalog.quarantine(), [])
    try await expectEqual(catalog.suggestions(for: "bok"), catalog.view { try $0.suggestions(for: "bok") })
    try await expectEqual(catalog.status().books, 450)
    try await expectEqual(catalog.check().findings, [])
    try await catalog.edit([1, 2, 3, 4]) { draft in
      draft.title = "The same"
      draft.authors = ["Somebody"]
    }
    try await catalog.edit([3, 4]) { $0.authors = ["Somebody Else"] }
    try await expectEqual(catalog.duplicates().map(\.books), [[1, 2], [3, 4]])
    try await expectEqual(catalog.duplicates(limit: 1).map(\.books), [[1, 2]])
  }

  @Test("a conflict is decided as it was reported")
  func conflict() async throws {
    func deliver(_ pages: Int) async throws {
      let record = SourceRecord("r") {
        $0.title = "Mort"
        $0.pages = pages
      }
      _ = try await catalog.importRecords(from: ListReader([record]), source: "shelf")
    }
    try await deliver(1)
    try await catalog.edit(451) { $0.pages = 2 }
    try await deliver(3)
    let conflict = try #require(try await catalog.conflicts().first)
    try await catalog.resolve(conflict, .theirs)
    try await expectEqual(catalog.book(451)?.pages, 3)
    do {
      try await catalog.resolve(conflict, .mine)
      Issue.record("it was decided already")
    } catch CatalogError.nothingToDo {
      try await expectEqual(catalog.conflicts(), [])
    }
  }

  @Test("a scheduled refresh is a step that is undone only by its number")
  func byItself() async throws {
    let catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune")])
    let source = ScriptedSource("news") { _ in
      SourcePage(records: [SourceRecord("r1") { $0.title = "Emma" }], cursor: "1", isLast: true)
    }
    try await catalog.edit(1) { $0.rating = 4 }
    let report = try await catalog.syncEngine(sources: [source]).refresh(RefreshOptions(onlyDue: true))[0]
    let step = try #require(report.step)
    #expect(try await catalog.read { try $0.steps(limit: 1) }[0].isByItself && report.counts.added == 1)
    #expect(try await catalog.undo().step.summary.contains("rated"))
    try await expectEqual(catalog.count(), 2)
    try await expectEqual(catalog.undo(step: step).step.id, step)
    try await expectEqual(catalog.count(), 1)
    await #expect(throws: CatalogError.self) { try await catalog.undo(step: step) }
  }
}
