import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Books that are not yet in the search index") struct PendingSearchTests {
  private let temporary: TemporaryCatalog
  private let queries = [
    "the", "dune", "the du", "herbert", "", "-dune", "pages:100..", "is:unread dune", "zzz",
    "dune 30", "dunes of the 31",
  ]

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (1...200).map { number in
        try SourceRecord(
          "\(number)",
          [
            .title: "\(number % 3 == 0 ? "The Dune" : "Dunes of the") \(number)", .authors: "Herbert",
            .pages: "\(number)",
          ])
      })
  }

  private func found(_ query: String) throws -> [[Book.ID]] {
    try temporary.catalog.view { snapshot in
      let query = BookQuery(query, order: .bestMatch)
      let first = try snapshot.page(query, size: 7)
      let second = try first.next.map { try snapshot.page(query, at: .after($0), size: 300).books.map(\.id) } ?? []
      let count = try snapshot.count(of: query, upTo: 1_000)
      let number: Book.ID = if case .exactly(let count) = count { Book.ID(count) } else { -1 }
      return [first.books.map(\.id), second, [number]]
    }
  }

  @Test("pending books are found in their right position")
  func found() throws {
    let before = try queries.map(found)
    try temporary.forget(20...90)
    try temporary.forget(150...150)
    for (query, expected) in zip(queries, before) { try expectEqual(found(query), expected, "\(query)") }
  }

  @Test("pending books are listed in every way of reading a list")
  func listed() throws {
    let ways = [
      SelectionLimits(), SelectionLimits(smallLimit: -1, testCost: 1), SelectionLimits(smallLimit: -1, testCost: .max),
      SelectionLimits(pending: 3),
    ]
    func listed(_ query: String, _ limits: SelectionLimits) throws -> [Book.ID] {
      try temporary.catalog.view { snapshot in
        let selection = try QueryCompiler(connection: snapshot.connection).selection(for: BookQuery(query).parsed)
        let reader = try PageReader(connection: snapshot.connection, limits: limits)
        let page = try reader.page(selection, KeyOrder(.title), at: .offset(2), size: 70)
        return page.books.map(\.id) + [Book.ID(try reader.count(selection))]
      }
    }
    let before = try queries.map { try listed($0, SelectionLimits()) }
    try temporary.forget(20...90)
    for (query, expected) in zip(queries, before) {
      for limits in ways { try expectEqual(listed(query, limits), expected, "\(query), \(limits)") }
    }
  }

  @Test("pending books are grouped")
  func grouped() throws {
    func groups(_ query: String) throws -> [String] {
      try temporary.catalog.view { snapshot in
        try snapshot.groups(by: .author, of: BookQuery(query), withBooks: true).map { "\($0.label ?? "") \($0.ids)" }
      }
    }
    let before = try queries.map(groups)
    try temporary.forget(20...90)
    for (query, expected) in zip(queries, before) { try expectEqual(groups(query), expected, "\(query)") }
  }

  @Test("too many pending books are reported instead of scanned")
  func many() throws {
    try temporary.catalog.tamper { connection in
      try DerivedPending(connection: connection).add(1_000...20_000, now: temporary.clock.now)
    }
    let page = try temporary.catalog.view { try $0.page(matching: "dune", order: .bestMatch) }
    expectEqual(page.unindexed, 19_001)
    expectEqual(page.books.count, 20)
  }
}

extension TemporaryCatalog {
  /// Removes the words of books, as a load leaves them between two transactions, with a note of these books.
  func forget(_ ids: ClosedRange<Int64>) throws {
    try catalog.tamper { connection in
      for id in ids { try connection.forgetTerms(of: Book.ID(id)) }
      try DerivedPending(connection: connection).add(ids, now: clock.now)
    }
  }
}

extension Connection {
  /// Removes the terms of a shown book from the search index.
  func forgetTerms(of book: Book.ID) throws {
    let terms = SearchTerms(try #require(try BookTable(connection: self).book(book)))
    var changes = SearchIndexChanges()
    changes.change(book.rawValue, from: terms, to: nil)
    try changes.write(self)
  }
}
