import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Sources that are removed and deliver again.
@Suite struct SourceReturnTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  @Test(arguments: SourceRemoval.allCases, [false, true])
  func `a merged book shows the values of its first record when its source returns`(
    removal: SourceRemoval, isReversed: Bool
  ) async throws {
    let records = try [
      SourceRecord("1", [.title: "The Trial", .notes: "first", .pages: "300"]),
      SourceRecord("2", [.title: "Solaris", .notes: "second", .pages: "200"]),
    ]
    try await temporary.importRecords(records, source: "shelf")
    _ = try await catalog.write { try $0.merge(isReversed ? [2, 1] : [1, 2]) }
    let before = try catalog.shownText()
    try catalog.removeTheSource("shelf", removal)
    try await temporary.importRecords(records, source: "shelf")
    try expectEqual(catalog.shownText(), before)
    for _ in 0..<2 { try catalog.undoStep() }
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    for _ in 0..<2 { try catalog.redoStep() }
    #expect(try catalog.shownText() == before && catalog.findings() == [])
  }

  @Test func `a source removed with its books kept finds them again, including merged ones`() async throws {
    let records = try [
      SourceRecord("1", [.title: "Dune", .pages: "600"]), SourceRecord("2", [.title: "Arrakis", .pages: "601"]),
      SourceRecord("3", [.title: "Emma"]),
    ]
    try await temporary.importRecords(records, source: "shelf")
    _ = try await catalog.write { try $0.merge([1, 2]) }
    let before = try catalog.shownText()
    try catalog.removeTheSource("shelf", .keepBooks)
    let report = try await temporary.importRecords(records, source: "shelf")
    #expect(report.counts.added == 0 && report.counts.updated == 3)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(temporary.records(of: 1).sorted(), ["shelf 1", "shelf 2"])
    try await expectEqual(temporary.importRecords(records, source: "shelf").counts.unchanged, 3)
    // The adopted record does not hide newer values of the source.
    var newer = records
    newer[2] = try SourceRecord("3", [.title: "Emma", .pages: "474"])
    try await temporary.importRecords(newer, source: "shelf")
    try await expectEqual(catalog.book(3)?.pages, 474)
    for _ in 0..<2 { try expectEqual(catalog.undoStep().left, []) }
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    try expectEqual(catalog.undoStep().left, [])
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    for _ in 0..<3 { try catalog.redoStep() }
    try await expectEqual(catalog.book(3)?.pages, 474)
    #expect(try catalog.bookCount() == 2 && catalog.findings() == [])
  }

  @Test func `a returning source joins the book that another source added meanwhile`() async throws {
    let isbn = "9780441013593"
    let first = try [SourceRecord("1", [.title: "Dune", .isbn: isbn, .pages: "600"])]
    try await temporary.importRecords(first, source: "a")
    try catalog.removeTheSource("a", .removeBooks)
    try await temporary.importRecords([SourceRecord("x", [.title: "Dune", .isbn: isbn])], source: "b")
    let before = try catalog.shownText()
    let report = try await temporary.importRecords(first, source: "a")
    #expect(report.counts.added == 0 && report.counts.updated == 1)
    let book = try #require(try catalog.found("dune").first)
    #expect(try catalog.bookCount() == 1 && temporary.records(of: book).sorted() == ["a 1", "b x"])
    try await expectEqual(catalog.book(book)?.pages, 600)
    try await expectEqual(temporary.importRecords(first, source: "a").counts.unchanged, 1)
    try expectEqual(catalog.undoStep().left, [])
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    try catalog.redoStep()
    try await expectEqual(catalog.book(book)?.pages, 600)
    try expectEqual(catalog.findings(), [])
  }

  @Test func `a book of two sources is hidden once both are removed with their books`() async throws {
    let isbn = "9780441013593"
    let first = try [SourceRecord("1", [.title: "Dune", .isbn: isbn, .pages: "600", .series: "Saga"])]
    let second = try [SourceRecord("x", [.title: "Dune", .isbn: isbn, .pages: "601"])]
    try await temporary.importRecords(first, source: "a")
    try await temporary.importRecords(second, source: "b")
    let both = try catalog.shownText()
    try expectEqual(catalog.removeTheSource("a", .removeBooks).kept, 1)
    let book = try #require(try await catalog.book(1))
    #expect(book.pages == 601 && book.series == nil)
    try expectEqual(catalog.removeTheSource("b", .removeBooks).removed, 1)
    #expect(try catalog.bookCount() == 0 && catalog.findings() == [])
    for _ in 0..<2 { try expectEqual(catalog.undoStep().left, []) }
    #expect(try catalog.shownText() == both && catalog.findings() == [])
    for _ in 0..<2 { try catalog.redoStep() }
    try expectEqual(catalog.bookCount(), 0)
    // Each source restores its values, in whichever order they return.
    try await temporary.importRecords(second, source: "b")
    try await temporary.importRecords(first, source: "a")
    #expect(try catalog.shownText() == both && catalog.findings() == [])
  }

  @Test func `a removed source's books stay as they are if the user has edited them`() async throws {
    let isbn = "9780441013593"
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Dune", .isbn: isbn, .series: "Saga"])], source: "a")
    try await temporary.importRecords([SourceRecord("x", [.title: "Dune", .isbn: isbn])], source: "b")
    try catalog.set(.pages, of: 1, to: "600")
    let before = try catalog.shownText()
    for name in ["a", "b"] { try expectEqual(catalog.removeTheSource(name, .removeBooks).kept, 1) }
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    #expect(throws: CatalogError.noSource("a")) { try catalog.removeTheSource("a", .removeBooks) }
  }

  @Test func `the ISBN of a merged book identifies the resulting book`() async throws {
    let isbns = ["9780441013593", "9780141439587"]
    func records(_ name: String) throws -> [SourceRecord] {
      try isbns.map { try SourceRecord("\(name)\($0)", [.title: "Dune", .authors: "Frank Herbert", .isbn: $0]) }
    }
    try await temporary.importRecords(records("a"), source: "a")
    let own = try #require(try catalog.found("isbn:\(isbns[0])").first)
    _ = try await catalog.write { try $0.merge([own, own.rawValue == 1 ? 2 : 1]) }
    for isbn in isbns { try expectEqual(catalog.view { try $0.id(named: isbn) }, own) }
    // A source with both has two records of the one book, and a new record that has the merged book's ISBN joins it.
    try await expectEqual(temporary.importRecords(records("b"), source: "b").counts.added, 0)
    try await expectEqual(temporary.importRecords([records("c")[1]], source: "c").counts.added, 0)
    #expect(try catalog.bookCount() == 1 && catalog.findings() == [])
    // A different title contradicts the number.
    let other = try SourceRecord("1", [.title: "Emma", .authors: "Jane Austen", .isbn: isbns[1]])
    try await expectEqual(temporary.importRecords([other], source: "d").counts.added, 1)
    // Once the merge is undone, the ISBN is the other book's again.
    for _ in 0..<4 { try expectEqual(catalog.undoStep().left, []) }
    #expect(try catalog.view { try $0.id(named: isbns[1]) } != own)
  }

  @Test func `rows without ids keep their books when they are reordered`() async throws {
    func volume(_ number: String) throws -> SourceRecord {
      var record = try SourceRecord(
        "vol by tan", [.title: "Vol", .authors: "Cy Tan", .series: "Ring", .seriesNumber: number])
      record.hasOwnID = false
      return record
    }
    let volumes = try ["1", "2", "3"].map(volume)
    try await temporary.importRecords(volumes)
    try catalog.set(.notes, of: 1, to: "mine")
    let before = try catalog.shownText()
    let report = try await temporary.importRecords(volumes.reversed())
    #expect(report.step == nil && report.counts.unchanged == 3)
    try expectEqual(catalog.shownText(), before)
    // A row that occurs twice is one book, at any position.
    #expect(try await temporary.importRecords([volumes[1], volumes[1], volumes[0], volumes[2]]).step == nil)
    try expectEqual(catalog.shownText(), before)
    try catalog.removeTheSource("test", .keepBooks)
    try await temporary.importRecords(volumes)
    try expectEqual(catalog.shownText(), before)
  }

  @Test func `a source whose import was undone joins the books that another source added`() async throws {
    let first = try [
      SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780441013593", .pages: "600"]),
      SourceRecord("2", [.title: "Emma", .authors: "Jane Austen"]),
    ]
    let second = try [
      SourceRecord("x", [.title: "Dune", .authors: "Frank Herbert"]),
      SourceRecord("y", [.title: "Emma", .authors: "Jane Austen"]),
    ]
    try await temporary.importRecords(first, source: "a")
    try catalog.undoStep()
    try await temporary.importRecords(second, source: "b")
    let before = try catalog.shownText()
    let report = try await temporary.importRecords(first, source: "a")
    #expect(report.counts.added == 0 && report.counts.updated == 2)
    #expect(try catalog.bookCount() == 2 && catalog.findings() == [])
    try expectEqual(catalog.found("pages:600").count, 1)
    #expect(try await temporary.importRecords(first, source: "a").step == nil)
    try expectEqual(catalog.undoStep().left, [])
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    try catalog.redoStep()
    #expect(try catalog.bookCount() == 2 && catalog.findings() == [])
  }

  @Test func `a record of an undone import that its source had lost joins another book without its earlier values`()
    async throws
  {
    func record(_ name: String, _ others: [BookField: String?] = [:]) throws -> SourceRecord {
      try SourceRecord(name, others.merging([.title: "Dune", .authors: "Frank Herbert"]) { $1 })
    }
    try await temporary.importRecords([record("1", [.language: "en", .notes: "mine"])], source: "a")
    try temporary.lose("1", of: "a")
    for _ in 0..<2 { try catalog.undoStep() }
    try await temporary.importRecords([record("x")], source: "b")
    let before = try catalog.shownText()
    let report = try await temporary.importRecords([record("1", [.pages: "600"])], source: "a")
    #expect(report.counts.added == 0 && report.counts.updated == 1)
    let book = try #require(try await catalog.book(2))
    #expect(book.pages == 600 && book.language == nil && book.notes == nil)
    #expect(try catalog.bookCount() == 1 && catalog.findings() == [])
    try expectEqual(catalog.undoStep().left, [])
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    try catalog.redoStep()
    #expect(try catalog.text(.pages, of: 2) == "600" && catalog.text(.language, of: 2) == nil)
  }

  private func edition(_ publisher: String) throws -> SourceRecord {
    var record = try SourceRecord("dup by g o", [.title: "Dup", .authors: "G O", .publisher: publisher])
    record.hasOwnID = false
    return record
  }

  @Test(arguments: SourceRemoval.allCases)
  func `a split-off book returns with its source`(removal: SourceRemoval) async throws {
    func dune(_ id: String) throws -> SourceRecord {
      try SourceRecord(id, [.title: "Dune", .authors: "Frank Herbert"])
    }
    try await temporary.importRecords([dune("1")], source: "a")
    try await temporary.importRecords([dune("2"), try SourceRecord("3", [.title: "Zed"])], source: "b")
    _ = try await catalog.write { try $0.split(1, source: "b") }
    let before = try catalog.shownText()
    try catalog.removeTheSource("b", removal)
    try await temporary.importRecords([dune("2"), try SourceRecord("3", [.title: "Zed"])], source: "b")
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test(arguments: [1, 2, 3] as [Book.ID], SourceRemoval.allCases)
  func `rows without ids find their own books after the source was removed`(
    rated: Book.ID, removal: SourceRemoval
  ) async throws {
    let editions = try ["P1", "P2", "P3"].map(edition)
    try await temporary.importRecords(editions)
    try catalog.set(.rating, of: rated, to: "4")
    let before = try catalog.shownText()
    try catalog.removeTheSource("test", removal)
    try await temporary.importRecords(editions)
    #expect(try catalog.shownText() == before && catalog.findings() == [])
    try catalog.removeTheSource("test", removal)
    try await temporary.importRecords(editions.reversed())
    #expect(try catalog.shownText() == before && catalog.findings() == [])
  }

  @Test(arguments: [[0, 1], [1, 0]], [[1, 2], [2, 1]] as [[Book.ID]])
  func `a source with records of both halves of a merged book joins it, in any order`(
    order: [Int], merged: [Book.ID]
  ) async throws {
    func records(_ name: String) throws -> [SourceRecord] {
      try [("Tale A", "9780441013593"), ("Tale B", "9780141439587")].map { (title: String, isbn: String) in
        try SourceRecord("\(name) \(title)", [.title: title, .authors: "Ann Marsh", .isbn: isbn])
      }
    }
    let (own, other, late) = try (records("own"), records("other"), records("late"))
    try await temporary.importRecords(own, source: "own")
    // This source delivers one half before the merge, and the other one after it.
    try await temporary.importRecords([late[order[0]]], source: "late")
    _ = try await catalog.write { try $0.merge(merged) }
    let before = try catalog.shownText()
    for (name, records) in [("late", late), ("other", other)] {
      let report = try await temporary.importRecords(order.map { records[$0] }, source: name)
      expectEqual(report.counts.added, 0, "\(name)")
    }
    #expect(try catalog.bookCount() == 1 && catalog.findings() == [])
    try expectEqual(catalog.shownText(), before)
    // Two records of one source with the same number are two books.
    let twice = try ["x", "y"].map { try SourceRecord($0, [.title: "Tale B", .isbn: "9780141439587"]) }
    try await expectEqual(temporary.importRecords(twice, source: "twice").counts.added, 1)
  }

  @Test(arguments: SimulatedSeeds.range(count: 8))
  func `sources that come, go and return add no book twice`(seed: UInt64) async throws {
    var life = try SourceLife(seed: seed, isMerging: false)
    try await life.live(steps: 25)
  }

  @Test(arguments: SimulatedSeeds.range(count: 8))
  func `merged and edited books stay the same when their source is removed and returns`(seed: UInt64) async throws {
    var life = try SourceLife(seed: seed, isMerging: true)
    try await life.mergeAndReturn(rounds: 4)
  }

  @Test(arguments: SimulatedSeeds.range(count: 8))
  func `sources that come, go and return find their books, whatever was merged`(seed: UInt64) async throws {
    var life = try SourceLife(seed: seed, isMerging: true)
    try await life.live(steps: 25)
  }
}
