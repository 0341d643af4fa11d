import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("The columns of a book") struct BookColumnTests {
  private static let plain = Book(
    id: 1, uuid: UUID(), title: "Plain", series: "Series", added: Date(milliseconds: 7),
    changed: Date(milliseconds: 7))

  private static func owner(of field: BookField) -> BookColumn.Owner {
    field.definition.isDetail ? .details : .field(field)
  }

  @Test("columns hold every field and have unique names")
  func everyField() {
    for field in BookField.allCases {
      #expect(BookColumn.all.contains { $0.owner == Self.owner(of: field) }, "\(field)")
    }
    expectEqual(Set(BookColumn.all.map(\.name)).count, BookColumn.all.count)
  }

  @Test("a column returns its field as written, and changes with no other", arguments: BookField.allCases)
  func oneField(field: BookField) throws {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 11)
    let keys = SortKeys(Self.plain)
    for id in 1...30 {
      guard let value = random.value(of: field) else { continue }
      var book = Self.plain
      (book.id, book.uuid) = (Book.ID(id), UUID())
      book[field] = value
      let changed = BookColumn.all.filter { $0.value(book, keys) != $0.value(Self.plain, keys) }
      #expect(changed.allSatisfy { $0.owner == Self.owner(of: field) })
      let stored = book
      try temporary.catalog.tamper { try BookTable(connection: $0).insert(stored, keys: SortKeys(stored)) }
      let read = try temporary.catalog.look { try BookTable(connection: $0).book(stored.id) }
      expectEqual(read, stored)
      expectEqual(read?[field]?.storedText, value.storedText)
    }
  }

  @Test("columns return the catalog's own data about a book")
  func rest() throws {
    let temporary = try TemporaryCatalog()
    var book = Self.plain
    (book.changed, book.sources, book.visibility) = (Date(milliseconds: 9), " 1 12 ", .merged)
    let stored = book
    try temporary.catalog.tamper { try BookTable(connection: $0).insert(stored, keys: SortKeys(stored)) }
    #expect(try temporary.catalog.look { try BookTable(connection: $0).book(stored.id) } == stored)
  }

  @Test(
    "columns are in the search index as the field table states",
    arguments: BookField.allCases + OwnFieldSamples.fields.filter { ![.list, .choice, .text].contains($0.ownKind) })
  func indexing(field: BookField) throws {
    var other = Self.plain
    other[field] =
      switch field.definition.kind {
      case .line, .address, .text, .code: .text("Other")
      case .names, .tags: .list(["Other"])
      case .integer: .integer(90_000)
      case .decimal, .number: .decimal(3)
      case .flag: .flag(true)
      case .date: .date(try PartialDate("1911"))
      case .instant: .instant(Date(milliseconds: 8))
      case .vocabulary: field == .format ? .text("comic") : .readState(.reading)
      case .isbn: .isbn(try ISBN("0-441-01359-7"))
      case .records where [.files, .attachments].contains(field):
        try field.value(of: "https://books.example/other.epub")
      case .records where field == .progress: try field.value(of: "1999-01-01 | 7")
      case .records: try field.value(of: field == .earlierReadings ? "1999 | | read" : "other | 7")
      }
    let before = SearchTerms(Self.plain)
    let after = SearchTerms(other)
    expectEqual(before != after, field.definition.indexing != nil)
    expectEqual(before.rank != after.rank, field.definition.indexing == .rank)
    if field.definition.indexing == .words { #expect(!SearchTerms.haveSameTexts(Self.plain, other)) }
    if field.definition.indexing == .facet {
      #expect(SearchTerms.facts(of: Self.plain) != SearchTerms.facts(of: other))
    }
  }
}
