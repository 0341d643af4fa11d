import CatalogTestSupport
import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Patterns in queries")
struct PatternQueryTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords([
      try SourceRecord(
        "1", [.title: "The Rings (Tales, #3)", .authors: "Le Guin; A. Nobody", .tags: "sf/fantasy", .publisher: "Ace"]),
      try SourceRecord("2", [.title: "the rings", .authors: "Émile Zola", .notes: "first line\nsecond line"]),
      try SourceRecord(
        "3", [.title: "Dune", .tags: "classic; sf", .series: "Dune", .contributors: "Zoë Rings | translator"]),
    ])
    _ = try await catalog.write { _ = try ($0.addField("shelf", .text), $0.addField("price", .number)) }
    let shelf = try #require(try await catalog.read { try $0.fields()["shelf"] }).field
    try catalog.set(shelf, of: 2, to: "attic / left")
  }

  private func problems(_ query: String) throws -> [String] {
    try catalog.view { try $0.problems(of: BookQuery(query)).map(\.description) }
  }

  @Test(
    "patterns find the books whose texts they match",
    arguments: [
      ("title~/Rings/", [1]), ("title~/rings/i", [1, 2]), ("title~/^the rings$/", [2]),
      (#"title~/\(.*#[0-9.]+\)$/"#, [1]),
      ("Title~/DUNE/i", [3]), ("author~/^.mile/", [2]), ("authors~/nobody/i", [1]), ("author~/Guin$/", [1]),
      (#"tag~/^sf\/f/"#, [1]), ("tag~/^sf$/", [3]), ("notes~/^second/", []), ("notes~/(?m)^second/", [2]),
      ("contributors~/Zo\\w /", [3]), ("publisher~/./", [1]), ("series~/./", [3]), ("shelf~/c . l/", [2]),
      (#"own.shelf~/\//"#, [2]), ("-title~/rings/i", [3]), ("title~/rings/i -title~/Tales/", [2]),
      ("title~/Dune/ OR tag~/fantasy/", [1, 3]), ("rings title~/the/", [2]), ("rings title~/Dune/", [3]),
      ("zola title~/Dune/", []),
      ("title~/the rings", []), ("title~/Zola/", []),
    ])
  func finds(query: String, ids: [Book.ID]) async throws {
    try expectEqual(problems(query), query == "title~/the rings" ? problems("title~/the rings") : [], "\(query)")
    for order in [BookOrder.bestMatch, .title, .newestFirst] {
      let page = try await catalog.page(BookQuery(query, order: order))
      expectEqual(Set(page.books.map(\.id)), Set(ids), "\(query), \(order)")
    }
    try await expectEqual(catalog.count(of: BookQuery(query)), ids.count, "\(query)")
    let books = try await catalog.page(size: 10).books
    let matcher = try catalog.view { try QueryMatcher(BookQuery(query).parsed, connection: $0.connection) }
    try expectEqual(Set(books.filter(matcher.finds).map(\.id)), Set(ids), "\(query)")
  }

  @Test("patterns report progress only on request")
  func progress() async throws {
    let many = try BookCatalog.temporary(
      holding: (1...5_000).map { Book(id: 0, title: "\($0 > 4_500 ? "Novel" : "Book") \($0)") })
    let reported = Mutex<[ScanProgress]>([])
    let reporting = many.reportingProgress { progress in reported.withLock { $0.append(progress) } }
    try await expectEqual(reporting.count(of: "title~/7$/"), 500)
    expectEqual(reported.withLock { $0.map(\.done) }, [4_096, 5_000])
    #expect(reported.withLock { $0.allSatisfy { $0.total == 5_000 } })
    reported.withLock { $0 = [] }
    // Only books that the words match are examined.
    try await expectEqual(reporting.count(of: "book title~/7$/"), 450)
    expectEqual(reported.withLock { $0.map(\.total) }, [4_500, 4_500])
    try await expectEqual(many.count(of: "title~/8$/"), 500)
    expectEqual(reported.withLock { $0.count }, 2)
  }

  @Test("invalid patterns are text, and their errors are reported")
  func problems() throws {
    try expectEqual(
      problems("title~/(/"),
      [
        "“title~/(/” is searched for as text (missing closing parenthesis, at character 2)"
      ])
    try expectEqual(
      problems("title~/a/x"),
      [
        "“title~/a/x” is searched for as text (only i, which ignores case, may follow the second slash)"
      ])
    try expectEqual(
      problems("titel~/a/"),
      [
        "unknown filter “titel~”; did you mean title~/a/? (use quotes to search for it as text)"
      ])
    try expectEqual(
      problems("pages~/3/"),
      [
        "“pages~/3/” is searched for as text (this field cannot be searched with a pattern)"
      ])
    try expectEqual(
      problems("price~/3/"),
      [
        "“price~/3/” is searched for as text (this field cannot be searched with a pattern)"
      ])
    try expectEqual(
      problems("-title~//"),
      [
        "“title~//” is searched for as text (write a pattern between two slashes: /…/)"
      ])
    try expectEqual(problems("-title:"), ["“title:” is searched for as text (title: takes a word)"])
    let many = Array(repeating: "-title:a", count: 32).joined(separator: " ")
    try expectEqual(problems(many), [])
    try expectEqual(
      problems(many + " OR title~/b/ c"),
      [
        "“OR” and everything after it is ignored: a query can have at most 32 words, including OR"
      ])
    try expectEqual(problems("title~"), [])
    try expectEqual(problems("~/a/").count, 1)
    try expectEqual(problems("title~a"), [])
  }

  @Test("patterns that need too many steps are stopped")
  func tooMuch() async throws {
    try await catalog.add { $0.title = String(repeating: "a", count: 200) + "b" }
    let error = await #expect(throws: InvalidValue.self) {
      try await catalog.count(of: "title~/^(a+)+$/")
    }
    expectEqual(error?.reason, "it takes too many steps to match one of the texts; simplify the pattern")
    try await expectEqual(catalog.count(of: "title~/^(a+)+$/ author:Zola"), 0, "other conditions are checked first")
  }

  @Test("patterns read only the books that the rest of the query finds")
  func narrow() throws {
    let compiled = try catalog.view { snapshot in
      let query = try QueryMatcher(BookQuery("is:read title~/x/ pages:100").parsed, connection: snapshot.connection)
        .query
      return try QueryCompiler(connection: snapshot.connection).indexed(query)
    }
    expectEqual(compiled.effort, .everyBook)
    guard case .all(let parts) = compiled else { return #expect(Bool(false), "\(compiled)") }
    expectEqual(parts.sorted { $0.effort < $1.effort }.map(\.effort), [.sets, .sets, .everyBook])
  }
}
