import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Queries as values") struct BookQueryTests {
  @Test("a query finds the books of its text within its filter, and ranks by the text alone")
  func filter() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      try SourceRecord("1", [.title: "Tales of Dune", .authors: "Herbert"]),
      try SourceRecord("2", [.title: "Dune", .authors: "Herbert"]),
      try SourceRecord("3", [.title: "Dune", .authors: "Walker"]),
      try SourceRecord("4", [.title: "Walker", .authors: "Herbert"]),
    ])
    let catalog = temporary.catalog
    let query = BookQuery("dune", in: "author:herbert", order: .bestMatch)
    try await expectEqual(catalog.page(query).books.map(\.id), [2, 1])
    try await expectEqual(catalog.count(of: query), 2)
    try await expectEqual(catalog.count(of: query, upTo: 1), .exactly(2))
    try await expectEqual(catalog.ids(of: query), [1, 2])
    try await expectEqual(catalog.groups(by: .author, of: query).map(\.count), [2])
    try await expectEqual(catalog.position(of: 1, in: query), 1)
    #expect(try await catalog.position(of: 3, in: query) == nil)
    try expectEqual(catalog.view { try $0.book(2, in: query) }?.id, 2)
    #expect(try catalog.view { try $0.book(3, in: query) } == nil)
    var read: [Book.ID] = []
    for try await book in catalog.books(query) { read.append(book.id) }
    expectEqual(read, [2, 1])
    // With only a text or only a filter, the other excludes nothing.
    try await expectEqual(catalog.page(BookQuery(in: "author:herbert", order: .title)).books.map(\.id), [2, 1, 4])
    try await expectEqual(catalog.page(BookQuery("dune", order: .title)).books.map(\.id), [2, 3, 1])
    try await expectEqual(catalog.page(BookQuery("-walker", in: "-tales OR -dune", order: .title)).books.map(\.id), [2])
  }

  @Test(
    "a query accepts a condition that all its books must meet, whatever it contains",
    arguments: [
      ("", "tag:x"), ("  dune  ", "dune tag:x"), ("dune OR emma", "dune OR emma tag:x"), ("dune OR", "tag:x dune OR"),
      ("\"dune", "tag:x \"dune"), ("author:“herbert", "tag:x author:“herbert"), ("OR", "OR tag:x"),
      ("OR dune OR", "tag:x or dune OR"), ("OR OR", "tag:x or OR"), ("OR OR OR", "OR OR OR tag:x"),
      ("OR -dune", "OR -dune tag:x"), ("-dune -\"emma", "tag:x -dune -\"emma"),
      (String(repeating: "-emma ", count: 32) + "no:tag", "tag:x " + String(repeating: "-emma ", count: 32) + "no:tag"),
    ])
  func conditions(text: String, typed: String) async throws {
    let narrowed = BookQuery.text(text, and: "tag:x")
    expectEqual(narrowed, text.isEmpty ? "tag:x" : typed)
    let books = ["Dune", "Emma", "Dune OR", "Or", "Dune"].enumerated().map { number, title in
      var book = Book(id: 0, title: title, authors: [number == 0 ? "Frank Herbert" : "Kim"])
      if number != 4 { book.tags = ["x"] }
      return book
    }
    let catalog = try BookCatalog.temporary(holding: books)
    let meant = try await catalog.ids(of: BookQuery(text, in: "tag:x"))
    try await expectEqual(catalog.ids(of: BookQuery(narrowed)), meant)
  }

  @Test("a query counts phrases up to a limit, and reports that there are more")
  func limit() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords((1...9).map { try SourceRecord("\($0)", [.title: "The long way \($0)"]) })
    let phrase: BookQuery = "\"long way\""
    let counts = try temporary.snapshot { snapshot in
      try [8, 0, 9, Int.max].map { try snapshot.count(of: phrase, upTo: $0) }
    }
    expectEqual(counts, [.atLeast(9), .atLeast(2), .exactly(9), .exactly(9)])
  }

  @Test("queries are equal by text, filter and order")
  func equality() {
    let query = BookQuery("dune", in: "is:read", order: .title)
    expectEqual(query, BookQuery("dune", in: "is:read", order: .title))
    let others = [
      BookQuery("dunes", in: "is:read", order: .title), BookQuery("dune", in: "is:unread", order: .title),
      BookQuery("dune", in: "is:read", order: .title.descending), "dune",
    ]
    #expect(!others.contains(query))
    expectEqual(Set(others + [query, query]).count, 5)
  }

  @Test("a query is a search if its text excludes any book")
  func search() {
    #expect(BookQuery("dune").isSearch)
    #expect(BookQuery("!").isSearch, "it finds nothing")
    #expect(!BookQuery(" ", in: "dune").isSearch)
  }
}
