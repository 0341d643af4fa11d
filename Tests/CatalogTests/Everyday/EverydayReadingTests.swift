import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

/// Every query of a snapshot, made as a call of the catalog and as a call of a snapshot.
@Suite("Reading every day")
struct EverydayReadingTests {
  private let catalog: BookCatalog

  init() throws {
    catalog = try BookCatalog.temporary(
      holding: (1...60).map {
        Book(
          id: 0, title: "Great book \(100 + $0)", authors: [$0 % 2 == 0 ? "Even" : "Odd"], tags: $0 <= 3 ? ["few"] : [],
          readState: $0 == 1 ? .reading : .unread)
      })
  }

  @Test("pages are requested by number and by cursor")
  func pages() async throws {
    let first = try await catalog.page(order: .title, at: .offset(10), size: 5)
    #expect(first.books.map(\.id) == [11, 12, 13, 14, 15] && first.unindexed == 0)
    let next = try #require(first.next)
    try await expectEqual(catalog.page(order: .title, at: .after(next), size: 1).books.map(\.id), [16])
    try await expectEqual(catalog.count(of: BookQuery("few", in: "author:odd")), 2)
    try await expectEqual(catalog.book(1)?.readState, .reading)
    #expect(try await catalog.book(1, in: "author:even") == nil)
    #expect(try await catalog.book(2, in: "author:even") != nil)
  }

  @Test("a count up to a limit reports whether it is complete")
  func counts() async throws {
    let all = try await catalog.count(of: "author:odd", upTo: 5)
    #expect(all == .exactly(30) && all.isExact && all.known == 30)
    let many = try await catalog.count(of: "\"great book\"", upTo: 5)
    #expect(many == .atLeast(6) && !many.isExact)
  }

  @Test("a regular expression is matched book by book and reports its progress")
  func scans() async throws {
    let (progress, continuation) = AsyncStream.makeStream(of: ScanProgress.self)
    try await expectEqual(catalog.reportingProgress { continuation.yield($0) }.count(of: "title~/5$/"), 6)
    continuation.finish()
    let last = try #require(await progress.first { $0.done == $0.total })
    expectEqual(last.total, 60)
  }

  @Test("every book is visited in one snapshot")
  func loops() async throws {
    let titles = try await catalog.read { snapshot in
      var (titles, ids): ([String], [Book.ID]) = ([], [])
      try snapshot.forEachBook(of: BookQuery("tag:few", order: .title.descending)) { titles.append($0.title) }
      try snapshot.forEachBookByID { ids.append($0.id) }
      expectEqual(ids, Array(1...60))
      return titles
    }
    expectEqual(titles, ["Great book 103", "Great book 102", "Great book 101"])
  }

  @Test("books are grouped, with their numbers on request")
  func groups() async throws {
    let groups = try await catalog.groups(by: .tag, withBooks: true)
    #expect(groups.map(\.label) == ["few"] && groups.map(\.ids) == [[1, 2, 3]] && groups.map(\.count) == [3])
    let counted = try await catalog.read { try $0.groups(by: .author, of: "tag:few") }
    #expect(counted.map(\.label) == ["Even", "Odd"] && counted.map(\.count) == [1, 2])
    let lines = try await catalog.lines(of: [2, 1])
    #expect(lines.map(\.title) == ["Great book 102", "Great book 101"] && BookLine.authorLimit > 0)
    try await expectEqual(catalog.read { try $0.lines(of: [1], withAuthors: false).map(\.authors) }, [[]])
  }

