import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport
@testable import CatalogUI

@MainActor @Suite("Rows", .endsAtLast)
struct RowsTests {
  private struct Banner: Identifiable, Equatable, Sendable {
    let id: Int64
  }

  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func books(_ count: Int) async throws -> [Book] {
    try await temporary.importRecords(
      (1...count).map { try SourceRecord("\($0)", [.title: "Book \(1_000 + $0)", .authors: "Jane Austen; Zoë"]) })
    return try await catalog.page(order: BookOrder(.title), size: count).books
  }

  @Test("rows of several kinds form one list with unique ids")
  func kinds() async throws {
    typealias Row = ListRow<Banner>
    let books = try await books(4)
    let rows = Row.sections(books) { $0.id == 3 ? "odd" : "others" }
    expectEqual(
      rows,
      [
        .header(SectionHeader(id: "others", title: "others", count: 2)), .book(books[0]), .book(books[1]),
        .header(SectionHeader(id: "odd", title: "odd", count: 1)), .book(books[2]),
        .header(SectionHeader(id: "others\u{1F}1", title: "others", count: 1)), .book(books[3]),
      ])
    let list = ItemList(rows)
    var window = ListWindow(rows: rows, count: .exactly(rows.count))
    list.onUpdate = { window = $0.applied(to: window) }
    list.append([.own(Banner(id: 1)), .notice(ListNotice(id: "1", level: .warning, text: "the feed does not answer"))])
    list.update(.notice(ListNotice(id: "1", text: "the feed answers again")))
    list.move(.notice("1"), to: 0)
    list.remove([.book(2), .header("odd")])
    #expect(list.items.count == 7 && window.rows == list.items)
    expectEqual(list.items.first, .notice(ListNotice(id: "1", text: "the feed answers again")))
    expectEqual(list.items.last, .own(Banner(id: 1)))
    list.fail(ScriptedFailure("no net"))
    if case .failed = list.state {} else { Issue.record("it failed") }
    #expect(window == ListWindow() && list.items.count == 7, "no rows are shown, and they are kept")
    list.append([.own(Banner(id: 2))])
    #expect(list.items.count == 8 && window.rows == list.items)
    list.fail(ScriptedFailure("no net"))
    list.append([])
    #expect(list.state.content == list.items && window.rows == list.items)
    list.reset()
    expectEqual(window, ListWindow())
  }

  @Test("rows are refilled, inserted and removed, and each change is reported to all listeners")
  func filling() async {
    func banners(_ ids: Int64...) -> [Banner] { ids.map(Banner.init) }
    var sequences: [AsyncStream<ListUpdate<Banner>>] = []
    do {
      let list = ItemList<Banner>()
      sequences = [list.updates, list.updates]
      var window = ListWindow<Banner>()
      list.onUpdate = { window = $0.applied(to: window) }
      list.items = banners(1, 2, 3)
      #expect(list.rows == banners(1, 2, 3) && window.rows == list.rows)
      list.insert(Banner(id: 4), at: 1)
      list.insert(banners(2, 5), at: 0)
      list.insert(banners(6, 6), at: .max)
      #expect(list.items == banners(2, 5, 1, 4, 3, 6) && window.rows == list.items)
      for index in [1, -1, 5, .max] { list.remove(at: index) }
      #expect(list.items == banners(2, 1, 4, 3, 6) && window.rows == list.items)
      list.fail(ScriptedFailure("no net"))
      #expect(list.state.failure is ScriptedFailure && list.rows == [] && window == ListWindow())
      list.items = banners(7, 8)
      #expect(list.state.failure == nil && window.rows == banners(7, 8))
    }
    // They end with the list.
    for updates in sequences {
      var (followed, failures) = (ListWindow<Banner>(), 0)
      for await update in updates {
        followed = update.applied(to: followed)
        if update.failure is ScriptedFailure { failures += 1 }
      }
      #expect(followed.rows == banners(7, 8) && failures == 1, "a failure is told as such")
    }
  }

