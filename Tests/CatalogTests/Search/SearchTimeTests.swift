import CatalogTestSupport
import Synchronization
import Testing

@testable import Catalog

@Suite("A search whose time is up") struct SearchTimeTests {
  /// Time that is up when it has been asked for so many times.
  private final class Looks: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    var deadline: SearchDeadline {
      SearchDeadline { [self] in
        left.withLock { left in
          left -= 1
          return left < 0
        }
      }
    }

    /// Whether it was asked for often enough to be up.
    var wereTooFew: Bool { left.withLock { $0 < 0 } }
  }

  private static func ids(_ page: SearchPage) -> [Int64] { page.books.map(\.id) }

  /// What is found by going on behind a page until there is no more.
  private func rest(_ query: String, behind first: SearchPage, size: Int, _ snapshot: CatalogSnapshot) throws -> [Int64]
  {
    var found: [Int64] = []
    var next = first.next
    while let cursor = next {
      let page = try snapshot.search(
        query, at: .after(try SearchCursor("\(cursor)")), size: size, glance: Looks(0).deadline)
      try #require(!page.isCutShort && page.unplaced.isEmpty)
      // Behind nothing at all there may be nothing.
      try #require(!page.books.isEmpty || page.next == nil)
      found += Self.ids(page)
      next = page.next
    }
    return found
  }

  @Test(
    "finds every match once, by cursors and by page numbers, at whichever moment it is up",
    arguments: 1...6 as ClosedRange<UInt64>)
  func everyMatchOnce(seed: UInt64) async throws {
    let random = try await RandomQueries.Catalog(seed: seed, books: 80)
    var generator = random.generator
    for _ in 0..<12 {
      let query = RandomQueries.query(&generator)
      let size = generator.pick([1, 4, 20, 100])
      let context = "seed \(seed): \(query), \(size) a page"
      try random.temporary.catalog.view { snapshot in
        var all: [Int64] = []
        try snapshot.forEachMatch(of: query) { all.append($0.id) }
        var looks = 0
        while true {
          let time = Looks(looks)
          let first = try snapshot.search(query, at: .start, size: size, glance: time.deadline)
          let shown = Self.ids(first) + first.unplaced.map(\.id)
          #expect(Set(shown).isSubset(of: all) && Set(shown).count == shown.count && shown.count <= size, "\(context)")
          #expect(first.isCutShort || first.unplaced.isEmpty, "\(context)")
          let found = try Self.ids(first) + rest(query, behind: first, size: size, snapshot)
          try #require(found == all, "\(context), \(looks) looks at the clock")
          guard time.wereTooFew else { break }
          looks += 1 + looks / 4
        }
        var paged: [Int64] = []
        while case let page = try snapshot.search(
          query, at: .offset(paged.count), size: size, glance: Looks(0).deadline), !page.books.isEmpty
        {
          paged += Self.ids(page)
          #expect((page.next == nil) == (paged.count == all.count), "\(context)")
        }
        #expect(paged == all, "\(context)")
      }
    }
  }

  @Test("counts a load's books that the index does not hold yet among those whose place is not known")
  func pending() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (1...60).map { try SourceRecord("\($0)", [.title: "\($0 % 2 == 0 ? "Dune" : "Sands of Dune") \($0)"]) })
    let all = try temporary.catalog.view { try Self.ids($0.search("dune", size: 100, isPatient: true)) }
    try temporary.forget(31...60)
    try temporary.catalog.view { snapshot in
      for looks in 0..<150 {
        let first = try snapshot.search("dune", at: .start, size: 20, glance: Looks(looks).deadline)
        let found = try Self.ids(first) + rest("dune", behind: first, size: 20, snapshot)
        try #require(found == all, "\(looks) looks at the clock")
      }
    }
  }

  @Test("lets a list show what was found, and go on from what is certain")
  @MainActor func list() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (1...300).map { try SourceRecord("\($0)", [.title: "\($0 % 2 == 0 ? "Dune" : "Sands of Dune") \($0)"]) })
    let limits = BookListLimits(searchTime: .zero)
    let list = BookList(
      temporary.catalog, BookListQuery(text: "dune", limits: limits), pageSize: 10, clock: HastyClock())
    let follower = ListFollower(list)
    // Rows are wanted before it is known what stands before them.
    list.rowAppeared(at: 15)
    await list.settled()
    for index in stride(from: 0, to: 300, by: 7) {
      list.rowAppeared(at: index)
      await list.settled()
    }
    try await follower.check(temporary.catalog, "all of it was looked at")
  }
}
