import Catalog
import CatalogTestSupport
import CatalogUI
import TestExpectations
import Testing

/// Tests of what an audience may see, through the public interface of the library.
@Suite struct AudienceTests {
  private let catalog: BookCatalog
  /// The text in all private values of the first book.
  private static let secret = "zanzibar"

  init() async throws {
    catalog = try BookCatalog.temporary()
    let shelf = try await catalog.addField("shelf", .text)
    try await catalog.add { draft in
      (draft.title, draft.authors, draft.tags) = ("Emma", ["Jane Austen"], TagSet(["novel"]))
      (draft.series, draft.language, draft.rating) = ("Highbury", "en", 5)
      (draft.notes, draft.review) = ("notes of \(Self.secret)", "review of \(Self.secret)")
      draft.copies = [BookCopy(place: Self.secret)]
      draft.attachments = [BookFile(path: "/home/\(Self.secret)/emma.epub")]
      draft.files = [
        BookFile(path: "/books/\(Self.secret).epub"),
        BookFile(address: "https://books.example/emma?key=\(Self.secret)"),
        BookFile(address: "https://books.example/emma.epub"),
      ]
      draft.cover = "https://\(Self.secret):password@books.example/emma.jpg"
      draft[shelf] = .text(Self.secret)
    }
    try await catalog.add { draft in
      (draft.title, draft.authors, draft.tags) = ("Dune", ["Frank Herbert"], TagSet(["sf", "secret"]))
      (draft.series, draft.language, draft.isbn) = ("Dune", "fr", try ISBN("978-0-441-01359-3"))
    }
    try await catalog.saveSearch("noted", "notes~/\(Self.secret)/")
    try await catalog.saveSearch("novels", "tag:novel")
  }

  private func seen(_ fields: Audience.Fields = .everything, _ books: Audience.Books = .all) throws -> BookCatalog {
    try catalog.seen(by: Audience(fields: fields, books: books))
  }

  /// Returns all books that a catalog shows, once for each way to read them.
  @MainActor private func shown(_ catalog: BookCatalog) async throws -> [(way: String, books: [Book])] {
    var ways: [(way: String, books: [Book])] = []
    var sequence: [Book] = []
    for try await book in catalog.books(order: .title) { sequence.append(book) }
    ways.append(("sequence", sequence))
    ways += try await catalog.read { snapshot in
      var (found, exported): ([Book], [Book]) = ([], [])
      try snapshot.forEachBook { found.append($0) }
      try snapshot.forEachBookByID { exported.append($0) }
      return [
        ("page", try snapshot.page(order: .title).books), ("ranked", try snapshot.page("emma OR dune").books),
        ("loop", found), ("export", exported), ("single", try [1, 2].compactMap { try snapshot.book($0) }),
        ("in query", try [1, 2].compactMap { try snapshot.book($0, in: "title~/./") }),
      ]
    }
    ways.append(("transaction", try await catalog.write { try $0.snapshot.page().books }))
    for (way, list) in [
      ("list", BookList(catalog, order: .title)), ("searched list", BookList(catalog, filter: "year:..2000 OR -x:y")),
    ] {
      await list.settled()
      ways.append((way, list.rows.compactMap(\.book)))
    }
    let top = try await catalog.treePage(by: [], of: "", below: nil, after: nil, limit: 10)
    ways.append(("tree", top.items.compactMap(\.book)))
    return ways
  }