  @Test("rows show the parts of a book that their presentation selects")
  func presentations() async throws {
    var book = try #require(try await books(1).first)
    book.pages = 200
    book.series = "Emma"
    book.averageRating = 4
    let short = RowContent(book)
    #expect(short.title == "Book 1001" && short.byline == "by Jane Austen and Zoë" && short.facts.isEmpty)
    #expect(short.score == 0.8 && !short.isFetched && short.isOpen == nil)
    let facts = RowContent(book, .detailed).facts
    expectEqual(facts.map { "\($0.field)=\($0.text)" }, ["series=Emma", "pages=200", "averageRating=4"])
    #expect(RowContent(book, .collapsible(isOpen: false)) != short)
    #expect(RowContent(book, .collapsible(isOpen: false)).facts.isEmpty)
    let open = RowContent(book, .collapsible(isOpen: true))
    #expect(open.facts == facts && open.isOpen == true)
    var metadata = ProviderMetadata()
    metadata.averageRating = 2.5
    metadata.cover = "https://example.org/cover.jpg"
    let loaded = MetadataState.loaded(BookMetadata(metadata, provider: "test", fetched: book.added))
    let fetched = RowContent(book, metadata: loaded)
    #expect(fetched.isFetched && fetched.score == 0.5 && fetched.cover == metadata.cover)
    book.rating = 5
    expectEqual(RowContent(book, metadata: loaded).score, 1, "what the user says comes first")
    #expect(RowContent(book, metadata: .notFound(until: book.added)).isFetched)
    book.authors = []
    #expect(RowContent(book).byline == nil)
    book.authors = ["A", "B", "C"]
    expectEqual(RowContent(book).byline, "by A, B and C")
  }

  @Test("rows load their metadata as they appear, individually, and lists share it")
  func metadata() async throws {
    _ = try await books(30)
    let gate = Gate()
    let provider = AnsweringProvider { query in
      try await gate.pass()
      if query.book == 3 { return .notFound }
      var metadata = ProviderMetadata()
      metadata.averageRating = Double(query.book.rawValue % 6)
      return .found(metadata)
    }
    let fetcher = catalog.metadataFetcher(provider: provider)
    let rows = RowMetadata(catalog, fetcher)
    rows.rowsAppeared([1, 2, 3], viewer: "list")
    rows.rowsAppeared([3, 4], ahead: [5], viewer: "tree")
    #expect(rows.state(of: 1) == .notAsked && !rows.isFetched(1))
    await observed { rows.state(of: 1) == .loading || rows.state(of: 1) == .waiting }
    await gate.open()
    await observed { [1, 2, 3, 4, 5].allSatisfy { rows.isFetched($0) } }
    if case .loaded(let found) = rows.state(of: 4) {
      expectEqual(found.metadata.averageRating, 4)
    } else {
      Issue.record()
    }
    if case .notFound = rows.state(of: 3) {} else { Issue.record("the provider does not know it") }
    expectEqual(provider.requests.flatMap(\.self).sorted(), [1, 2, 3, 4, 5], "no row is asked for twice")
    // Metadata that is already loaded is known without a request, also to later rows.
    let others = RowMetadata(catalog, fetcher)
    others.rowsAppeared([2])
    await observed { others.isFetched(2) }
    expectEqual(provider.requests.flatMap(\.self).count, 5)
    // A row that left recently is known when it returns; one that left before is dropped.
    rows.rowsAppeared([6], viewer: "list")
    rows.viewerLeft("tree")
    #expect(rows.isFetched(1) && rows.isFetched(4))
    await observed { rows.isFetched(6) }
    rows.rowsAppeared(Array(1_000..<Book.ID(1_000 + RowMetadata.remembered)), viewer: "list")
    #expect(rows.isFetched(6))
    rows.viewerLeft("list")
    #expect([1, 4, 6].allSatisfy { rows.state(of: $0) == .notAsked })
    await fetcher.stop()
  }

