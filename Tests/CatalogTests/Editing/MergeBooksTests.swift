import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Merging and splitting")
struct MergeBooksTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func deliver(_ source: String, _ records: SourceRecord...) async throws {
    try await temporary.importRecords(records, source: source)
    try expectEqual(catalog.findings(), [])
  }

  @discardableResult
  private func merge(
    _ books: Book.ID..., preferring preference: MergePreference = MergePreference()
  ) throws -> ChangeOutcome {
    let outcome = try catalog.write { try $0.merge(books, preferring: preference) }
    try expectEqual(catalog.findings(), [])
    return outcome
  }

  @discardableResult
  private func split(_ book: Book.ID, _ source: String) throws -> ChangeOutcome {
    let outcome = try catalog.write { try $0.split(book, source: source) }
    try expectEqual(catalog.findings(), [])
    return outcome
  }

  /// Makes a change, undoes and redoes it, and expects the same states.
  private func expectReversible(_ change: () throws -> Void) throws {
    let before = try catalog.shownText()
    try change()
    let after = try catalog.shownText()
    #expect(before != after)
    for _ in 0..<2 {
      try expectEqual(catalog.undoStep().left, [])
      try expectEqual(catalog.shownText(), before)
      try expectEqual(catalog.findings(), [])
      try expectEqual(catalog.redoStep().left, [])
      try expectEqual(catalog.shownText(), after)
      try expectEqual(catalog.findings(), [])
    }
  }

  @Test("a field of the user's own that they cleared stays cleared after a second merge")
  func clearedOwnField() async throws {
    for title in ["Dune", "Dune (1)", "Dune (2)"] { try catalog.addBook([.title: title]) }
    let shelf = try await catalog.addField("shelf", .text)
    try await catalog.edit([2, 3]) { $0[shelf] = .text("attic") }
    try await catalog.edit(2) { $0[shelf] = nil }
    try merge(1, 2)
    try merge(1, 3)
    #expect(try await catalog.book(1)?[shelf] == nil)
    try catalog.undoStep()
    try catalog.undoStep()
    try await expectEqual(catalog.book(3)?[shelf], .text("attic"))
  }

  @Test("undoing a merge gives a book added by hand no rating from a record that its source has lost")
  func ratingOfLostRecord() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .rating: "4"]), SourceRecord("2", [.title: "Sand"]))
    for title in ["Arrakis", "Emma"] { try catalog.addBook([.title: title]) }
    try merge(1, 2)
    try temporary.lose("1", of: "a")
    try merge(3, 1)
    #expect(try catalog.text(.rating, of: 3) == nil)
    try expectReversible { try merge(4, 3) }
    try catalog.undoStep()
    #expect(try catalog.text(.rating, of: 3) == nil)
  }

  @Test("a rating typed for a new book stays, also if an older version added the book", arguments: [true, false])
  func typedRating(isOfOlderVersion: Bool) async throws {
    try catalog.addBook([.title: "Dune", .rating: "2"])
    if isOfOlderVersion { try catalog.tamper("UPDATE history SET new = NULL WHERE field = 'added'") }
    try await deliver("a", SourceRecord("1", [.title: "Emma", .rating: "5"]))
    try expectReversible { try merge(1, 2) }
    try expectEqual(catalog.text(.rating, of: 1), "2")
    try catalog.undoStep()
    try expectEqual(catalog.text(.rating, of: 1), "2")
  }

  @Test("the first book keeps its number and has the sources of all", arguments: [[1, 2, 3], [3, 1, 2], [2, 3, 1]])
  func sources(order: [Book.ID]) async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400", .series: "Saga"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .publisher: "Ace"]))
    try await deliver("c", SourceRecord("y", [.title: "Dune (2)", .publisher: "Tor", .language: "en"]))
    try expectReversible {
      let outcome = try catalog.write { try $0.merge(order) }
      expectEqual(outcome.books, order)
      #expect(outcome.summary.contains(": merged with \(order[1]), \(order[2])"))
    }
    try await expectEqual(catalog.steps().first?.kind, .merge)
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(temporary.records(of: order[0]), ["a 1", "b x", "c y"])
    // The first book still shows its own values; the next book fills its gaps.
    let titles: [Book.ID: String] = [1: "Dune", 2: "Dune (1)", 3: "Dune (2)"]
    let publisher = order.firstIndex(of: 2)! < order.firstIndex(of: 3)! ? "Ace" : "Tor"
    try expectEqual(
      [.title, .pages, .series, .publisher, .language].map { try catalog.text($0, of: order[0]) ?? "" },
      [titles[order[0]], "400", "Saga", publisher, "en"])
    try expectEqual(catalog.found("source:a"), [order[0]])
    // Each source now updates the merged book.
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "401"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .ratingsCount: "7"]))
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.text(.pages, of: order[0]), "401")
    try expectEqual(catalog.text(.ratingsCount, of: order[0]), "7")
    for _ in 0..<3 { try catalog.undoStep() }
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual(catalog.findings(), [])
    let names = try (1...3).map { try temporary.records(of: $0) }
    expectEqual(names, [["a 1"], ["b x"], ["c y"]])
  }

  @Test(
    "merged readings add up: the last one is current, the others are earlier, and days are never mixed",
    arguments: [
      (
        "read 2020-01-01 2020-01-10", "read 2021-03-01 2021-03-10", "read 2021-03-01 2021-03-10",
        "read 2020-01-01 2020-01-10"
      ),
      ("want - -", "abandoned 2023-01-01 2023-02-01", "want - -", "abandoned 2023-01-01 2023-02-01"),
      ("reading 2022-05-01 -", "read 2019-01-01 2019-02-01", "reading 2022-05-01 -", "read 2019-01-01 2019-02-01"),
      ("read 2019-01-01 2019-02-01", "reading 2022-05-01 -", "reading 2022-05-01 -", "read 2019-01-01 2019-02-01"),
      ("read 2019-01-01 2019-02-01", "reading - -", "read 2019-01-01 2019-02-01", ""),
      ("read - 2019-02-01", "read 2019-01-01 2019-02", "read 2019-01-01 2019-02-01", ""),
      ("unread - -", "read 2019-01-01 2019-02-01", "read 2019-01-01 2019-02-01", ""),
      ("reading - -", "read - -", "reading - -", "read - -"),
      ("read - -", "read - -", "read - -", ""),
    ])
  func readings(first: String, second: String, shown: String, earlier: String) async throws {
    func parts(_ text: String) throws -> (ReadState, PartialDate?, PartialDate?) {
      let parts = text.split(separator: " ").map(String.init)
      let days = try parts.dropFirst().map { try $0 == "-" ? nil : PartialDate($0) }
      return (try #require(ReadState(rawValue: parts[0])), days[0], days[1])
    }
    for (id, text) in [(1, first), (2, second)] {
      try catalog.addBook([.title: "Dune"])
      let (state, started, finished) = try parts(text)
      guard state != .unread else { continue }
      try await catalog.edit(Book.ID(id)) { ($0.readState, $0.started, $0.finished) = (state, started, finished) }
    }
    try expectReversible { try merge(1, 2) }
    let book = try #require(try await catalog.book(1))
    let (state, started, finished) = try parts(shown)
    #expect(book.readState == state && book.started == started && book.finished == finished, "\(book)")
    let readings = try earlier.isEmpty ? [] : [parts(earlier)].map { Reading(started: $1, finished: $2, outcome: $0) }
    expectEqual(book.earlierReadings, readings)
  }

  @Test("the user's values of the other books fill the gaps of the first")
  func words() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400", .tags: "sf"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500", .series: "Saga", .tags: "novel"]))
    try catalog.change(
      [1], .set(.pages, .integer(412)), .add(.tags, ["mine"]), .remove(.tags, ["sf"]), .set(.rating, .decimal(4)))
    try catalog.change(
      [2], .set(.pages, .integer(512)), .set(.series, .text("Dune")), .add(.tags, ["yours", "sf"]),
      .set(.rating, .decimal(2)), .set(.notes, .text("long")), .set(.readState, .readState(.read)))
    try expectReversible { try merge(1, 2) }
    try expectEqual(catalog.text(.pages, of: 1), "412")
    try expectEqual(catalog.text(.series, of: 1), "Dune")
    try expectEqual(catalog.text(.tags, of: 1), "mine; novel; yours", "the first book's word on sf holds")
    try expectEqual(catalog.text(.rating, of: 1), "4")
    try expectEqual(catalog.text(.notes, of: 1), "long")
    try expectEqual(catalog.text(.readState, of: 1), "read")
    guard case .user? = try catalog.provenance(.series, of: 1)?.origin else {
      Issue.record("the edit did not come along")
      return
    }
  }

  @Test("tags add up, and a tag removed from a later book stays if an earlier one has it")
  func removedTags() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .tags: "sf"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .tags: "novel; sf; space"]))
    try await deliver("c", SourceRecord("y", [.title: "Dune (2)", .tags: "desert; space"]))
    try catalog.change([2], .remove(.tags, ["sf", "space"]))
    try expectReversible {
      let outcome = try merge(1, 2, 3)
      expectEqual(outcome.summary, "Dune: merged with 2, 3; not shown: your tags of 2, “-sf”")
    }
    try expectEqual(catalog.text(.tags, of: 1), "desert; novel; sf")
    // The sources deliver again.
    try await deliver("a", SourceRecord("1", [.title: "Dune", .tags: "sf; classic; space"]))
    try expectEqual(catalog.text(.tags, of: 1), "classic; desert; novel; sf")
    for _ in 0..<2 { try catalog.undoStep() }
    try expectEqual((1...3).map { try catalog.text(.tags, of: $0) }, ["sf", "novel", "desert; space"])
    // The book whose values are preferred takes precedence.
    try merge(1, 2, preferring: MergePreference(book: 2))
    try expectEqual(catalog.text(.tags, of: 1), "novel")
  }

  @Test("an edit that yields to the first book's is reported and appears in the explanation")
  func passedOver() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500", .rating: "3", .notes: "b's"]))
    try await deliver("c", SourceRecord("y", [.title: "Dune (2)"]))
    try catalog.change([1], .set(.pages, .integer(412)), .remove(.tags, ["sf"]), .set(.rating, .decimal(4)))
    try catalog.change([1], .add(.tags, ["x"]), .set(.rating, nil))
    try catalog.change([2], .set(.title, .text("Sand")), .set(.pages, .integer(512)), .set(.notes, .text("mine")))
    try catalog.change([3], .set(.pages, .integer(412)), .set(.title, .text("Spice")), .set(.rating, .decimal(2)))
    let before = try catalog.shownText()
    let outcome = try merge(1, 2, 3)
    expectEqual(
      outcome.summary,
      """
      Dune: merged with 2, 3; not shown: your pages of 2, “512”; your title of 2, “Sand”; your rating of 3, “2”; \
      your title of 3, “Spice”
      """)
    try await expectEqual(catalog.steps().first?.summary, outcome.summary)
    #expect(try catalog.text(.rating, of: 1) == nil, "that there is none is the user's word, too")
    expectEqual(outcome.differences.map { "\($0.field) \($0.new?.description ?? "") \($0.from)" }, ["notes mine [2]"])
    func named(_ field: BookField) throws -> [String]? {
      try catalog.provenance(field, of: 1)?.passedOver.map { "\($0.book) \($0.value ?? "nothing")" }
    }
    try expectEqual(named(.pages), ["2 512"])
    try expectEqual(named(.title), ["2 Sand", "3 Spice"])
    try expectEqual(named(.rating), ["3 2"])
    try expectEqual(named(.notes), [])
    let history = try catalog.view { try $0.history(of: 1)[0].changes.map { "\($0.subject) \($0.old ?? "")" } }
    #expect(history.contains("pages of 2 512"))
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(named(.pages), [])
    try catalog.redoStep()
    try expectEqual(named(.pages), ["2 512"])
    try expectEqual(catalog.findings(), [])
  }

  @Test("a rating that the user gave takes precedence over one that an import gave the first book")
  func byHand() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .rating: "3"]), SourceRecord("2", [.title: "Dune!"]))
    try catalog.set(.rating, of: 2, to: "5")
    let outcome = try merge(1, 2)
    expectEqual(outcome.summary, "Dune: merged with 2")
    try expectEqual(catalog.text(.rating, of: 1), "5")
    try catalog.undoStep()
    try expectEqual(catalog.text(.rating, of: 1), "3")
    try expectEqual(catalog.text(.rating, of: 2), "5")
  }

  @Test("sources' values never become the user's: both still apply after merging, and undo is exact after a refresh")
  func refreshesBetween() async throws {
    let sources = ["a", "b"].map { name in
      ScriptedSource(name) { cursor in
        let pages = cursor == nil ? "" : "1"
        return SourcePage(
          records: [
            try SourceRecord(
              name, name == "a" ? [.title: "Dune", .pages: "40\(pages)"] : [.title: "Sand", .publisher: "Ace\(pages)"])
          ], cursor: "next", isLast: true)
      }
    }
    // One after the other, so that their books have the expected numbers.
    let engines = sources.map { catalog.syncEngine(sources: [$0]) }
    for engine in engines { _ = try await engine.refresh() }
    let before = try catalog.shownText()
    try merge(2, 1)
    let shown = [BookField.title, .pages, .publisher]
    try expectEqual(shown.map { try catalog.text($0, of: 2) ?? "" }, ["Sand", "40", "Ace"])
    #expect(try catalog.view { try $0.provenance(of: $0.book(2)!) }.allSatisfy { $0.sourceValue == nil })
    for engine in engines { _ = try await engine.refresh() }
    try expectEqual(shown.map { try catalog.text($0, of: 2) ?? "" }, ["Sand", "401", "Ace1"])
    // Both refreshes, then the merge.
    for _ in 0..<3 { try expectEqual(catalog.undoStep().left, []) }
    try expectEqual(catalog.shownText(), before)
    for _ in 0..<3 { try expectEqual(catalog.redoStep().left, []) }
    try expectEqual(shown.map { try catalog.text($0, of: 2) ?? "" }, ["Sand", "401", "Ace1"])
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "records of one source take precedence in the order of the merged books",
    arguments: [["z", "a"], ["a", "z"]])
  func sameSourceOrder(names: [String]) async throws {
    try await deliver("s", SourceRecord(names[0], [.title: "Right"]), SourceRecord(names[1], [.title: "Wrong"]))
    let outcome = try merge(1, 2)
    #expect(outcome.summary == "Right: merged with 2" && outcome.differences == [])
    try expectEqual(catalog.text(.title, of: 1), "Right")
    // A further source ranks after the existing ones, and an import before all.
    try await deliver("t", SourceRecord("1", [.title: "Right", .authors: "A"]))
    try await deliver("u", SourceRecord("1", [.title: "Newest", .authors: "A"]))
    try expectEqual(catalog.bookCount(), 3)
    try merge(1, 3)
    try expectEqual(catalog.text(.title, of: 1), "Right")
    try await expectEqual(catalog.check(repair: true).findings, [])
    try expectEqual(catalog.text(.title, of: 1), "Right")
  }

  @Test(
    "a new record with a merged book's UUID belongs to the resulting book, along any number of merges")
  func identity() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune"]), SourceRecord("2", [.title: "Dune again"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune thrice"]))
    let uuids = try (1...3).map { id in try #require(try catalog.view { try $0.book(id)?.uuid }) }
    try merge(2, 3)
    try merge(1, 2)
    let before = try catalog.shownText()
    for (number, uuid) in uuids.enumerated() {
      var record = try SourceRecord("f\(number)", [.title: "New", .ratingsCount: "\(number)"])
      record.uuid = uuid
      try await deliver("feed\(number)", record)
    }
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(temporary.records(of: 1), ["a 1", "a 2", "b x", "feed0 f0", "feed1 f1", "feed2 f2"])
    // This also holds for a source that already has the book.
    var again = try SourceRecord("3", [.title: "Dune again and again", .series: "Saga"])
    again.uuid = uuids[2]
    try await deliver("a", again)
    try expectEqual(catalog.bookCount(), 1)
    try expectEqual(catalog.text(.series, of: 1), "Saga")
    for _ in 0..<4 { try catalog.undoStep() }
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
    // After the merge is undone, the book is separate again.
    try catalog.undoStep()
    try await deliver("a", again)
    try expectEqual(temporary.records(of: 2), ["a 2", "a 3", "b x"])
  }

  @Test("redoing a merge includes the record that was attached to the other book in between")
  func redoTakesAlong() async throws {
    try catalog.addBook([.title: "Dune"])
    try catalog.addBook([.title: "Sand"])
    try merge(1, 2)
    try catalog.undoStep()
    var record = try SourceRecord("x", [.title: "Sand", .pages: "9"])
    record.uuid = try catalog.view { try $0.book(2)?.uuid }
    let feed = ScriptedSource(records: [record])
    _ = try await catalog.syncEngine(sources: [feed]).refresh()
    let before = try catalog.shownText()
    try catalog.redoStep()
    try expectEqual(catalog.text(.pages, of: 1), "9")
    try expectEqual(catalog.findings(), [])
    // The refresh is the later step.
    try catalog.undoStep()
    #expect(try catalog.text(.pages, of: 1) == nil)
    try catalog.redoStep()
    try expectEqual(catalog.text(.pages, of: 1), "9")
    try expectEqual(temporary.records(of: 2), [])
    for _ in 0..<2 { try catalog.undoStep() }
    try expectEqual(catalog.shownText(), before.filter { !$0.hasPrefix("2 pages") })
    try expectEqual(catalog.findings(), [])
  }

  @Test("a kept edit is in conflict if the added sources state another value")
  func conflicts() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400"]))
    try catalog.addBook([.title: "Dune"])
    try catalog.set(.pages, of: 2, to: "412")
    try merge(2, 1)
    try expectEqual(catalog.text(.pages, of: 2), "412")
    try expectEqual(catalog.view { try $0.conflicts().map(\.subject) }, [.field(.pages)])
    try catalog.undoStep()
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
  }

  @Test("books of one source can be merged, and split again long after")
  func sameSource() async throws {
    try await deliver(
      "a", SourceRecord("1", [.title: "Dune", .pages: "400"]), SourceRecord("2", [.title: "Dune II", .series: "Saga"]))
    try expectReversible { try merge(2, 1) }
    try expectEqual(temporary.records(of: 2), ["a 1", "a 2"])
    try catalog.set(.publisher, of: 2, to: "Me")
    try expectReversible { try split(2, "A") }
    // The record that the book showed stays.
    try expectEqual(temporary.records(of: 2), ["a 2"])
    try expectEqual(temporary.records(of: 3), ["a 1"])
    try expectEqual(catalog.text(.title, of: 3), "Dune")
    try expectEqual(catalog.text(.publisher, of: 2), "Me")
    #expect(try catalog.text(.publisher, of: 3) == nil)
  }

  @Test("invalid merges are refused and change nothing")
  func refused() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune"]), SourceRecord("2", [.title: "Emma"]))
    try catalog.removeBooks(2)
    let steps = try await catalog.steps()
    #expect(throws: CatalogError.noBook("2")) { try merge(1, 2) }
    #expect(throws: CatalogError.noBook("9")) { try merge(9, 1) }
    #expect(throws: InvalidValue.self) { try merge(1, 1) }
    #expect(throws: InvalidValue.self) { try merge() }
    try await expectEqual(catalog.steps(), steps)
  }

  @Test("a merged book stays merged through edits, refreshes and repairs, and history lists it")
  func afterwards() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500"]))
    try merge(1, 2)
    try catalog.set(.title, of: 1, to: "DUNE")
    try await expectEqual(catalog.check(repair: true).findings, [])
    #expect(throws: CatalogError.self) { try catalog.set(.title, of: 2, to: "x") }
    let lines = try catalog.view { snapshot in
      try snapshot.history(of: 2).map { "\($0.step.kind) \($0.changes.map(\.subject.description))" }
    }
    expectEqual(lines, ["merge [\"merged\", \"b\"]", "import [\"added\"]"])
    try await expectEqual(catalog.status().removed, 0)
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.text(.pages, of: 1), "400")
    try expectEqual(catalog.findings(), [])
  }

  @Test("redoing a merge after a refresh includes the source's current values")
  func redoAfterRefresh() async throws {
    try catalog.addBook([.title: "Dune"])
    let first = try SourceRecord("1", [.title: "Dune", .pages: "400"])
    let second = try SourceRecord("1", [.title: "Dune", .pages: "500"])
    let source = ScriptedSource { cursor in
      SourcePage(records: [cursor == nil ? first : second], cursor: "next", isLast: true)
    }
    let engine = catalog.syncEngine(sources: [source])
    _ = try await engine.refresh()
    try merge(1, 2)
    try expectEqual(catalog.text(.pages, of: 1), "400")
    try catalog.undoStep()
    _ = try await engine.refresh()
    try expectEqual(catalog.text(.pages, of: 2), "500")
    try catalog.redoStep()
    try expectEqual(catalog.text(.pages, of: 1), "500")
    try expectEqual(catalog.findings(), [])
    // The merge was redone after the refresh.
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.text(.pages, of: 2), "500")
    try catalog.undoStep()
    try expectEqual(catalog.text(.pages, of: 2), "400")
    try expectEqual(catalog.findings(), [])
  }

  @Test("a split-off record is a book of its own, and stays so when the source delivers again")
  func splitting() async throws {
    let isbn = "9780441013593"
    try await deliver("a", SourceRecord("1", [.title: "Dune", .isbn: isbn, .pages: "400"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune: the film", .isbn: isbn, .publisher: "Ace"]))
    try catalog.set(.series, of: 1, to: "Saga")
    try expectEqual(catalog.text(.title, of: 1), "Dune: the film")
    try expectReversible {
      let outcome = try split(1, "b")
      expectEqual(outcome.books, [1, 2])
      #expect(outcome.differences.contains { $0.field == .publisher && $0.new == nil })
    }
    try await expectEqual(catalog.steps().first?.kind, .split)
    try expectEqual(catalog.text(.title, of: 1), "Dune")
    #expect(try catalog.text(.publisher, of: 1) == nil)
    try expectEqual(catalog.text(.series, of: 1), "Saga")
    try expectEqual(catalog.text(.title, of: 2), "Dune: the film")
    #expect(try catalog.text(.pages, of: 2) == nil)
    expectEqual(Set(try [1, 2].map { id in try catalog.view { try $0.book(id)?.uuid } }).count, 2)
    try await deliver("b", SourceRecord("x", [.title: "Dune: the film", .isbn: isbn, .publisher: "Tor"]))
    try expectEqual(catalog.text(.publisher, of: 2), "Tor")
    try expectEqual(temporary.records(of: 1), ["a 1"])
    try expectEqual(temporary.records(of: 2), ["b x"])
    try expectEqual(catalog.bookCount(), 2)
  }

  @Test("merging keeps the values that a book shows from removed records", arguments: [[1, 2], [2, 1]])
  func mergingGone(order: [Book.ID]) async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .pages: "400", .series: "Saga"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune (1)", .pages: "500", .publisher: "Ace"]))
    try catalog.set(.rating, of: 1, to: "4")
    try temporary.lose("1", of: "a")
    try expectEqual(catalog.view { try $0.conflictCount() }, 1)
    try expectReversible { _ = try catalog.write { try $0.merge(order) } }
    let first = order[0]
    try expectEqual(catalog.text(.pages, of: first), first == 1 ? "400" : "500")
    #expect(try catalog.text(.series, of: first) == "Saga" && catalog.text(.publisher, of: first) == "Ace")
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
    try expectEqual(Set(temporary.records(of: first).map { $0.prefix(2) }), ["b ", "lo"])
    try catalog.undoStep()
    #expect(try temporary.records(of: 1) == ["a 1!"] && temporary.records(of: 2) == ["b x"])
  }

  @Test("a book whose titled record is gone keeps its title, also after merging", arguments: ["a", "b"])
  func titleOfNobody(leaving: String) async throws {
    let isbn = "9780441013593"
    try await deliver("a", SourceRecord("1", [.title: "Dune", .isbn: isbn]))
    try await deliver("b", SourceRecord("x", [.isbn: isbn, .pages: "400"]))
    try await deliver("c", SourceRecord("y", [.title: "Emma", .publisher: "Ace"]))
    try expectReversible { try split(1, leaving) }
    for book: Book.ID in [1, 3] {
      try expectEqual(catalog.text(.title, of: book), "Dune")
      try expectReversible { try merge(book, 2) }
      try expectEqual(catalog.text(.title, of: book), "Dune")
      try catalog.undoStep()
    }
    let untitled: Book.ID = leaving == "a" ? 1 : 3
    try catalog.set(.title, of: untitled, to: "Mine")
    _ = try catalog.revertField(.title, of: untitled)
    try expectEqual(catalog.text(.title, of: untitled), "Dune")
    try await deliver("b", SourceRecord("x", [.title: "Dune (2)", .isbn: isbn, .pages: "400"]))
    try expectEqual(catalog.text(.title, of: untitled), "Dune (2)")
  }

  @Test(
    "a record that arrives later, and twice in one refresh, keeps its rank, also after redo")
  func rankOfLaterRecord() async throws {
    let isbn = "9780441013593"
    _ = try await temporary.refresh(AnsweringSource(items: [.record(try SourceRecord("other", [.title: "Emma"]))]))
    try await deliver("a", SourceRecord("1", [.title: "Dune", .isbn: isbn]))
    try await deliver("b", SourceRecord("x", [.title: "Sand", .publisher: "Ace"]))
    try merge(2, 3)
    let twice = try ["1", "2"].map { pages in
      SourceItem.record(try SourceRecord("f", [.title: "Dune", .isbn: isbn, .publisher: "Penguin", .pages: pages]))
    }
    _ = try await temporary.refresh(AnsweringSource(items: twice))
    #expect(try catalog.text(.publisher, of: 2) == "Ace" && catalog.text(.pages, of: 2) == "2")
    let after = try catalog.shownText()
    try catalog.undoStep()
    try catalog.redoStep()
    try expectEqual(catalog.shownText(), after)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a split-off book has the notes of its record, and follows its source")
  func splitNotes() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune", .notes: "a's"]))
    try await deliver("b", SourceRecord("2", [.title: "Emma", .notes: "b's"]))
    try merge(1, 2)
    try expectReversible { try split(1, "b") }
    try expectEqual(catalog.text(.notes, of: 1), "a's")
    try expectEqual(catalog.text(.notes, of: 3), "b's")
    try await deliver("b", SourceRecord("2", [.title: "Emma", .notes: "newer"]))
    try expectEqual(catalog.text(.notes, of: 3), "newer")
    try catalog.set(.notes, of: 3, to: "mine")
    try await deliver("b", SourceRecord("2", [.title: "Emma", .notes: "newest"]))
    try expectEqual(catalog.text(.notes, of: 3), "mine")
  }

  @Test("the earlier readings of a split-off record do not stay with the other book")
  func splitReadings() async throws {
    func record(_ day: String) throws -> SourceRecord {
      let (day, isbn) = (try PartialDate(day), try ISBN("9780441013593"))
      return SourceRecord("1") { ($0.title, $0.isbn, $0.readState, $0.finished) = ("Dune", isbn, .read, day) }
    }
    try await deliver("a", record("2020-01-01"))
    try await deliver("b", record("2022-01-01"))
    let day = try PartialDate("2024-01-01")
    try await catalog.edit(1) { $0.mark(.want, on: day) }
    try await #expect(catalog.book(1)?.earlierReadings.map(\.finished?.description) == ["2020-01-01", "2022-01-01"])
    // The source corrects a day, and the user's statement still has the earlier one.
    try await deliver("b", record("2022-01-05"))
    try expectReversible { try split(1, "b") }
    try await #expect(catalog.book(1)?.earlierReadings.map(\.finished?.description) == ["2020-01-01"])
    try await #expect(catalog.book(1)?.readState == .want)
    try await #expect(catalog.book(2)?.finished?.description == "2022-01-05")
  }

  @Test("invalid splits are refused")
  func nothingToSplit() async throws {
    try await deliver("a", SourceRecord("1", [.title: "Dune"]))
    try await deliver("b", SourceRecord("x", [.title: "Emma"]))
    expectEqual(errorCode { try split(1, "a") }, .nothingToDo)
    expectEqual(errorCode { try split(1, "b") }, .nothingToDo)
    expectEqual(errorCode { try split(1, "c") }, .noSuchSource)
    expectEqual(errorCode { try split(3, "a") }, .noSuchBook)
    try await expectEqual(catalog.steps().count, 2)
  }
}
