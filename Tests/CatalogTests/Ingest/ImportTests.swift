import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Importing")
struct ImportTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func records(_ range: Range<Int>, pages: Int = 100) throws -> [SourceRecord] {
    try range.map { try SourceRecord("\($0)", [.title: "Book \($0)", .pages: "\(pages)"]) }
  }

  private func row(_ number: Int, _ fields: [BookField: String?]) throws -> ImportRow {
    ImportRow(
      number: number, content: .record(try SourceRecord("r\(number)", fields)), raw: Array("raw \(number)".utf8))
  }

  @Test("an import counts its rows batch by batch as one step")
  func counts() async throws {
    var seen: [Int] = []
    var bytes: [Int64] = []
    let report = try await catalog.importRecords(
      from: ListReader(records(0..<25), batch: 10), source: "file", location: "/tmp/file.csv",
      progress: {
        seen.append($0.counts.added)
        bytes.append($0.bytesRead)
      })
    #expect(seen.first == 10 && seen.last == 25 && seen == seen.sorted())
    expectEqual(bytes, seen.map(Int64.init))
    #expect(report.counts.added == 25 && report.counts.total == 25)
    #expect(report.step == 1 && !report.isInterrupted)
    let steps = try await catalog.steps()
    expectEqual(steps.map(\.summary), ["imported file: 25 added, 0 updated"])
    let status = try await catalog.status()
    expectEqual(status.sources.map(\.source.name), ["file"])
    expectEqual(status.sources[0].source.location, "/tmp/file.csv")
    expectEqual(status.sources[0].records, 25)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("a review that an earlier version stored as notes becomes the review unless the user changed it")
  func reviewsAsNotes() async throws {
    func records(_ fields: (String) -> [BookField: String?]) throws -> [SourceRecord] {
      try ["a", "b", "c", "d"].map { try SourceRecord($0, fields($0).merging([.title: $0]) { $1 }) }
    }
    try await temporary.importRecords(records { [.notes: $0 == "d" ? "From Ada." : "Nice<br/>book"] })
    let ids = try await catalog.page(order: .title).books.map(\.id)
    try catalog.set(.notes, of: ids[1], to: "Nice book")
    try catalog.set(.notes, of: ids[2], to: "Nice book. Lent.")
    let before = try catalog.shownText()
    try await temporary.importRecords(records { _ in [.review: "Nice\nbook"] })
    let books = try await catalog.page(order: .title).books
    expectEqual(books.map(\.notes), [nil, "Nice book", "Nice book. Lent.", "From Ada."])
    expectEqual(books.map(\.review), Array(repeating: "Nice\nbook", count: 4))
    try catalog.undoStep()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("importing the same file again makes no step, run or row")
  func unchanged() async throws {
    try await temporary.importRecords(records(0..<10))
    let before = try catalog.shownText()
    let changed = try temporary.foreign().rows("SELECT id, changed_at FROM book")
    let report = try await temporary.importRecords(records(0..<10))
    #expect(report.counts.unchanged == 10 && report.counts.total == 10)
    #expect(report.step == nil)
    try await expectEqual(catalog.steps().count, 1)
    try expectEqual(catalog.shownText(), before)
    try expectEqual(temporary.foreign().rows("SELECT id, changed_at FROM book"), changed)
    try expectEqual(temporary.foreign().value("SELECT count(*) FROM sync_run"), "1")
  }

  @Test("changed rows are updated, new ones added, and the others left alone")
  func mixed() async throws {
    try await temporary.importRecords(records(0..<10))
    let report = try await temporary.importRecords(records(0..<3, pages: 200) + records(3..<12))
    #expect(report.counts.updated == 3 && report.counts.added == 2 && report.counts.unchanged == 7)
    try expectEqual(catalog.text(.pages, of: 1), "200")
    try expectEqual(catalog.text(.pages, of: 4), "100")
    try expectEqual(catalog.findings(), [])
  }

  @Test("unusable rows are returned with the reason, and the others are imported")
  func rejected() async throws {
    let rows = try [
      row(1, [.title: "One"]),
      ImportRow(number: 2, content: .rejected(reason: "no such column"), raw: Array("raw 2".utf8)),
      row(3, [.pages: "3"]), row(4, [.title: "Four"]),
    ]
    var rejected: [String] = []
    let report = try await catalog.importRecords(
      from: ScriptedReader([.rows(rows)]), source: "file",
      notice: {
        guard case .rejected(let row) = $0 else { return }
        rejected.append("\(row.number) \(String(decoding: row.raw, as: UTF8.self)): \(row.reason)")
      })
    expectEqual(rejected, ["2 raw 2: no such column", "3 raw 3: title: the record has no title"])
    #expect(report.counts.added == 2 && report.counts.rejected == 2)
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("impossible values are rejected and loose ones made canonical, whoever made the record")
  func values() async throws {
    func record(_ id: String, _ values: [BookField: FieldValue]) -> SourceRecord {
      var presences = FieldPresences()
      presences[.title] = .value(.text("Book \(id)"))
      for (field, value) in values { presences[field] = .value(value) }
      return SourceRecord(remoteID: id, values: presences)
    }
    let bad = [
      record("1", [.title: .text(" ")]), record("2", [.pages: .integer(-1)]), record("3", [.rating: .text("good")]),
      record("4", [.authors: .text("not a list")]), record("5", [.averageRating: .decimal(.nan)]),
    ]
    let loose = [
      record(
        "6", [.title: .text("  Two \n words "), .tags: .list(["b", " a ", "b"]), .authors: .list(["A\nB", ""])]),
      record("7", [.publisher: .text("")]),
    ]
    let report = try await catalog.importRecords(from: ListReader(bad + loose), source: "file")
    #expect(report.counts.rejected == 5 && report.counts.added == 2)
    try expectEqual(catalog.text(.title, of: 1), "Two words")
    try expectEqual(catalog.text(.tags, of: 1), "a; b")
    try expectEqual(catalog.text(.authors, of: 1), "A B")
    #expect(try catalog.text(.publisher, of: 2) == nil)
    try expectEqual(catalog.findings(), [])
    try catalog.change([1], .set(.authors, nil), .set(.tags, nil))
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import without accepted rows leaves no trace")
  func nothing() async throws {
    let rows = try [row(1, [.pages: "1"]), row(2, [.pages: "1"])]
    let report = try await catalog.importRecords(from: ScriptedReader([.rows(rows)]), source: "bad")
    #expect(report.counts.rejected == 2 && report.step == nil)
    _ = try await catalog.importRecords(from: ListReader([]), source: "empty")
    #expect(try await catalog.status().sources.isEmpty)
    try await expectEqual(catalog.steps(), [])
  }

  @Test("stopping at a rejected row ends the import, and committed rows stay as a step")
  func refused() async throws {
    let rows = try [row(1, [.title: "One"]), row(2, [.pages: "1"]), row(3, [.title: "Three"])]
    await #expect(throws: ScriptedFailure("too many")) {
      _ = try await catalog.importRecords(
        from: ScriptedReader([.rows(rows)]), source: "file", notice: { _ in throw ScriptedFailure("too many") })
    }
    try expectEqual(catalog.bookCount(), 2)
    try await expectEqual(catalog.steps().map(\.summary), ["imported file: 2 added, 0 updated, incomplete"])
    let run = try temporary.foreign().rows("SELECT added, rejected, error, ended IS NOT NULL FROM sync_run")
    expectEqual(run, [["2", "1", "too many", "1"]])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("a record repeated in an import is one book, and a different one with its id is rejected")
  func twice() async throws {
    let report = try await temporary.importRecords(
      records(0..<1) + records(0..<1) + records(0..<1, pages: 200) + records(1..<2))
    #expect(report.counts.added == 2 && report.counts.unchanged == 1 && report.counts.rejected == 1)
    try expectEqual(catalog.text(.pages, of: 1), "100")
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
    try catalog.redoStep()
    try expectEqual(catalog.bookCount(), 2)
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "the first titled row with an id counts, also for existing books, and importing again changes nothing",
    arguments: [1, 10])
  func untitledFirst(batch: Int) async throws {
    var bare = try SourceRecord("isbn:9780441013593", [.isbn: "9780441013593", .pages: "1"])
    var whole = try SourceRecord("isbn:9780441013593", [.title: "Emma", .isbn: "9780441013593"])
    var other = try SourceRecord("isbn:9780441013593", [.title: "Emma 2", .isbn: "9780441013593"])
    (bare.hasOwnID, whole.hasOwnID, other.hasOwnID) = (false, false, false)
    let records = try [
      SourceRecord("1", [.rating: "2", .pages: "100"]), bare, SourceRecord("1", [.title: "Dune", .rating: "5"]), whole,
      SourceRecord("1", [.rating: "3"]), SourceRecord("2", [.title: "Ulysses"]), bare, other,
    ]
    func load(isDryRun: Bool = false) async throws -> ([String], ImportReport) {
      var rejected: [String] = []
      let report = try await catalog.importRecords(
        from: ListReader(records, batch: batch), source: "file", isDryRun: isDryRun,
        notice: { if case .rejected(let row) = $0 { rejected.append("\(row.number): \(row.reason)") } })
      return (rejected, report)
    }
    let (first, report) = try await load()
    let another = "id “1”: another row of this input has the same id but different values"
    expectEqual(first.prefix(2), ["1: title: the record has no title", "5: \(another)"])
    expectEqual(report.counts.added, 4)
    let before = try catalog.shownText()
    for isDryRun in [true, false] {
      let (again, report) = try await load(isDryRun: isDryRun)
      expectEqual(
        again.sorted(),
        [
          "1: \(another)", "2: title: the record has no title", "5: \(another)", "7: title: the record has no title",
        ])
      #expect(report.step == nil && report.counts.unchanged == 4 && report.counts.total == 8)
    }
    try expectEqual(catalog.shownText(), before)
    try await expectEqual(catalog.steps().count, 1)
    try expectEqual(catalog.findings(), [])
  }

  @Test("rows without a title update existing books", arguments: [0, 1_000_000])
  func untitledNews(heldBytes: Int) async throws {
    try await temporary.importRecords(records(0..<20))
    let news = try (0..<20).map { try SourceRecord("\($0)", [.pages: "\($0 + 1)"]) }
    var importer = Importer(database: catalog.database, isDryRun: false, now: { .now })
    importer.pace.heldBytes = heldBytes
    let report = try await importer.run(
      ListReader(news, batch: 3), source: "test", location: nil, notice: { _ in }, progress: { _ in })
    #expect(report.counts.updated == 20 && report.counts.total == 20)
    #expect(try catalog.text(.pages, of: 1) == "1" && catalog.text(.pages, of: 20) == "20")
    try expectEqual(catalog.text(.title, of: 20), "Book 19")
    try expectEqual(catalog.findings(), [])
  }

  @Test("rows that join one merged book change nothing when imported again", arguments: [true, false])
  func joined(hasOwnID: Bool) async throws {
    let isbns = ["9780441013593", "9780141182803"]
    try await temporary.importRecords(
      isbns.map { try SourceRecord($0, [.title: "Dune", .isbn: $0]) }, source: "library")
    _ = try await catalog.write { try $0.merge([1, 2]) }
    var rows = try isbns.map { try SourceRecord($0, [.title: "Dune", .isbn: $0, .pages: "1"]) }
    rows.append(try SourceRecord(isbns[0], [.title: "Dune", .isbn: isbns[0], .pages: "2"]))
    for index in rows.indices { rows[index].hasOwnID = hasOwnID }
    // The third row has the name of the first one, but other values.
    let first = try await temporary.importRecords(rows)
    expectEqual(first.counts.updated, 2)
    #expect(first.counts.added == (hasOwnID ? 0 : 1) && first.counts.rejected == (hasOwnID ? 1 : 0))
    try expectEqual(catalog.text(.pages, of: 1), "1")
    let again = try await temporary.importRecords(rows)
    #expect(again.step == nil && again.counts.unchanged == (hasOwnID ? 2 : 3))
    try expectEqual(catalog.findings(), [])
  }

  @Test("rows of merged books change nothing when imported again", arguments: [true, false])
  func merged(hasOwnID: Bool) async throws {
    var rows = try ["1", "2", "3"].map { try SourceRecord("a", [.title: "A", .authors: "B", .pages: $0]) }
    for index in rows.indices { rows[index].hasOwnID = hasOwnID }
    let all = try rows + records(1..<2)
    let first = try await temporary.importRecords(all)
    #expect(first.counts.added == (hasOwnID ? 2 : 4) && first.counts.rejected == (hasOwnID ? 2 : 0))
    _ = try await catalog.write { try $0.merge(hasOwnID ? [1, 2] : [1, 2, 3]) }
    let before = try catalog.shownText()
    for _ in 0..<2 {
      let again = try await temporary.importRecords(all)
      #expect(again.counts.unchanged == first.counts.added && again.counts.rejected == first.counts.rejected)
      #expect(again.step == nil)
      try expectEqual(catalog.shownText(), before)
    }
    // A row with other values is still applied, once.
    rows[1].values[.pages] = .value(.integer(20))
    let changed = try rows + records(1..<2)
    try await expectEqual(temporary.importRecords(changed).counts.updated, hasOwnID ? 0 : 1)
    #expect(try await temporary.importRecords(changed).step == nil)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a dry run counts the changes and makes none")
  func trial() async throws {
    try await temporary.importRecords(records(0..<3))
    let (before, steps) = (try catalog.shownText(), try await catalog.steps())
    let all = try records(0..<1, pages: 7) + records(1..<5)
    let dryRun = try await catalog.importRecords(from: ListReader(all), source: "test", isDryRun: true)
    try expectEqual(catalog.shownText(), before)
    try await expectEqual(catalog.steps(), steps)
    try expectEqual(catalog.findings(), [])
    let real = try await temporary.importRecords(all)
    expectEqual(dryRun.counts, real.counts)
    #expect(dryRun.counts.updated == 1 && dryRun.counts.added == 2 && dryRun.counts.unchanged == 2)
    _ = try await catalog.importRecords(from: ListReader(all), source: "new", isDryRun: true)
    try await expectEqual(catalog.status().sources.map(\.source.name), ["test"])
  }

  @Test("an import cancelled before it begins throws and leaves nothing")
  func cancelledBefore() async throws {
    let catalog = catalog
    let records = try records(0..<10)
    let report = try await withThrowingTaskGroup(of: ImportReport.self) { group in
      group.cancelAll()
      group.addTask { try await catalog.importRecords(from: ListReader(records), source: "file") }
      return try await group.next()
    }
    expectEqual(report?.isInterrupted, true)
    expectEqual(report?.counts.total, 0)
    try expectEqual(catalog.bookCount(), 0)
    #expect(try await catalog.status().sources.isEmpty)
  }

  @Test("a cancelled import keeps committed rows as one step, and the same import completes it")
  func cancelledMidway() async throws {
    let catalog = catalog
    let (all, committed, cancelled) = (try records(0..<30), Signal(), Signal())
    let reader = ScriptedReader([
      .records(Array(all[0..<10])),
      .run {
        await cancelled.wait()
        try Task.checkCancellation()
      },
      .records(Array(all[10..<30])),
    ])
    let task = Task {
      try await catalog.importRecords(from: reader, source: "file", progress: { _ in committed.send() })
    }
    await committed.wait()
    task.cancel()
    cancelled.send()
    let report = try await task.value
    #expect(report.isInterrupted)
    expectEqual(report.counts.added, 10)
    try expectEqual(catalog.bookCount(), 10)
    try await expectEqual(catalog.steps().map(\.summary), ["imported file: 10 added, 0 updated, incomplete"])
    try expectEqual(temporary.foreign().rows("SELECT added, error FROM sync_run"), [["10", "interrupted"]])
    try expectEqual(catalog.findings(), [])
    let rest = try await catalog.importRecords(from: ListReader(all), source: "file")
    #expect(rest.counts.added == 20 && rest.counts.unchanged == 10)
    try expectEqual(catalog.bookCount(), 30)
    try expectEqual(catalog.findings(), [])
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 10)
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 0)
  }

  @Test("a cancelled import does not wait for its reader's input")
  func cancelledReading() async throws {
    let (begun, committed, never) = (Signal(), Signal(), Signal())
    let reader = ScriptedReader([
      .records(try records(0..<5)),
      .run {
        begun.send()
        await never.wait()
        try Task.checkCancellation()
      },
    ])
    let catalog = catalog
    let task = Task {
      try await catalog.importRecords(from: reader, source: "file", progress: { _ in committed.send() })
    }
    await begun.wait()
    await committed.wait()
    task.cancel()
    let report = try await task.value
    #expect(report.isInterrupted && report.counts.added == 5)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a failing reader ends the import with its own error, and earlier rows stay")
  func failingReader() async throws {
    await #expect(throws: ScriptedFailure("line 7")) {
      _ = try await catalog.importRecords(
        from: ScriptedReader([.records(try records(0..<5)), .run { throw ScriptedFailure("line 7") }]), source: "file")
    }
    try expectEqual(catalog.bookCount(), 5)
    try expectEqual(temporary.foreign().rows("SELECT added, error FROM sync_run"), [["5", "line 7"]])
    await #expect(throws: ScriptedFailure("at once")) {
      _ = try await catalog.importRecords(
        from: ScriptedReader([.run { throw ScriptedFailure("at once") }]), source: "none")
    }
    try await expectEqual(catalog.status().sources.map(\.source.name), ["file"])
  }

  @Test("the user can write between the transactions of an import")
  func meanwhile() async throws {
    let catalog = catalog
    let committed = Signal()
    let reader = ScriptedReader([
      .records(try records(0..<5)),
      .run {
        await committed.wait()
        try catalog.set(.pages, of: 1, to: "7")
        try catalog.removeBooks(2)
      },
      .records(try records(5..<8, pages: 300)),
    ])
    _ = try await catalog.importRecords(from: reader, source: "file", progress: { _ in committed.send() })
    try expectEqual(catalog.text(.pages, of: 1), "7")
    try expectEqual(catalog.bookCount(), 7)
    try expectEqual(catalog.text(.pages, of: 8), "300")
    try expectEqual(catalog.findings(), [])
    // Newest first: the removal, the edit, and the import with the rows after them.
    try expectEqual(catalog.undoStep().step.kind, .remove)
    try expectEqual(catalog.undoStep().step.kind, .edit)
    try expectEqual(catalog.undoStep().step.kind, .import)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a book was added at the time its record states, or else at the time of the import")
  func added() async throws {
    let given = try SourceRecord("1", [.title: "Old", .added: "2001-02-03T04:05:06Z"])
    try await temporary.importRecords([given, try SourceRecord("2", [.title: "New"])])
    try expectEqual(catalog.text(.added, of: 1), "2001-02-03T04:05:06Z")
    try expectEqual(catalog.text(.added, of: 2)?.hasPrefix("2026-01-01"), true)
    // A later delivery does not move it.
    try await temporary.importRecords([try SourceRecord("1", [.title: "Old", .added: "2011-02-03T04:05:06Z"])])
    try expectEqual(catalog.text(.added, of: 1), "2001-02-03T04:05:06Z")
    try expectEqual(catalog.findings(), [])
  }

  @Test("the import of a file keeps its name, and another file of that name gets a number")
  func names() async throws {
    func name(_ wished: String, _ location: String) throws -> String {
      try catalog.view { try $0.importName(wished, location: location) }
    }
    try expectEqual(name("books", "/a/books.csv"), "books")
    _ = try await catalog.importRecords(from: ListReader(records(0..<1)), source: "books", location: "/a/books.csv")
    try expectEqual(name("books", "/a/books.csv"), "books")
    try expectEqual(name("other", "/a/books.csv"), "books")
    try expectEqual(name("books", "/b/books.csv"), "books-2")
    _ = try await catalog.importRecords(from: ListReader(records(1..<2)), source: "books-2", location: "/b/books.csv")
    try expectEqual(name("books", "/c/books.csv"), "books-3")
    try expectEqual(name("books", "/b/books.csv"), "books-2")
    // A name identifies one source regardless of case, and it is one word.
    try expectEqual(name("Books", "/d/Books.csv"), "Books-3")
    try expectEqual(name("Local", "/d/Local.csv"), "Local-2")
    try expectEqual(name("my  \u{202E}books", "/d/my books.csv"), "my--books")
    try expectEqual(name(" ", "/d/ .csv"), "import")
    #expect(try name(String(repeating: "e\u{301}\u{302}", count: 99), "/d/e.csv").utf8.count <= 256)
    let report = try await catalog.importRecords(from: ListReader(records(0..<1)), source: "BOOKS")
    #expect(report.source == "books" && report.counts.unchanged == 1)
    await #expect(throws: InvalidValue.self) {
      try await catalog.importRecords(from: ListReader(records(0..<1)), source: "my books")
    }
  }

  @Test("a file named local is distinct from books added by hand")
  func reservedName() throws {
    try expectEqual(catalog.view { try $0.importName("local", location: "/a/local.csv") }, "local-2")
    try catalog.addBook([.title: "Dune"])
    try expectEqual(catalog.view { try $0.importName("local", location: "/a/local.csv") }, "local-2")
  }
}
