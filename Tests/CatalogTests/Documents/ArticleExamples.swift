import Catalog
import CatalogSources
import CatalogUI
import FoundationEssentials
import TestExpectations
import Testing

/// The examples of the documentation's articles, line by line: ``DocumentationTests`` compares them.
@Suite("The examples of the documentation")
struct ArticleExamples {
  private let catalog: BookCatalog

  init() throws {
    catalog = try BookCatalog.temporary(holding: [
      Book(id: 1, title: "Dune", authors: ["Frank Herbert"]), Book(id: 2, title: "Emma", authors: ["Jane Austen"]),
    ])
  }

  @Test("the examples page, search and count")
  func paging() async throws {
    let page = try await catalog.page(matching: "language:en year:1900..1999", order: .year.descending, size: 20)
    for book in page.books { print(book.title) }
    if let next = page.next {
      let second = try await catalog.page(
        matching: "language:en year:1900..1999", order: .year.descending, at: .after(next), size: 20)
      print(second.books.count)
    }
    for try await book in catalog.books(matching: "is:unread", order: .author) { print(book.title) }
    let found = try await catalog.page(matching: "dune herb", order: .bestMatch, size: 10)
    expectEqual(found.books.map(\.id), [1])
    let tags = try await catalog.values(of: .tags, beginningWith: "sci", limit: 10)
    #expect(tags.isEmpty)
    try await catalog.saveSearch("unread-sf", "tag:sf is:unread")
    let lem = try await catalog.page(matching: "@unread-sf author:lem")
    for problem in try await catalog.problems(of: "titel:dune") { print(problem) }
    #expect(lem.books.isEmpty)
    let count = try await catalog.count(of: "tag:borrowed")
    let position = try await catalog.position(of: 1, in: BookQuery("tag:borrowed", order: .title))
    #expect(count == 0 && position == nil)
    let (books, unread) = try await catalog.read { snapshot in
      (try snapshot.page(size: 5).books, try snapshot.count(of: "is:unread"))
    }
    #expect(books.count == 2 && unread == 2)
  }

  @Test("the examples edit, add, remove and undo")
  func editing() async throws {
    let outcome = try await catalog.edit(1) {
      $0.title = "Dune"
      $0.tags.insert("favourite")
      $0.rating = 5
    }
    print(outcome.summary)
    expectEqual(outcome.differences.count, 2)
    try await catalog.edit([1, 2]) { $0.readState = .read }
    try await catalog.write(named: "tidy up") { transaction in
      try transaction.edit(1) { $0.series = "Dune Chronicles" }
      try transaction.remove([2])
    }
    let added = try await catalog.add {
      $0.title = "Dune Messiah"
      $0.authors = ["Frank Herbert"]
    }
    try await catalog.remove(added.books[0])
    let undone = try await catalog.undo()
    print(undone.step.summary, undone.left)
    try await catalog.redo()
    let rated = try await catalog.edit(1) { $0.rating = 4 }
    try await catalog.edit(1) { $0.notes = "Read it again." }
    try await catalog.undo(rated)
    try await expectEqual(catalog.book(1)?.rating, 5)
    try await expectEqual(catalog.book(1)?.notes, "Read it again.")
    let annas = try catalog.acting(as: "Anna")
    try await annas.edit(1) { $0.publisher = "Chilton" }
    try await catalog.edit(1) { $0.pages = 412 }
    let step = try await annas.undo().step
    print(step.summary, step.person?.name ?? "the owner")
    #expect(try await catalog.book(1)?.publisher == nil)
    let bens = try catalog.seen(by: "Ben")
    try await bens.edit(1) { $0.rating = 5 }
    let best = try await bens.page(BookQuery("is:rated", order: .rating.descending)).books
    expectEqual(best.map(\.id), [1])
    let recording = catalog.recording(command: "menu: Rate")
    let liked = try await recording.edit(1) { $0.rating = 4 }
    let made = try await catalog.read { try $0.steps(limit: 1).first }
    print(liked.summary, made?.command ?? "")
    expectEqual(made?.command, "menu: Rate")
    for conflict in try await catalog.conflicts() {
      try await catalog.resolve(conflict, .mine)
    }
    for entry in try await catalog.provenance(of: 1) where entry.origin != .nobody {
      print(entry.field, entry.origin)
    }
    try await expectEqual(catalog.books().map(\.id).reduce(into: []) { $0.append($1) }, [1])
  }

  @Test("the examples show a live list, a field and a value")
  @MainActor func lists() async throws {
    let list = BookList(catalog, order: .title)
    await list.settled()
    print(list.count.known)
    expectEqual(list.count.known, 2)
    for row in list.rows.prefix(20) {
      print(row.book?.title ?? "…")
    }
    list.rowAppeared(at: 0)
    list.searchText = "walk slee"
    await list.settled()
    expectEqual(list.count.known, 0)
    let title = try await catalog.binding(to: 1, \.title)
    try await title.set("Dune, the novel")
    try await title.undo()
    for try await unread in catalog.values({ try $0.count(of: "is:unread") }) {
      print(unread)
      break
    }
  }