  @Test("previously fetched rows are known at once when they appear, while the fetcher is notified later")
  func comingBack() async throws {
    _ = try await books(3)
    let clock = HeldClock()
    let provider = AnsweringProvider { _ in .notFound }
    let fetcher = catalog.metadataFetcher(provider: provider)
    _ = try await fetcher.fetch([1, 2])
    let rows = RowMetadata(catalog, fetcher, clock: clock)
    rows.rowsAppeared([1])
    await clock.slept()
    // The clock stands still, so the fetcher is not notified of these.
    rows.rowsAppeared([2, 3])
    await observed { rows.isFetched(2) }
    #expect(rows.state(of: 3) == .notAsked && provider.requests.flatMap(\.self).sorted() == [1, 2])
    clock.advance()
    await observed { rows.isFetched(3) }
    await fetcher.stop()
  }

  @Test("rows scrolled past within 100 milliseconds request nothing")
  func pacing() async throws {
    _ = try await books(100)
    let clock = HeldClock()
    let provider = AnsweringProvider { _ in .notFound }
    let fetcher = catalog.metadataFetcher(provider: provider)
    let rows = RowMetadata(catalog, fetcher, clock: clock)
    for row in 1...10 as ClosedRange<Book.ID> { rows.rowsAppeared([row]) }
    await clock.slept()
    for row in 11...90 as ClosedRange<Book.ID> { rows.rowsAppeared([row]) }
    // Rows reported to the fetcher earlier would be requested before these.
    _ = try await fetcher.fetch([10, 95])
    expectEqual(Set(provider.requests.flatMap(\.self)), [10, 95], "the pause is not over")
    clock.advance()
    await observed { rows.isFetched(90) }
    expectEqual(Set(provider.requests.flatMap(\.self)), [10, 90, 95])
    await fetcher.stop()
  }

  @Test("rows that left the view are not requested if only visible ones should be")
  func visibleOnly() async throws {
    _ = try await books(20)
    let gate = Gate()
    let provider = AnsweringProvider { query in
      if query.book <= 2 { try await gate.pass() }
      return .notFound
    }
    let fetcher = catalog.metadataFetcher(provider: provider, servesQueue: false)
    let clock = HeldClock()
    let rows = RowMetadata(catalog, fetcher, policy: .visibleOnly, clock: clock)
    rows.rowsAppeared([1, 2], ahead: [10], viewer: "list")
    await gate.waitFor(1)
    await clock.slept()
    rows.rowsAppeared([3], ahead: [11], viewer: "list")
    clock.advance()
    await observed { rows.isFetched(3) }
    _ = try await fetcher.fetch([12])
    try #require(!rows.isFetched(1) && !rows.isFetched(2), "what was under way is given up")
    let requested = Set(provider.requests.flatMap(\.self))
    #expect(requested.isDisjoint(with: [10, 11]), "what is ahead is not in view")
    // None is left in the queue once the cancelled request has ended.
    let (provided, now) = (fetcher.provider, catalog.now())
    var states: [MetadataState] = []
    while states != Array(repeating: .notAsked, count: 4) {
      states = try await catalog.read { snapshot in
        let books = try [1, 2, 10, 11].compactMap { try snapshot.book($0) }
        return try snapshot.metadataStates(of: books, from: provided, now: now)
      }
    }
    await fetcher.stop()
  }

  @Test("rows learn what another fetcher has fetched")
  func otherFetcher() async throws {
    _ = try await books(3)
    let silent = catalog.metadataFetcher(provider: AnsweringProvider { _ in throw CancellationError() })
    await silent.stop()
    let rows = RowMetadata(catalog, silent)
    rows.rowsAppeared([2])
    await rows.update()
    expectEqual(rows.state(of: 2), .notAsked)
    let provider = AnsweringProvider { query in
      if query.book == 3 { return .notFound }
      var metadata = ProviderMetadata()
      metadata.averageRating = 4
      return .found(metadata)
    }
    let fetcher = catalog.metadataFetcher(provider: provider)
    _ = try await fetcher.metadata(of: 2)
    await observed { rows.isFetched(2) }
    // Unknown metadata changes no book: it is read when the row appears again.
    _ = try await fetcher.metadata(of: 3)
    rows.rowsAppeared([2, 3])
    await observed { rows.isFetched(3) }
    await fetcher.stop()
  }
}