  @Test("readings are counted")
  func statistics() async throws {
    try await catalog.edit(2) {
      ($0.readState, $0.started, $0.finished) = (.read, try PartialDate("2024-01-30"), try PartialDate("2024-02-02"))
      ($0.rating, $0.averageRating, $0.pages, $0.language) = (4.5, 4, 300, "en")
      $0.earlierReadings = [Reading(finished: try PartialDate("2024-01")), Reading(outcome: .abandoned)]
    }
    let year = try await catalog.statistics(year: 2024)
    #expect(year.year == 2024 && year.books == 60 && year.states == [.unread: 58, .reading: 1, .read: 1])
    #expect(year.readings == 2 && year.booksRead == 1 && year.rereads == 1 && year.pages == 600)
    expectEqual(year.periods.map(\.readings), [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(year.periods[1].date == (try PartialDate("2024-02")) && year.periods[1].pages == 300)
    #expect(year.ratings.count == 1 && year.ratings.mean == 4.5 && year.ratings.halves[8] == 1)
    #expect(year.averages.mean == 4 && year.languages.map(\.name) == ["eng"] && year.languages.map(\.count) == [1])
    #expect(year.authors.map(\.name) == ["Even"] && year.authors.map(\.count) == [2])
    #expect(year.longest?.id == 2 && year.longest?.amount == 300 && year.shortest?.title == "Great book 102")
    let durations = try #require(year.durations)
    #expect(durations.count == 1 && durations.median == 4 && durations.mean == 4)
    #expect(durations.quickest == durations.slowest && durations.quickest.amount == 4)
    let pace = try #require(year.pace)
    #expect(pace.pages == 300 && pace.days == 4 && pace.pagesPerDay == 75)
    #expect(year.streaks.days?.length == 4 && year.streaks.months?.length == 2)
    expectEqual(year.streaks.days?.first, try PartialDate("2024-01-30"))
    expectEqual(year.streaks.days?.last, try PartialDate("2024-02-02"))
    #expect(year.streaks.currentDays == nil && year.streaks.currentMonths == nil)
    #expect(year.owned == 0 && year.ownedUnread == 0 && year.readingsWithoutPages == 0 && year.withoutMonth == 0)
    let all = try await catalog.read { try $0.statistics(of: "author:even", authors: 0) }
    #expect(all.year == nil && all.books == 30 && all.abandoned == 1 && all.undated == 0 && all.authors.isEmpty)
  }

  @Test("a book is found by its everyday name")
  func names() async throws {
    try await catalog.edit(5) { $0.isbn = try ISBN("9780441013593") }
    try await expectEqual(catalog.id(named: "0-441-01359-7"), 5)
    let uuid = try #require(try await catalog.book(5)?.uuid)
    try await expectEqual(catalog.id(named: uuid.uuidString), 5)
    try await expectEqual(catalog.ids(titled: "great BOOK 107", by: ["odd"]), [7])
    try await expectEqual(catalog.ids(titled: "?", by: [], isbns: [ISBN("0441013597")]), [5])
    let suggestions = try await catalog.suggestions(for: "bok", isExhaustive: true)
    #expect(suggestions.spellings == ["book"] && suggestions.insideWords == [])
  }

  @Test("steps are listed in the order of undo and of redo")
  func steps() async throws {
    let change = try await catalog.edit(1) { $0.pages = 7 }
    let step = try #require(try await catalog.stepsToUndo(limit: 1).first)
    #expect(step.id == change.step && step.state == .done && step.at <= Date())
    #expect(change.differences.map(\.old) == [nil] && change.differences.map(\.new) == [.integer(7)])
    let changes = try await catalog.history(of: 1, limit: 1).flatMap(\.changes)
    #expect(changes.map(\.old) == [nil] && changes.map(\.new) == ["7"])
    let changed = try #require(try await catalog.changes(of: step.id))
    #expect(changed.step == step && changed.bookCount == 1 && changed.books.map(\.id) == [1])
    #expect(changed.books[0].changes == changes && !changed.books[0].title.isEmpty)
    try await expectEqual(catalog.stepsBlockingUndo(of: change), [])
    try await catalog.undo()
    try await expectEqual(catalog.stepsToRedo().map(\.state), [.undone])
    try await expectEqual(catalog.read { try $0.redoable?.id }, change.step)
    try await expectEqual(catalog.undoable?.kind, .add)
    try await expectEqual(catalog.redoName, change.summary)
    try await expectEqual(catalog.undoName?.hasSuffix("added as 60"), true)
  }

  @Test("sources and imports are found by their names")
  func sources() async throws {
    try await expectEqual(catalog.source(named: "LOCAL").kind, .local)
    await #expect(throws: CatalogError.self) { try await catalog.source(named: "home") }
    #expect(try await !catalog.hasRemovedSamples())
    try await expectEqual(catalog.importName("My books", location: "/books.csv"), "My-books")
    let (feed, paused) = try await catalog.write { transaction in
      let feed = try transaction.addSource("feed", kind: .feed, location: "https://books.example")
      return (feed, try transaction.pauseSource("feed"))
    }
    #expect(feed.state == .active && paused.state == .paused)
    let named = try await catalog.write { transaction in
      try transaction.resumeSource("feed")
      return try transaction.setSource("feed", [.name("news"), .every(.seconds(60))])
    }
    #expect(named.name == "news" && named.state == .active && named.every == .seconds(60))
    let removed = try await catalog.removeSource("news", .keepBooks)
    #expect(removed.source.name == "news" && removed.kept == 0)
    try await expectEqual(catalog.read { try $0.source(named: "local").name }, "local")
  }

  @Test("metadata is kept, queued and counted")
  func metadata() async throws {
    let kept = try await catalog.write { transaction in
      var metadata = ProviderMetadata()
      metadata.averageRating = 4.5
      try transaction.keep(metadata, of: 1, from: "stars")
      try transaction.askMetadata(of: [2], from: "stars")
      return try transaction.snapshot.book(1)
    }
    expectEqual(kept?.averageRating, 4.5)
    let metadata = try await catalog.metadata(of: 1)
    #expect(metadata.map(\.provider) == ["stars"] && metadata.allSatisfy { $0.fetched <= Date() })
    let books = [try #require(kept), try #require(try await catalog.book(2)), try #require(try await catalog.book(3))]
    let states = try await catalog.metadataStates(of: books, from: "stars")
    #expect(states.map(\.isSettled) == [true, false, false] && states[1] == .waiting && states[2] == .notAsked)
    try await expectEqual(catalog.metadataStatus().providers.map(\.name), ["stars"])
    let origin = try await catalog.provenance(of: 1).first { $0.field == .averageRating }?.origin
    if case .provider(let name, _)? = origin {
      expectEqual(name, "stars")
    } else {
      Issue.record("\(String(describing: origin))")
    }
  }

  @Test("a catalog is maintained, copied and restored")
  func care() async throws {
    try expectEqual(catalog.unindexedBooks(), 0)
    try catalog.finishIndexing()
    let folder = TemporaryFolder()
    try await catalog.backup(to: folder.file("copy.db"))
    try await catalog.remove(1)
    let copy = try await catalog.restore(from: folder.file("copy.db"))
    #expect(copy != nil)
    try await expectEqual(catalog.count(), 60)
    let reading = try await BookCatalog.open(
      folder.file("copy.db"), options: .init(createsFile: false, isReadOnly: true))
    #expect(reading.isReadOnly && !catalog.isReadOnly)
    var options = BookCatalog.Options()
    options.createsFile = false
    await #expect(throws: CatalogError.self) { try await BookCatalog.open(folder.file("none.db"), options: options) }
  }

  @Test("changes are reported for some books, for many, and for the file")
  func changes() async throws {
    let folder = TemporaryFolder()
    let catalog = try await BookCatalog.open(folder.file("catalog.db"))
    try await catalog.add { $0.title = "Dune" }
    let changes = try catalog.changes()
    #expect(changes.seesOtherProcesses)
    var iterator = changes.makeAsyncIterator()
    try await catalog.edit(1) { $0.pages = 412 }
    try await expectEqual(iterator.next(), .books([1]))
    _ = try await catalog.importRecords(
      from: ListReader((0..<20_000).map { number in SourceRecord("\(number)") { $0.title = "Book \(number)" } }),
      source: "many")
    try await expectEqual(iterator.next(), .many)
    try folder.move("catalog.db", to: "away.db")
    while let change = try await iterator.next(), change != .fileMissing {}
    try folder.write("catalog.db", "something else")
    try await expectEqual(iterator.next(), .fileReplaced)
    catalog.close()
  }
}
