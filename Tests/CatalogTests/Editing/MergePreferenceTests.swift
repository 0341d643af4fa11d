import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Preferred values of a merge")
struct MergePreferenceTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  /// Creates three books: two from sources and one that the user added.
  init() async throws {
    temporary = try TemporaryCatalog()
    try await deliver("a", SourceRecord("1", [.title: "Dune (Dune, #1)", .pages: "400", .series: "Dune", .tags: "sf"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune", .publisher: "Ace", .tags: "novel"]))
    try catalog.addBook([.title: "DUNE", .pages: "500", .rating: "4"])
  }

  private func deliver(_ source: String, _ records: SourceRecord...) async throws {
    try await temporary.importRecords(records, source: source)
  }

  private func merge(_ books: [Book.ID], _ preference: MergePreference = MergePreference()) throws -> ChangeOutcome {
    try catalog.write { try $0.merge(books, preferring: preference) }
  }

  private func shown(_ fields: BookField..., of book: Book.ID = 1) throws -> [String] {
    try fields.map { try catalog.text($0, of: book) ?? "" }
  }

  /// Makes a change, undoes and redoes it, and expects the same states.
  private func expectReversible(_ change: () throws -> Void) throws {
    let before = try catalog.shownText()
    try change()
    let after = try catalog.shownText()
    for _ in 0..<2 {
      try expectEqual(catalog.undoStep().left, [])
      try expectEqual(catalog.shownText(), before)
      try expectEqual(catalog.redoStep().left, [])
      try expectEqual(catalog.shownText(), after)
      try expectEqual(catalog.findings(), [])
    }
  }

  @Test("a preferred last day of a reading that the user set is counted once")
  func preferredDay() throws {
    for preferred in [[BookField.finished], [.finished, .readState]] {
      let books = try catalog.write { transaction in
        try ["want", "read"].map { state in
          try transaction.add([.title: .text("Emma"), .readState: .readState(ReadState(rawValue: state)!)]).books[0]
        }
      }
      try catalog.write { _ = try $0.edit(books[1]) { $0.finished = try PartialDate("2020-02-01") } }
      let preference = MergePreference(fields: Dictionary(uniqueKeysWithValues: preferred.map { ($0, books[1]) }))
      try expectReversible { _ = try merge(books, preference) }
      try expectEqual(shown(.finished, .earlierReadings, of: books[0]), ["2020-02-01", ""])
      _ = try catalog.write { try $0.remove([books[0]]) }
    }
  }

  @Test("preferring the first book changes only what it lacks, and each change states its origin")
  func first() throws {
    let outcome = try merge([1, 2, 3])
    try expectEqual(
      shown(.title, .pages, .publisher, .tags, .rating), ["Dune (Dune, #1)", "400", "Ace", "novel; sf", "4"])
    expectEqual(outcome.differences.map { "\($0.field) \($0.from)" }, ["publisher [2]", "tags [1, 2]", "rating [3]"])
  }

  @Test(
    "preferring the first book keeps its shown values, also if its sources no longer have it",
    arguments: [true, false])
  func gone(endsWithA: Bool) async throws {
    let isbn = "9780441013593"
    try await deliver("a", SourceRecord("9", [.title: "Mort", .isbn: isbn, .publisher: "Gollancz"]))
    try await deliver("b", SourceRecord("y", [.title: "Mort", .isbn: isbn, .publisher: "Corgi"]))
    let mort = try #require(try catalog.found("isbn:\(isbn)").first)
    try expectEqual(shown(.publisher, of: mort), ["Corgi"])
    try catalog.set(.rating, of: mort, to: "3")
    for isOfA in [!endsWithA, endsWithA] { try temporary.lose(isOfA ? "9" : "y", of: isOfA ? "a" : "b") }
    // The value of the source that was removed last.
    let publisher = endsWithA ? "Gollancz" : "Corgi"
    try expectEqual(shown(.publisher, of: mort), [publisher])
    try expectReversible {
      let merged = try merge([mort, 2])
      expectEqual(merged.differences.map(\.field), [.tags])
      try expectEqual(shown(.publisher, of: mort), [publisher])
    }
  }

  @Test("preferring another book gives it precedence, the first fills its gaps, and no source is silenced")
  func another() async throws {
    try expectReversible {
      let outcome = try merge([1, 2, 3], MergePreference(book: 3))
      try expectEqual(shown(.title, .pages, .series, .publisher, .rating), ["DUNE", "500", "Dune", "Ace", "4"])
      expectEqual(outcome.differences.first.map { "\($0.field) \($0.from)" }, "title [3]")
    }
    // Except the tags, which add up.
    let edited = try catalog.view { try $0.provenance(of: $0.book(1)!) }.filter { $0.sourceValue != nil }
    expectEqual(edited.map(\.field), [.tags])
    // Later values of each source apply according to its rank.
    try await deliver("a", SourceRecord("1", [.title: "Dune 1", .pages: "401", .series: "Dune Chronicles"]))
    try expectEqual(shown(.title, .pages, .series), ["DUNE", "500", "Dune Chronicles"])
    try catalog.undoStep()
    try catalog.undoStep()
    try expectEqual(catalog.bookCount(), 3)
    try expectEqual((1...3).map { try temporary.records(of: $0).map { $0.prefix(1) } }, [["a"], ["b"], ["l"]])
    try expectEqual(shown(.title), ["Dune (Dune, #1)"])
  }

  @Test("a source value of the preferred book overrides an edit of the first, which is reported and restored by undo")
  func edits() throws {
    try catalog.set(.title, of: 1, to: "Mine")
    try catalog.set(.pages, of: 1, to: "412")
    try catalog.set(.rating, of: 1, to: "5")
    try expectReversible {
      let outcome = try merge([1, 2], MergePreference(book: 2))
      expectEqual(outcome.summary, "Dune: merged with 2; not shown: your title of 1, “Mine”")
      try expectEqual(shown(.title, .pages, .rating), ["Dune", "412", "5"])
    }
    try expectEqual(catalog.provenance(.title, of: 1)?.passedOver.map(\.value), ["Mine"])
  }

  @Test("a single field takes another book's value, also an empty one, as the user's statement")
  func fields() async throws {
    let preference = MergePreference(fields: [.title: 2, .series: 3, .tags: 2, .rating: 1])
    try expectReversible {
      let outcome = try merge([1, 2, 3], preference)
      try expectEqual(shown(.title, .series, .tags, .pages, .rating), ["Dune", "", "novel", "400", ""])
      expectEqual(
        outcome.differences.map { "\($0.field) \($0.from)" },
        [
          "title [2]", "publisher [2]", "series [3]", "tags [2]",
        ])
    }
    try await deliver("a", SourceRecord("1", [.title: "Dune (1)", .series: "Dune Chronicles", .tags: "sf; book"]))
    try expectEqual(shown(.title, .series), ["Dune", ""])
    try expectEqual(catalog.view { try $0.conflicts().map(\.subject) }, [.field(.series), .field(.title)])
  }

  @Test("a preferred value is the user's even if it would show anyway: imports do not override it")
  func shownAnyway() async throws {
    let fields: [BookField: Book.ID] = [.pages: 1, .publisher: 2, .language: 1, .rating: 1, .notes: 2, .tags: 1]
    try expectReversible {
      let outcome = try merge([1, 2], MergePreference(fields: fields))
      expectEqual(outcome.differences.map { "\($0.field) \($0.from)" }, ["publisher [2]"])
    }
    let stated = try catalog.view { try $0.provenance(of: $0.book(1)!) }.filter { field in
      switch field.origin {
      case .user, .personal: true
      case .source, .provider, .nobody: false
      }
    }
    expectEqual(Set(stated.map(\.field)), Set(fields.keys))
    try await deliver(
      "a", SourceRecord("1", [.title: "D", .pages: "401", .language: "en", .rating: "3", .notes: "a's", .tags: "book"]))
    try await deliver("b", SourceRecord("x", [.title: "Dune", .publisher: "Tor", .rating: "2"]))
    try expectEqual(
      shown(.title, .pages, .publisher, .language, .rating, .notes, .tags), ["D", "400", "Ace", "", "", "", "book; sf"])
    try expectEqual(
      catalog.view { try $0.conflicts().map(\.subject) }, [.field(.language), .field(.pages), .field(.publisher)])
    // A preference also decides a conflict.
    try await deliver("c", SourceRecord("9", [.title: "D", .pages: "7"]))
    _ = try merge([1, 4], MergePreference(fields: [.pages: 1]))
    try expectEqual(catalog.view { try $0.conflicts().map(\.subject) }, [.field(.language), .field(.publisher)])
  }

  @Test("an edit that yields to a preferred value is reported, whichever book it is from")
  func passedOver() throws {
    try catalog.set(.language, of: 2, to: "fr")
    try catalog.set(.notes, of: 2, to: "long")
    try catalog.set(.tags, of: 2, to: "mine")
    try expectReversible {
      let outcome = try merge([1, 2], MergePreference(fields: [.language: 1, .notes: 1, .tags: 1]))
      expectEqual(
        outcome.summary,
        """
        Dune (Dune, #1): merged with 2; not shown: your language of 2, “fr”; your notes of 2, “long”; \
        your tags of 2, “+mine”
        """)
      try expectEqual(shown(.language, .notes, .tags), ["", "", "sf"])
    }
  }

  @Test("a preferred book and preferred fields can be combined")
  func both() throws {
    try expectReversible {
      _ = try merge([1, 2, 3], MergePreference(book: 3, fields: [.title: 1]))
      try expectEqual(shown(.title, .pages), ["Dune (Dune, #1)", "500"])
    }
  }

  @Test func `a preferred last day means that the book was read, unless a state is preferred as well`() async throws {
    try await deliver(
      "c", SourceRecord("9", [.title: "Emma", .readState: "read", .started: "2020-01-01", .finished: "2020-02-01"]))
    try catalog.set(.readState, of: 1, to: "want")
    func merged(_ fields: [BookField: Book.ID]) throws -> [String] {
      try expectReversible { _ = try merge([1, 4], MergePreference(fields: fields)) }
      let found = try shown(.readState, .started, .finished, .earlierReadings)
      try catalog.undoStep()
      return found
    }
    try expectEqual(merged([.finished: 4]), ["read", "", "2020-02-01", ""])
    try expectEqual(merged([.finished: 4, .readState: 1]), ["want", "", "", " | 2020-02-01 | read"])
    try expectEqual(merged([.started: 4]), ["want", "2020-01-01", "", "2020-01-01 | 2020-02-01 | read"])
  }

  @Test func `a last day that a merge combines with another one is reported, and a shown one is not`() throws {
    try catalog.set(.finished, of: 1, to: "2020-02-01")
    try catalog.set(.finished, of: 2, to: "2020-02-03")
    try catalog.set(.finished, of: 3, to: "2022-05-01")
    let outcome = try merge([1, 2, 3])
    expectEqual(outcome.summary, "Dune (Dune, #1): merged with 2, 3; not shown: your finished of 2, “2020-02-03”")
  }

  @Test func `a rating that a merged book has from a source follows that source`() async throws {
    try await deliver("c", SourceRecord("9", [.title: "Emma", .rating: "3"]))
    let emma = try catalog.addBook([.title: "Emma (1)"])
    try expectReversible { _ = try merge([emma, 4]) }
    try expectEqual(shown(.rating, of: emma), ["3"])
    try await deliver("c", SourceRecord("9", [.title: "Emma", .rating: "5"]))
    try expectEqual(shown(.rating, of: emma), ["5"])
  }

  @Test("identifiers from the user and from sources add up")
  func identifiers() async throws {
    try await deliver("c", SourceRecord("9", [.title: "Dune", .identifiers: "goodreads | 7"]))
    try catalog.set(.identifiers, of: 2, to: "asin | B1")
    try expectReversible {
      _ = try merge([4, 2])
      try expectEqual(shown(.identifiers, of: 4), ["goodreads | 7; asin | B1"])
    }
    try expectEqual(catalog.view { try $0.conflictCount() }, 0)
  }

  @Test("preferring a book that is not part of the merge is refused")
  func refused() async throws {
    let steps = try await catalog.steps()
    let problem = InvalidValue("preferred book", "3", "it is not one of the books to merge")
    #expect(throws: problem) { try merge([1, 2], MergePreference(book: 3)) }
    #expect(throws: problem) { try merge([1, 2], MergePreference(fields: [.title: 3])) }
    try await expectEqual(catalog.steps(), steps)
  }
}