  @Test @MainActor func `an audience of public fields sees no private value, however it reads a book`() async throws {
    for (way, books) in try await shown(seen(.publicOnly)) {
      #expect(Set(books.map(\.title)) == ["Emma", "Dune"], "\(way)")
      for book in books {
        #expect(!"\(book)".contains(Self.secret), "\(way): \(book)")
        if book.title == "Emma" { #expect(book.files.count == 1 && book.rating == 5, "\(way)") }
      }
    }
    for (way, books) in try await shown(catalog) {
      #expect(books.contains { "\($0)".contains("notes of \(Self.secret)") }, "the owner sees everything: \(way)")
    }
    try await expectEqual(seen(.publicOnly).statistics().owned, nil)
    try await expectEqual(catalog.statistics().owned, 1)
  }

  @Test @MainActor func `an audience of some books sees only those, however it reads them`() async throws {
    for query in ["-tag:secret", "shelf:\(Self.secret)", "@noted"] {
      for (way, found) in try await shown(seen(.publicOnly, .found(by: BookQuery(query)))) {
        expectEqual(found.map(\.title), ["Emma"], "\(way) of \(query)")
      }
    }
    for (way, found) in try await shown(seen(.everything, .none)) { #expect(found.isEmpty, "\(way)") }
  }

  @Test(arguments: [
    "notes~/zan/", "-review~/zan/", "has:notes", "no:review", "is:owned", "is:lent", "has:attachments", "file:epub",
    "cover~/a/", "source:home", "is:edited", "emma OR is:edited",
  ])
  func `a query about private values is refused, and its hidden words find nothing`(query: String) async throws {
    let (visitors, query) = (try seen(.publicOnly), BookQuery(query))
    try visitors.view { snapshot in
      for ask: (CatalogSnapshot) throws -> Any in [
        { try $0.page(query) }, { try $0.count(of: query) }, { try $0.ids(of: query) },
        { try $0.book(1, in: query) as Any },
        { try $0.groups(by: .author, of: query) }, { try $0.statistics(of: query) }, { try $0.problems(of: query) },
        { try $0.position(of: 1, in: query) as Any }, { try $0.forEachBook(of: query) { _ in } },
      ] {
        let error = #expect(throws: CatalogError.self) { _ = try ask(snapshot) }
        expectEqual(error?.code, .privateData)
      }
      for words in [Self.secret, "\"notes of zanzibar\"", "shelf:\(Self.secret)", "@noted"] {
        try expectEqual(snapshot.count(of: BookQuery(words)), 0, "\(words)")
      }
    }
    #expect(try await catalog.count(of: query) >= 0)
  }

  @Test func `custom fields and private searches seem not to exist`() async throws {
    let (visitors, shelf) = (try seen(.publicOnly), try #require(try await catalog.fields()["shelf"]))
    #expect(try await visitors.fields().shown.isEmpty)
    try await expectEqual(visitors.savedSearches().map(\.name), ["novels"])
    try await expectEqual(visitors.problems(of: "shelf:x @noted").map(\.kind), [.unknownFilter, .unknownSearch])
    try await expectEqual(catalog.problems(of: "shelf:x @noted").map(\.kind), [])
    try await expectEqual(visitors.count(of: "@novels"), 1)
    await #expect(throws: CatalogError.self) {
      try await visitors.page(BookQuery("", order: try BookOrder("shelf", fields: OwnFields([shelf]))))
    }
  }

  @Test func `counts, groups, values, names and suggestions are those of the visible books`() async throws {
    let children = try seen(.everything, .found(by: "-tag:secret"))
    try await expectEqual(children.count(), 1)
    try await expectEqual(children.count(of: "", upTo: 10), .exactly(1))
    try await expectEqual(children.ids(), [1])
    try await expectEqual(children.position(of: 2), nil)
    for grouping in [BookGrouping.author, .series, .tag, .language] {
      try await expectEqual(children.groups(by: grouping).count, 1, "\(grouping)")
    }
    try await expectEqual(children.statistics().books, 1)
    for (field, values) in [
      (BookField.authors, ["Jane Austen"]), (.series, ["Highbury"]), (.tags, ["novel"]), (.language, []), (.title, []),
    ] { try await expectEqual(children.values(of: field), values, "\(field)") }
    try await expectEqual(children.values(of: .tags, beginningWith: "secr"), [])
    try await expectEqual(children.savedSearches(), [])
    for catalog in [children, try seen(.publicOnly)] {
      let suggestions = try await catalog.suggestions(for: "dunne")
      #expect(suggestions.spellings.isEmpty && suggestions.insideWords.isEmpty)
    }
    #expect(try await !catalog.suggestions(for: "dunne").spellings.isEmpty)
    for name in ["2", "978-0-441-01359-3", "Dune"] {
      try await expectEqual(catalog.id(named: name), 2)
      await #expect(throws: CatalogError.self, "\(name)") { try await children.id(named: name) }
    }
    try await expectEqual(children.id(named: "Emma"), 1)
    try await expectEqual(children.lines(of: [1, 2]).map(\.id), [1])
    try await expectEqual(children.ids(titled: "Dune", by: ["Frank Herbert"]), [])
    try await catalog.remove(1)
    try await expectEqual(children.lines(of: [1, 2]).map(\.id), [])
    try await expectEqual(catalog.lines(of: [1, 2]).map(\.id), [1, 2])
  }

  @Test func `data that only the owner may see is refused`() async throws {
    let limited = [
      try seen(.publicOnly), try seen(.ownWords), try seen(.everything, .found(by: "emma")),
      try seen(.everything, .none),
    ]
    let book = try #require(try await catalog.book(1))
    let asks: [(name: String, ask: (CatalogSnapshot) throws -> Any)] = [
      ("steps", { try $0.steps() }), ("steps to undo", { try $0.stepsToUndo() }),
      ("steps to redo", { try $0.stepsToRedo() }), ("the next step", { try $0.undoName as Any }),
      ("history", { try $0.history(of: 1) }), ("changes", { try $0.changes(of: 1) as Any }),
      ("provenance", { try $0.provenance(of: book) }), ("conflicts", { try $0.conflicts() }),
      ("a conflict", { try $0.conflict(of: 1, .removal) as Any }), ("conflict count", { try $0.conflictCount() }),
      ("duplicates", { try $0.forEachDuplicate { _ in } }), ("sources", { try $0.sources() }),
      ("a source", { try $0.source(named: "home") }), ("status", { try $0.status() }),
      ("quarantine", { try $0.quarantine() }), ("unknown values", { try $0.unknown(of: 1) }),
      ("people", { try $0.persons() }), ("accounts", { try $0.accounts() }), ("tokens", { try $0.deviceTokens() }),
      ("metadata status", { try $0.metadataStatus() }),
    ]
    #expect(catalog.audience.seesEverything)
    try expectEqual(catalog.view { $0.audience }, .owner)
    for catalog in limited {
      #expect(!catalog.audience.seesEverything)
      for (name, ask) in asks {
        let error = #expect(throws: CatalogError.self, "\(name)") { try catalog.view { _ = try ask($0) } }
        expectEqual(
          error?.description, "this is private, and only the owner of the catalog may see it", "\(name)")
      }
    }
  }

  @Test func `a person sees and searches their own words, and undoes their own steps`() async throws {
    let annas = try catalog.seen(by: Audience(person: " Anna ", fields: .ownWords))
    #expect(annas.person == "Anna" && annas.audience.person == "Anna")
    let noted = try await annas.edit(1) { $0.notes = "seen in Zagreb" }
    let book = try #require(try await annas.book(1))
    #expect(book.notes == "seen in Zagreb" && book.review == nil && book.copies.isEmpty && book.rating == nil)
    try await expectEqual(annas.ids(of: "zagreb"), [1])
    try await expectEqual(annas.ids(of: "notes~/zagreb/i"), [1])
    try await expectEqual(annas.ids(of: BookQuery(Self.secret)), [])
    try await annas.edit(1) { $0.publisher = "Penguin" }
    try await expectEqual(annas.steps().map { $0.person?.name }, ["Anna", "Anna"])
    let steps = try await annas.steps()
    #expect(try await annas.changes(of: steps[0].id) == nil, "the publisher is everyone's")
    #expect(try await annas.changes(of: steps[1].id) != nil && noted.step == steps[1].id)
    #expect(try await annas.changes(of: 1) == nil, "the step is the owner's")
    try await annas.undo()
    try await expectEqual(annas.stepsToUndo().map(\.id), [steps[1].id])
  }

  @Test func `reviews that people share are shown unless words are private`() async throws {
    try await catalog.showReviews(true)
    let anna = { Audience(person: "Anna", fields: $0, books: $1) }
    try await expectEqual(catalog.seen(by: anna(.ownWords, .all)).shownReviews(of: 1).count, 1)
    try await expectEqual(catalog.seen(by: anna(.publicOnly, .all)).shownReviews(of: 1), [])
    try await expectEqual(catalog.seen(by: anna(.ownWords, .found(by: "tag:sf"))).shownReviews(of: 1), [])
  }

  @Test func `a change through a limited catalog keeps what is hidden`() async throws {
    let annas = try catalog.seen(by: Audience(person: "Anna", fields: .publicOnly, books: .found(by: "tag:sf")))
    let before = try #require(try await catalog.book(1))
    try await annas.edit(1) { $0.publisher = "Penguin" }
    let after = try #require(try await catalog.book(1))
    expectEqual(after.publisher, "Penguin")
    for field in BookField.allCases where field != .publisher { expectEqual(after[field], before[field], "\(field)") }
    expectEqual(after.ownFields, before.ownFields)
  }

  @Test func `no books are visible once the query that finds them is ambiguous`() async throws {
    let novels = try seen(.everything, .found(by: "@novels"))
    try await expectEqual(novels.count(), 1)
    try await catalog.forgetSearch("novels")
    try await expectEqual(novels.count(), 0)
    #expect(try await novels.book(1) == nil)
  }

  @Test func `changes name only visible books`() async throws {
    var changes = try seen(.publicOnly, .found(by: "-tag:secret")).changes().makeAsyncIterator()
    try await catalog.edit(2) { $0.publisher = "Chilton" }
    try await catalog.edit(1) { $0.publisher = "Penguin" }
    try await expectEqual(changes.next(), .books([1]))
  }

  @Test func `another person who acts sees no more`() async throws {
    let visitors = try seen(.publicOnly, .found(by: "-tag:secret")).acting(as: "Anna")
    try await expectEqual(visitors.count(), 1)
    #expect(try await visitors.book(1)?.notes == nil)
    let annas = try catalog.seen(by: Audience(person: "Anna", fields: .ownWords)).acting(as: "Ben")
    #expect(annas.person == "Ben" && annas.audience == Audience(fields: .publicOnly))
    #expect(try await annas.book(1)?.notes == nil)
    try expectEqual(annas.seen(by: .owner).person, "Ben")
    #expect(throws: InvalidValue.self) { try catalog.seen(by: Audience(person: "")) }
  }
}