  @Test("the examples refresh from a custom source")
  func source() async throws {
    let shelf = SimpleSource("shelf") {
      [
        SourceRecord("1") {
          $0.title = "Dune"
          $0.authors = ["Frank Herbert"]
        },
        SourceRecord("2") { $0.title = "Emma" },
      ]
    }
    let reports = try await catalog.syncEngine(sources: [shelf]).refresh(RefreshOptions(isDryRun: true))
    expectEqual(reports.map(\.counts.added), [1])
    for report in try await catalog.syncEngine(sources: [shelf]).refresh() {
      print(report.source, report.counts.added, report.counts.updated)
    }
    try await expectEqual(catalog.count(), 3)
    let archive = SimpleSource("archive") {
      AsyncThrowingStream<SourceRecord, any Error> { stream in
        for number in 1...2_000 {
          stream.yield(SourceRecord("\(number)") { $0.title = "Volume \(number)" })
        }
        stream.finish()
      }
    }
    try await expectEqual(catalog.syncEngine(sources: [archive]).refresh().map(\.counts.added), [2_000])
  }

  @Test("the examples refresh from a source that reports changes")
  func changes() async throws {
    struct Shelf: BookSource {
      let name = "news"

      func page(_ request: SourceRequest) async throws -> SourceAnswer {
        let first = request.cursor.flatMap { Int($0) } ?? 1
        let record = SourceRecord("\(first)") { $0.title = "News \(first)" }
        return .page(SourcePage(records: [record], cursor: "\(first + 1)", isLast: true))
      }
    }
    let engine = catalog.syncEngine(sources: [Shelf()])
    for _ in 0..<2 { try await expectEqual(engine.refresh().map(\.counts.added), [1]) }
    try await expectEqual(catalog.sources().first { $0.name == "news" }?.kind, .app)
  }

  @Test("the examples fetch metadata from a custom provider")
  func provider() async throws {
    try await catalog.edit(1) { $0.isbn = try ISBN("9780441013593") }
    let fetcher = catalog.metadataFetcher(provider: Stars())
    let state = try await fetcher.metadata(of: 1)
    await fetcher.stop()
    #expect(state.isSettled)
    try await expectEqual(catalog.book(1)?.averageRating, 4.5)
  }

  @Test("the examples catch errors and offer recovery")
  func errors() async throws {
    do {
      try await catalog.edit(99_999) { $0.title = "Dune" }
    } catch CatalogError.noSuchBook {
      print("it was removed meanwhile")
    } catch CatalogError.busy {
      print("another process is writing: try again")
    }
    func offer(_ error: CatalogError) -> String {
      switch error.remedy {
      case .repair: "Repair the catalog"
      case .restoreBackup: "Restore a backup"
      case .chooseAnotherFile, .openForWriting, nil: error.isRetryable ? "Try again" : "Close"
      }
    }
    expectEqual(offer(CatalogError(.busy, "write", "x", cause: "y")), "Try again")
    do {
      try await catalog.edit(1) { $0.isbn = try ISBN("978-0-14-198376-8") }
    } catch let error as InvalidValue {
      print(error)
    }
    #expect(try await catalog.book(1)?.isbn == nil)
  }

  @Test("the examples make a catalog for a test")
  @MainActor func testing() async throws {
    let temporary = try BookCatalog.temporary(holding: [
      Book(id: 1, title: "Dune", authors: ["Frank Herbert"]),
      Book(id: 2, title: "Emma", authors: ["Jane Austen"]),
    ])
    var options = BookCatalog.Options()
    options.now = { Date(timeIntervalSince1970: 0) }
    let dated = try BookCatalog.temporary(options: options)
    let shown = BookList(temporary, order: .title)
    await shown.settled()
    let report = try await temporary.check()
    #expect(report.findings.isEmpty && shown.count.known == 2)
    let added = try await dated.add { $0.title = "Emma" }
    try await expectEqual(dated.book(added.books[0])?.added, Date(timeIntervalSince1970: 0))
  }

  @Test("the examples use a catalog in an app")
  func embedding() async throws {
    let query = BookQuery("language:en", order: .year)
    var page = try await catalog.page(query, size: 3)
    if let next = page.next { page = try await catalog.page(query, at: .after(next), size: 3) }
    let best = try await catalog.page(matching: "walker", order: .bestMatch).books
    for try await book in catalog.books(matching: "tag:borrowed", order: .title) { print(book.title) }
    #expect(best.isEmpty)
    let book = try #require(await catalog.book(1))
    let origins = try await catalog.read { snapshot in
      try snapshot.book(book.id).map { try snapshot.provenance(of: $0) } ?? []
    }
    #expect(origins.contains { $0.field == .title })
    let outcome = try await catalog.edit(book.id) {
      $0.title = "Sleep"
      $0.tags.insert("borrowed")
    }
    #expect(outcome.books == [1] && page.books.isEmpty)
  }
}

/// Examples that are compiled but not run: they open a file of the reader's, or never end.
private func unrun() async throws {
  let catalog = try await BookCatalog.open("books.db")
  let page = try await catalog.page(matching: "author:herbert", order: .year)
  try await catalog.edit(page.books[0].id) { $0.title = "Dune" }
  try await catalog.undo()
  for try await count in catalog.values({ try $0.count(of: "is:unread") }) { print(count) }
  for try await name in catalog.values({ try $0.undoName }) { print(name ?? "nothing to undo") }
}

private func preview() throws -> BookCatalog {
  let catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune", authors: ["Frank Herbert"])])
  return catalog
}

struct Stars: MetadataProvider {
  let name = "stars"
  let host = "stars.example"
  let limits = MetadataLimits(batch: 25, rate: 1, parallel: 2)

  func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    queries.map { query in
      guard query.isbn != nil else { return .notFound }
      var metadata = ProviderMetadata()
      metadata.averageRating = 4.5
      return .found(metadata)
    }
  }
}
