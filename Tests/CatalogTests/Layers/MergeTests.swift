import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// A row of the merge table: the source's value at the time of the edit, the user's value, and the source's current
/// value.
private struct Case: CustomTestStringConvertible, Sendable {
  let field: BookField
  let base: String?
  let mine: String?
  let theirs: String?
  let visible: String?
  var isConflict = false

  init(
    _ field: BookField, base: String?, mine: String?, theirs: String?, visible: String?,
    conflict isConflict: Bool = false
  ) {
    (self.field, self.base, self.mine, self.theirs) = (field, base, mine, theirs)
    (self.visible, self.isConflict) = (visible, isConflict)
  }

  var testDescription: String {
    "\(field): \(base ?? "nothing"), mine \(mine ?? "nothing"), now \(theirs ?? "nothing")"
  }

  func value(_ text: String?) throws -> FieldValue? { try text.flatMap { try field.value(of: $0) } }

  var edit: FieldEdit {
    get throws {
      FieldEdit(
        field: field, base: try value(base), theirs: try value(theirs), value: .value(try value(mine)),
        at: Date(milliseconds: 0))
    }
  }
}

private let cases: [Case] = [
  // Edited, and the source states its earlier value or the user's: no conflict.
  Case(.title, base: "Dnue", mine: "Dune", theirs: "Dnue", visible: "Dune"),
  Case(.title, base: "Dnue", mine: "Dune", theirs: "Dune", visible: "Dune"),
  Case(.publisher, base: nil, mine: "Ace", theirs: nil, visible: "Ace"),
  Case(.publisher, base: nil, mine: "Ace", theirs: "Ace", visible: "Ace"),
  Case(.pages, base: "400", mine: nil, theirs: "400", visible: nil),
  Case(.pages, base: "400", mine: nil, theirs: nil, visible: nil),
  // Edited, and the source states another value: the user's shows, with a conflict.
  Case(.title, base: "Dnue", mine: "Dune", theirs: "Duna", visible: "Dune", conflict: true),
  Case(.publisher, base: "Ace", mine: "Tor", theirs: nil, visible: "Tor", conflict: true),
  Case(.publisher, base: nil, mine: "Tor", theirs: "Ace", visible: "Tor", conflict: true),
  Case(.pages, base: "400", mine: nil, theirs: "401", visible: nil, conflict: true),
  Case(.averageRating, base: "4", mine: "4.5", theirs: "4.25", visible: "4.5", conflict: true),
  Case(.authors, base: "A; B", mine: "A", theirs: "B; A", visible: "A", conflict: true),
  Case(.authors, base: "A; B", mine: "A", theirs: "A; B", visible: "A"),
  // ISBNs are compared by their digits.
  Case(.isbn, base: "0441013597", mine: "0306406152", theirs: "978-0-441-01359-3", visible: "0306406152"),
  Case(.isbn, base: "0441013597", mine: "0306406152", theirs: "978-0-306-40615-7", visible: "0306406152"),
  Case(.isbn, base: "0441013597", mine: "0306406152", theirs: "316148410X", visible: "0306406152", conflict: true),
  // The more precise of compatible dates shows, once the source states a new value.
  Case(.published, base: "1966", mine: "1965", theirs: "1965-08", visible: "1965-08"),
  Case(.published, base: "1966", mine: "1965-08", theirs: "1965", visible: "1965-08"),
  Case(.published, base: "1966", mine: "1965-08", theirs: "1965-08-01", visible: "1965-08-01"),
  Case(.published, base: "1966", mine: "1965", theirs: "1967", visible: "1965", conflict: true),
  Case(.published, base: "1966", mine: "1965-08", theirs: "1965-09", visible: "1965-08", conflict: true),
  Case(.published, base: "-0750", mine: "-0751", theirs: "0751", visible: "-0751", conflict: true),
  Case(.published, base: "1966", mine: "1965", theirs: nil, visible: "1965", conflict: true),
  Case(.published, base: "1966", mine: nil, theirs: "1965", visible: nil, conflict: true),
  // A value that the user made less precise stays while the source states its earlier value.
  Case(.published, base: "1965-08-01", mine: "1965", theirs: "1965-08-01", visible: "1965"),
]

