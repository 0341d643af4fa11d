import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Saved searches") struct SavedSearchTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() async throws {
    temporary = try TemporaryCatalog()
    try await catalog.write { transaction in
      let books: [(String, TagSet, ReadState)] = [
        ("Solaris", ["sf", "polish"], .read), ("Dune", ["sf"], .unread), ("Emma", ["classic"], .unread),
        ("Eden", ["sf"], .want),
      ]
      for (title, tags, state) in books {
        try transaction.add { book in (book.title, book.tags, book.readState) = (title, tags, state) }
      }
    }
  }

  private func titles(_ query: String) async throws -> [String] {
    try await catalog.page(BookQuery(query, order: .title)).books.map(\.title)
  }

  @Test("saved searches can be combined with words, excluded, and nested")
  func asked() async throws {
    let saved = try await catalog.saveSearch("unread-sf", "tag:sf is:unread", order: BookOrder("-year"))
    #expect(saved.name == "unread-sf" && saved.id == "unread-sf" && saved.query == "tag:sf is:unread")
    #expect(saved.order == "-year" && SavedSearch.limit > 100 && SavedSearch.nameLength == 64)
    expectEqual(SavedSearch.queryBytes, 4_096)
    try await catalog.write { transaction in
      try transaction.saveSearch("Mine", "@unread-sf OR tag:classic")
      try expectEqual(transaction.snapshot.savedSearches().map(\.name), ["Mine", "unread-sf"])
    }
    try await expectEqual(catalog.savedSearches().map(\.name), ["Mine", "unread-sf"])
    try await #expect(titles("@unread-sf") == ["Dune"])
    try await #expect(titles("@UNREAD-SF dun") == ["Dune"])
    try await #expect(titles("tag:sf -@unread-sf") == ["Eden", "Solaris"])
    try await #expect(titles("@mine") == ["Dune", "Emma"])
    try await #expect(titles("\"@mine\"") == [])
    try await expectEqual(catalog.count(of: BookQuery("e", in: "@mine")), 1)
  }

  @Test("saved searches are changed and deleted by steps that can be undone")
  func undone() async throws {
    try await catalog.saveSearch("sf", "tag:sf")
    // Saving the same search again is not a step.
    try await catalog.saveSearch("sf", "tag:sf")
    #expect(try await catalog.steps().map(\.summary).prefix(2).contains("search @sf saved"))
    try await catalog.saveSearch("SF", "tag:classic")
    try await #expect(titles("@sf") == ["Emma"])
    try await catalog.undo()
    try await #expect(titles("@sf") == ["Dune", "Eden", "Solaris"])
    try await catalog.redo()
    try await #expect(titles("@sf") == ["Emma"])
    try await expectEqual(catalog.forgetSearch("sf").query, "tag:classic")
    try await #expect(catalog.savedSearches() == [])
    try await catalog.undo()
    try await expectEqual(catalog.savedSearches().map(\.query), ["tag:classic"])
    let first = try #require(try await catalog.steps().first { $0.summary == "search @sf saved" })
    expectEqual(first.kind, .search)
    await #expect(throws: CatalogError.self, "a later step changed the same") {
      try await catalog.undo(step: first.id)
    }
    // A search that another program changed since stays.
    try temporary.foreign().run("UPDATE saved_search SET query = 'tag:polish'")
    let outcome = try await catalog.undo()
    #expect(outcome.left == [.savedSearch("SF")] && "\(outcome.left[0])" == "search @SF")
    try await catalog.write { _ = try $0.forgetSearch("sf") }
    try expectEqual(catalog.findings(), [])
  }

  @Test("saved searches follow a field's new name in the same step")
  func renamedField() async throws {
    try await catalog.addField("shelf", .text)
    let queries = [
      "a": ("shelf:attic shelf tag:shelf", "nook:attic shelf tag:shelf"),
      "b": ("-SHELF:\"shelf: x\" has:shelf no:Shelf", "-nook:\"shelf: x\" has:nook no:nook"),
      "c": ("shelf~/^shelf:x/i OR shelf>3 \"shelf:x\"", "nook~/^shelf:x/i OR nook>3 \"shelf:x\""),
      "d": ("bookshelf:x own.Shelf:x", "bookshelf:x own.nook:x"),
      "e": (String(repeating: "x", count: 4_088) + " shelf:1", String(repeating: "x", count: 4_088) + " nook:1"),
    ]
    for (name, query) in queries { try await catalog.saveSearch(name, query.0) }
    let order = try await BookOrder("-shelf", fields: catalog.fields())
    try await catalog.saveSearch("f", "emma", order: order)
    try await catalog.renameField("shelf", to: "nook")
    for search in try await catalog.savedSearches() where search.name != "f" {
      expectEqual(search.query, queries[search.name]?.1)
    }
    try await expectEqual(catalog.savedSearches().last?.order, "-own.nook")
    try await catalog.undo()
    for search in try await catalog.savedSearches() where search.name != "f" {
      expectEqual(search.query, queries[search.name]?.0)
    }
    try await expectEqual(catalog.savedSearches().last?.order, "-own.shelf")
    // Without room for a longer name, the search stays as it is.
    let long = String(repeating: "a name that is long".filter(\.isLetter), count: 5)
    try await catalog.renameField("shelf", to: long)
    try await expectEqual(catalog.savedSearches().first { $0.name == "e" }?.query, queries["e"]?.0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("invalid saved searches are refused with the reason")
  func refused() async throws {
    try await catalog.saveSearch("a", "@b tag:sf")
    try await catalog.saveSearch("b", "dune")
    for (name, query) in [
      ("", "x"), ("two words", "x"), ("@x", "x"), (String(repeating: "x", count: 65), "x"), ("x", " "),
      ("x", String(repeating: "x", count: 4_097)), ("b", "emma OR @a"), ("b", "-@B"),
    ] {
      await #expect(throws: InvalidValue.self, "\(name) \(query)") { try await catalog.saveSearch(name, query) }
    }
    await #expect(throws: InvalidValue.self) { try await catalog.forgetSearch("c") }
    try await expectEqual(catalog.savedSearches().map(\.query), ["@b tag:sf", "dune"])
  }

  @Test(
    "unknown conditions are reported with the nearest known one",
    arguments: [
      ("titel:dune", "unknown filter “titel:”; did you mean title:dune? (use quotes to search for it as text)"),
      ("is:raed", "“is:raed” is searched for as text; did you mean is:read? (is: takes "),
      ("@sg", "unknown saved search “@sg”; did you mean @sf?"),
      ("has:ratings", "“has:ratings” is searched for as text; did you mean has:rating?"),
      ("year:abc", "“year:abc” is searched for as text (year: takes a number, or a range such as 100..200 or >=100)"),
      ("finished:lastyear", "“finished:lastyear” is searched for as text; did you mean finished:last-year?"),
      ("year:1990...1999", "“year:1990...1999” is searched for as text; did you mean year:1990..1999? (year: takes "),
      ("year:1990-1999", "“year:1990-1999” is searched for as text; did you mean year:1990..1999?"),
      ("pages:300+", "“pages:300+” is searched for as text; did you mean pages:300..?"),
      ("finished:2023-2024", "“finished:2023-2024” is searched for as text; did you mean finished:2023..2024?"),
      ("price:2-3", "“price:2-3” is searched for as text; did you mean price:2..3?"),
      ("published:1999", "unknown filter “published:”; did you mean edition:1999?"),
      ("lang:en", "unknown filter “lang:”; did you mean language:en?"),
      ("prices:3", "unknown filter “prices:”; did you mean price:3?"),
      ("price:cheap", "“price:cheap” is searched for as text (price: takes "),
      ("titel:\"dune messiah\"", "unknown filter “titel:”; did you mean title:\"dune messiah\"?"),
      ("isbn13:978", "unknown filter “isbn13:”; did you mean isbn:978?"),
      (
        "title: dune",
        "“title: dune” is searched for as text; did you mean title:dune? (remove the space after the colon)"
      ),
      ("price: \"3\"", "“price: \"3\"” is searched for as text; did you mean price:\"3\"?"),
      ("year:1999..1990", "“year:1999..1990” matches nothing, because the range ends before it begins; did you mean "),
      (
        "price:3..-2.5",
        "“price:3..-2.5” matches nothing, because the range ends before it begins; did you mean price:-2.5..3?"
      ),
      ("finished:2024..2023-12", "“finished:2024..2023-12” matches nothing"),
      ("bought:2024-05..2024-04", "“bought:2024-05..2024-04” matches nothing"),
      (
        "has:title",
        "“has:title” is searched for as text (has: takes a field that can be empty; every book has a value in title)"
      ),
      ("OR", "“OR” is searched for as text (OR must be between two words or conditions)"),
      ("is:", "“is:” is searched for as text (is: takes unread,"),
      ("title:", "“title:” is searched for as text (title: takes a word)"),
      ("~/x/", "“~/x/” is searched for as text; did you mean title~/x/? (a pattern must follow"),
    ])
  func problems(query: String, expected: String) async throws {
    try await catalog.write { transaction in
      try transaction.saveSearch("sf", "tag:sf")
      _ = try transaction.addField("price", .number)
      _ = try transaction.addField("bought", .date)
    }
    let problem = try #require(try await catalog.problems(of: BookQuery("emma \(query)")).first)
    #expect("\(problem)".hasPrefix(expected), "\(problem)")
    #expect(problem.text == query && problem.search == nil)
    switch problem.kind {
    case .unknownFilter: #expect(problem.expected.contains("title"))
    case .unknownValue: #expect(!problem.expected.isEmpty)
    case .unknownSearch: expectEqual(problem.suggestion, "@sf")
    case .blankValue, .emptyRange: #expect(problem.suggestion != nil)
    case .looseOr: #expect(problem.suggestion == nil)
    case .unknownSyntax: expectEqual(problem.suggestion, "title~/x/")
    case .endlessSearch, .leftOut: Issue.record("none asks for itself, or is too long")
    }
  }

  @Test(
    "grouping and joining syntax of other query languages is reported",
    arguments: [
      ("is:read -(tag:sf OR tag:fantasy)", "-(tag:sf"), ("is:read (tag:sf OR tag:fantasy)", "(tag:sf"),
      ("(is:read", "(is:read"), ("dune -(emma)", "-(emma)"), ("(dune messiah) OR emma", "(dune"),
      ("emma OR (dune messiah)", "(dune"), ("tag:sf AND is:read", "AND"), ("emma && tag:sf", "&&"),
      ("emma | dune", "|"),
      ("emma || dune", "||"), ("NOT tag:sf", "NOT"), ("emma NOT tag:sf", "NOT"),
      ("(price:3 OR tag:sf)", "(price:3"), ("(own.Price:3)", "(own.price:3)"), ("NOT price:>3", "NOT"),
      ("price:3 AND dune", "AND"), ("(@sf OR tag:b)", "(@sf"), ("(@sf)", "(@sf)"), ("emma OR (@sf dune)", "(@sf"),
    ])
  func syntax(query: String, part: String) async throws {
    try await catalog.write { transaction in
      try transaction.saveSearch("sf", "tag:sf")
      _ = try transaction.addField("price", .number)
    }
    let problem = try #require(try await catalog.problems(of: BookQuery(query)).first)
    #expect(problem.kind == .unknownSyntax && problem.text == part && !problem.expected.isEmpty)
  }

  @Test(
    "conditions and other texts with colons are not problems",
    arguments: [
      "title:dune", "dune: messiah", "\"titel:dune\"", "10:30", "https://example.org", "is:read -has:isbn no:tags @sf",
      "finished:2024-05..2026", "price:>3", "star trek: picard",
      "Mockingjay (The Hunger Games, #3)", "(dune OR emma) austen", "PRIDE AND PREJUDICE", "q & a", "(untitled) emma",
      ":)",
      "title: -dune", "year:1990..1990", "dune OR emma OR solaris", "\"OR\" dune", "for or against",
    ])
  func fine(query: String) async throws {
    try await catalog.write { transaction in
      try transaction.saveSearch("sf", "tag:sf")
      _ = try transaction.addField("price", .number)
    }
    try await expectEqual(catalog.problems(of: BookQuery(query)), [], "\(query)")
  }

  @Test("searches by a removed field find its words as text, and the problem names the search")
  func gone() async throws {
    try await catalog.addField("shelf", .text)
    let shelf = try #require(try await catalog.fields()["shelf"])
    try await catalog.edit(2) { $0[shelf] = .text("attic") }
    try await catalog.edit(3) { $0.notes = "on the shelf in the attic" }
    try await catalog.saveSearch("up", "shelf:attic", order: BookOrder(shelf))
    try await catalog.saveSearch("mine", "@up -tag:polish")
    try await #expect(titles("@mine") == ["Dune"])
    try await expectEqual(catalog.problems(of: "@mine"), [])
    try await catalog.removeField("shelf")
    try await #expect(titles("@mine") == ["Emma"])
    let problems = try await catalog.problems(of: BookQuery("emma", in: "@mine"))
    expectEqual(
      problems.map(\.description), ["in @up: unknown filter “shelf:” (use quotes to search for it as text)"],
      "\(problems)")
    #expect(problems.first?.search == "up" && problems.first?.text == "shelf:attic")
    try await catalog.undo()
    try await #expect(titles("@mine") == ["Dune"])
    try await expectEqual(catalog.problems(of: "@mine"), [])
  }

  @Test("searches nest at most eight deep and 64 per query, and more are refused")
  func limits() async throws {
    try await catalog.saveSearch("s1", "tag:sf")
    for depth in 2...8 { try await catalog.saveSearch("s\(depth)", "@s\(depth - 1)") }
    try await #expect(titles("@s8") == ["Dune", "Eden", "Solaris"])
    await #expect(throws: InvalidValue.self) { try await catalog.saveSearch("s9", "@s8") }
    // The others are not checked when one of them is saved.
    try await catalog.saveSearch("s0", "tag:sf")
    try await catalog.saveSearch("s1", "@s0")
    try await #expect(titles("@s8") == [])
    try await expectEqual(
      catalog.problems(of: "@s8").map(\.description),
      ["“@s0” matches nothing: saved searches can be nested at most 8 deep"])
    try await catalog.undo()
    let query = Array(repeating: "@s1", count: 30).joined(separator: " ")
    try await catalog.saveSearch("many", query)
    try await catalog.saveSearch("more", "@many @many")
    try await #expect(titles("@many") == ["Dune", "Eden", "Solaris"])
    await #expect(throws: InvalidValue.self) { try await catalog.saveSearch("most", "@more @s1") }
    try await #expect(titles("@more") == ["Dune", "Eden", "Solaris"])
    try await #expect(titles("@more @more") == [])
    let problem = try #require(try await catalog.problems(of: "@more @more").first)
    #expect(problem.kind == .endlessSearch && problem.suggestion == nil)
    expectEqual(
      "\(problem)", "“@many” matches nothing: a query can use at most 64 saved searches, including nested ones")
  }

  @Test("searches that came to refer to themselves find nothing, and this is reported")
  func circle() async throws {
    try await catalog.saveSearch("a", "tag:sf")
    try await catalog.saveSearch("b", "@a tag:sf")
    try await catalog.saveSearch("b", "tag:classic")
    let changed = try #require(try await catalog.steps(limit: 1).first)
    try await catalog.saveSearch("a", "@b OR tag:polish")
    try await #expect(titles("@a") == ["Emma", "Solaris"])
    // Out of order.
    try await expectEqual(catalog.undo(step: changed.id).left, [])
    try await #expect(titles("@a") == ["Solaris"])
    try await expectEqual(catalog.problems(of: "@a").map(\.description), ["“@a” matches nothing: it refers to itself"])
    await #expect(throws: InvalidValue.self) { try await catalog.saveSearch("c", "@a") }
    try await expectEqual(catalog.forgetSearch("a").name, "a")
    try await #expect(titles("@b") == [])
    try await expectEqual(
      catalog.problems(of: "@b").map(\.description), ["in @b: unknown saved search “@a”"], "not itself is meant")
  }

  @Test("searches belong to the catalog, whoever saves them, and each person undoes their own")
  func people() async throws {
    let anna = try catalog.acting(as: "Anna")
    try await anna.saveSearch("sf", "tag:sf")
    try await #expect(titles("@sf") == ["Dune", "Eden", "Solaris"])
    try await catalog.saveSearch("sf", "tag:classic")
    try await expectEqual(anna.savedSearches().map(\.query), ["tag:classic"])
    try await expectEqual(catalog.undo().step.summary, "search @sf changed")
    try await expectEqual(anna.undo().step.summary, "search @sf saved")
    try await expectEqual(catalog.savedSearches(), [])
  }
}
