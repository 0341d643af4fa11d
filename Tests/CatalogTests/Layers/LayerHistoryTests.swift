import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// Random histories of deliveries, edits, reverts and undos, with each step compared with ``LayeredBook``.
@Suite struct LayerHistoryTests {
  private static let isbn = "9780441013593"

  /// A handful of values for each field, so that they often agree.
  private static let values: [BookField: [String]] = [
    .title: ["Dune", "Dnue", "Duna", "\u{301}Dune"], .authors: ["Frank Herbert", "F. Herbert; B. Herbert", "Frank"],
    .pages: ["412", "604"], .publisher: ["Ace", "Tor", "\u{20E3}"], .language: ["eng", "en-US"],
    .published: ["1965", "1965-08", "1965-08-01", "1966", "1965-09", "-0750"], .series: ["Dune", "Dune Saga"],
    .seriesNumber: ["1", "1.5"], .tags: ["sf", "sf; classic", "classic; to-read", "\u{301}x; sf"],
    .averageRating: ["4.25", "4.26"], .ratingsCount: ["100", "101"],
    .subtitle: ["A Novel", "\u{301}x"], .contributors: ["A | trl", "A; B | nrt"], .identifiers: ["uri | a"],
    .firstPublished: ["1965", "1965-08", "1966"], .format: ["ebook", "comic"], .duration: ["90", "600"],
    .review: ["r", "r\ns"], .otherSeries: ["A | 2", "A; B | 1.5"], .description: ["d", "d\ne"],
    .cover: ["file:///a.jpg", "https://b.example/b.png"], .files: ["file:///a.epub", "file:///a.epub | x/y | 5"],
  ]

  private func value(_ field: BookField, _ random: inout SeededGenerator) throws -> FieldValue? {
    try field.value(of: random.pick(Self.values[field] ?? [""]))
  }