@Suite struct MergeTests {
  @Test(arguments: cases) private func `an edited field shows the value of the merge table`(row: Case) throws {
    let edit = try row.edit
    let visible = Merge.visible(theirs: try row.value(row.theirs), edit: edit)
    expectEqual(visible?.storedText, try row.value(row.visible)?.storedText)
    expectEqual(edit.isConflict, row.isConflict)
  }

  @Test func `a field without an edit shows its source's value`() throws {
    expectEqual(Merge.visible(theirs: .text("Dune"), edit: nil), .text("Dune"))
    #expect(Merge.visible(theirs: nil, edit: nil) == nil)
  }

  @Test func `fields that a record does not mention are kept, and cleared ones are cleared`() throws {
    let before = try SourceRecord("1", [.title: "Dune", .pages: "412", .publisher: "Ace"]).values
    let newer = try SourceRecord("1", [.publisher: nil, .series: "Dune"]).values
    let after = before.updated(by: newer)
    expectEqual(after[.title], .value(.text("Dune")))
    expectEqual(after[.pages], .value(.integer(412)))
    expectEqual(after[.publisher], .null)
    expectEqual(after[.series], .value(.text("Dune")))
    expectEqual(after[.isbn], .absent)
    expectEqual(Set(after.mentioned), [.title, .pages, .publisher, .series])
  }

  @Test func `a title is never cleared`() throws {
    var nothing = FieldPresences()
    for field in BookField.allCases { nothing[field] = .null }
    let before = try SourceRecord("1", [.title: "Dune", .readState: "read", .pages: "412"]).values
    let after = before.updated(by: nothing)
    for field in BookField.allCases {
      expectEqual(after[field].value, field.isClearable ? nil : before[field].value, "\(field)")
    }
  }

  @Test func `the first source with a value takes precedence`() throws {
    let first = try SourceRecord("1", [.title: "Dune", .pages: nil]).values
    let second = try SourceRecord("2", [.title: "Duna", .pages: "412", .publisher: nil]).values
    let third = try SourceRecord("3", [.title: "Wüstenplanet", .pages: "500", .publisher: "Ace", .series: "Dune"])
      .values
    let all = Merge.combined(byPrecedence: [first, second, third])
    expectEqual(all[.title].value, .text("Dune"))
    expectEqual(all[.pages].value, .integer(412))
    expectEqual(all[.publisher].value, .text("Ace"))
    expectEqual(all[.series].value, .text("Dune"))
    expectEqual(all[.isbn], .absent)
    expectEqual(Merge.combined(byPrecedence: []), FieldPresences())
    expectEqual(Merge.combined(byPrecedence: [first])[.pages], .null)
    expectEqual(Merge.combined(byPrecedence: [FieldPresences(), first])[.pages], .null)
    expectEqual(Merge.combined(byPrecedence: [first, FieldPresences()])[.pages], .null)
  }

  @Test(arguments: [
    (["1965", "1965-08"], "1965-08"), (["1965-08", "1965"], "1965-08"),
    (["1965", "1965-08", "1965-08-01"], "1965-08-01"),
    (["1965", "1966-01-01"], "1965"), (["1965-08", "1965-09-01", "1965-08-02"], "1965-08-02"),
    (["-0750", "0750-01"], "-0750"),
  ])
  func `a compatible date of another source may be more precise`(dates: [String], visible: String) throws {
    let records = try dates.map { try SourceRecord("x", [.published: $0]).values }
    expectEqual(Merge.combined(byPrecedence: records)[.published].value?.description, visible)
  }