  private func record(_ random: inout SeededGenerator) throws -> SourceRecord {
    // The ISBN identifies the book of the sources' records; the first record must have a title.
    var record = try SourceRecord("1", [.isbn: Self.isbn, .title: random.pick(Self.values[.title] ?? [])])
    for field in Self.values.keys.sorted(by: { $0.rawValue < $1.rawValue }) where field != .title {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: continue
      case 1: record.values[field] = .null
      default: if let value = try value(field, &random) { record.values[field] = .value(value) }
      }
    }
    return record
  }

  private func compare(_ model: LayeredBook, _ temporary: TemporaryCatalog, _ context: String) throws {
    let (book, provenance) = try temporary.catalog.read { snapshot in
      let book = try #require(try snapshot.book(1))
      return (book, try snapshot.provenance(of: book))
    }
    let date = model.shown(.firstPublished) ?? model.shown(.published)
    expectEqual(book.workDate?.description, date?.description, "\(context): year")
    var conflicts: Set<String> = []
    for field in BookField.bibliographic {
      expectEqual(book[field]?.storedText, model.shown(field)?.storedText, "\(context): \(field)")
      let why = try #require(provenance.first { $0.field == field })
      expectEqual(why.isConflict, model.isConflict(field), "\(context): conflict of \(field)")
      if case .user = why.origin {
        expectEqual(why.sourceValue?.storedText, model.theirs(field)?.storedText, "\(context): source of \(field)")
        #expect(model.edits[field] != nil, "\(context): \(field) is edited")
      } else {
        #expect(model.edits[field] == nil, "\(context): \(field) is not edited")
      }
      if model.isConflict(field) { conflicts.insert(field.rawValue) }
    }
    let rows = try temporary.foreign().rows("SELECT field FROM conflict WHERE book_id = 1")
    expectEqual(Set(rows.compactMap { $0[0] }), conflicts, "\(context)")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func `a book shows the result of its layers after every step`(
    seed: UInt64
  ) async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: seed)
    var model = LayeredBook()
    var past: [LayeredBook] = []
    let editable = BookField.bibliographic.filter { $0 != .isbn }
    for step in 0..<40 {
      let before = model
      var context = "seed \(seed), step \(step)"
      switch step == 0 ? 0 : Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let record = try record(&random)
        let source = ["first", "second", "third"][min(step / 8, Int.random(in: 0..<3, using: &random))]
        context += ", \(source) delivers"
        model.deliver(source, record.values)
        let report = try await temporary.importRecords([record], source: source)
        if report.step != nil { past.append(before) }
      case 4...6:
        let field = random.pick(editable)
        let newValue = field != .title && random.oneIn(5) ? nil : try value(field, &random)
        context += ", edits \(field) to \(newValue.map(\.description) ?? "nothing")"
        model.set(field, newValue)
        let outcome = try temporary.catalog.change([1], .set(field, newValue))
        if outcome.step != nil { past.append(before) }
      case 7:
        context += ", edits tags"
        let tag = random.pick(["sf", "classic", "\u{20E3}mark", "own"])
        let adds = random.oneIn(2)
        if adds {
          model.add(tag: tag)
        } else {
          model.remove(tag: tag)
        }
        let outcome = try temporary.catalog.change([1], adds ? .add(.tags, [tag]) : .remove(.tags, [tag]))
        if outcome.step != nil { past.append(before) }
      case 8:
        guard let field = model.edits.keys.min(by: { $0.rawValue < $1.rawValue }) else { continue }
        context += ", reverts \(field)"
        model.revert(field)
        try await temporary.catalog.write { _ = try $0.revert(1, field) }
        past.append(before)
      default:
        // Undoing the first step would hide the book.
        guard past.count > 1 else { continue }
        context += ", undoes"
        model = past.removeLast()
        let outcome = try await temporary.catalog.undo()
        expectEqual(outcome.left, [], "\(context)")
      }
      try compare(model, temporary, context)
    }
    try await expectEqual(temporary.catalog.check().findings, [], "seed \(seed)")
    try await expectEqual(temporary.catalog.read { try $0.count() }, 1, "seed \(seed): the sources speak of one book")
  }

  @Test func `delivering the same record again changes nothing`() async throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 3)
    let records = try (0..<20).map { number in
      var record = try record(&random)
      record.remoteID = String(number)
      record.values[.isbn] = .absent
      return record
    }
    try await expectEqual(temporary.importRecords(records).counts.added, 20)
    let report = try await temporary.importRecords(records)
    expectEqual(report.counts.unchanged, 20)
    #expect(report.step == nil)
    try await expectEqual(temporary.catalog.read { try $0.steps().count }, 1)
  }

  @Test(arguments: ["\u{301}1", " 1", "a b  c", "record 1 2", "\u{200D}"])
  func `an update of a record with any name can be undone`(remoteID: String) async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords([try SourceRecord(remoteID, [.title: "Dune", .pages: "412"])])
    try await temporary.importRecords([try SourceRecord(remoteID, [.title: "\u{301}Dune", .pages: "500"])])
    try await expectEqual(temporary.catalog.book(1)?.pages, 500)
    _ = try await temporary.catalog.undo()
    try await expectEqual(temporary.catalog.book(1)?.pages, 412)
    try await expectEqual(temporary.catalog.book(1)?.title, "Dune")
    _ = try await temporary.catalog.redo()
    try await expectEqual(temporary.catalog.book(1)?.pages, 500)
  }

  @Test func `values that begin with a combining mark survive undo and redo`() async throws {
    let temporary = try TemporaryCatalog()
    try await temporary.catalog.add {
      $0.title = "Dune"
      $0.notes = "\u{301}first"
    }
    try await temporary.catalog.edit(1) {
      $0.notes = "\u{20E3}second"
      $0.title = "\u{301}Dune"
    }
    try await temporary.catalog.edit(1) {
      $0.notes = nil
      $0.title = "Other"
    }
    _ = try await temporary.catalog.undo()
    var book = try #require(try await temporary.catalog.book(1))
    expectEqual([book.notes, book.title], ["\u{20E3}second", "\u{301}Dune"])
    _ = try await temporary.catalog.undo()
    book = try #require(try await temporary.catalog.book(1))
    expectEqual([book.notes, book.title], ["\u{301}first", "Dune"])
    _ = try await temporary.catalog.redo()
    book = try #require(try await temporary.catalog.book(1))
    expectEqual([book.notes, book.title], ["\u{20E3}second", "\u{301}Dune"])
  }
}