  @Test func `the last import takes precedence, and refreshed sources come last`() {
    var precedences: [Int64] = [Precedence.local]
    let first = Precedence.ofImport(among: precedences)
    precedences.append(first)
    let second = Precedence.ofImport(among: precedences)
    precedences.append(second)
    let feed = Precedence.ofRefreshing(among: precedences)
    precedences.append(feed)
    let laterFeed = Precedence.ofRefreshing(among: precedences)
    expectEqual(
      [second, first, Precedence.local, feed, laterFeed], [second, first, Precedence.local, feed, laterFeed].sorted())
    expectEqual(Set([second, first, Precedence.local, feed, laterFeed]).count, 5)
    #expect(Precedence.ofImport(among: []) < Precedence.local)
    #expect(Precedence.ofRefreshing(among: []) > Precedence.local)
  }
}

@Suite struct MaterialiseTests {
  private func book() -> Book { Book(id: 1, uuid: UUID(), title: "Old", added: Date(milliseconds: 0)) }

  @Test func `layers become columns, and personal fields stay`() throws {
    var old = book()
    old.notes = "mine"
    old.rating = 4
    old.pages = 3
    let sources = try SourceRecord("1", [.title: "Dune", .authors: "Frank Herbert", .notes: "theirs", .rating: "1"])
      .values
    let edit = FieldEdit(
      field: .publisher, base: nil, theirs: nil, value: .value(.text("Ace")), at: Date(milliseconds: 0))
    let new = Materialise.book(old, sources: sources, edits: [edit], metadata: [])
    expectEqual(new.title, "Dune")
    expectEqual(new.authors, ["Frank Herbert"])
    expectEqual(new.publisher, "Ace")
    #expect(new.pages == nil)
    expectEqual(new.notes, "mine")
    expectEqual(new.rating, 4)
  }

  @Test func `a book keeps its title when no layer has one`() {
    expectEqual(Materialise.book(book(), sources: FieldPresences(), edits: [], metadata: []).title, "Old")
  }

  @Test func `an ISBN delivered in another form is a change`() throws {
    var old = book()
    old.isbn = try ISBN("9780441013593")
    let sources = try SourceRecord("1", [.title: "Old", .isbn: "0-441-01359-7"]).values
    expectEqual(Materialise.book(old, sources: sources, edits: [], metadata: []).isbn?.asGiven, "0-441-01359-7")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func `the values of the only source can be read off the book`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var sources = FieldPresences()
      sources[.title] = .value(.text("Dune"))
      var edits: [FieldEdit] = []
      for field in BookField.bibliographic {
        if let value = random.value(of: field) { sources[field] = .value(value) }
        guard random.oneIn(3) else { continue }
        let edited: EditedValue =
          field == .tags
          ? .tags(TagChange(added: ["new"], removed: Set(sources[.tags].value.items.prefix(1))))
          : .value(random.value(of: field))
        edits.append(
          FieldEdit(
            field: field, base: random.value(of: field), theirs: sources[field].value, value: edited,
            at: Date(milliseconds: 0)))
      }
      let shown = Materialise.book(book(), sources: sources, edits: edits, metadata: [])
      let readOff = Materialise.onlySource(of: shown, edits: edits)
      for field in BookField.bibliographic {
        let (one, other) = (readOff[field].value?.storedText, sources[field].value?.storedText)
        expectEqual(one, other, "seed \(seed): \(field)")
      }
      // Materialising again changes nothing: a second refresh of the same source writes no row.
      expectEqual(Materialise.book(shown, sources: readOff, edits: edits, metadata: []), shown, "seed \(seed)")
    }
  }

  @Test func `edits record their sources' current values`() throws {
    let edit = FieldEdit(
      field: .title, base: .text("a"), theirs: .text("a"), value: .value(.text("m")), at: Date(milliseconds: 0))
    let now = try SourceRecord("1", [.title: "b"]).values
    let updated = Materialise.updated([edit], from: now)
    expectEqual(updated[0].theirs, .text("b"))
    expectEqual(updated[0].base, .text("a"))
    #expect(updated[0].isConflict)
    #expect(Materialise.updated(updated, from: FieldPresences())[0].theirs == nil)
  }
}
