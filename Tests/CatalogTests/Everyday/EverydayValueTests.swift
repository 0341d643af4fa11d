import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Suggestions of an app while the user types a value.
@Suite("Values every day")
struct EverydayValueTests {
  private let catalog: BookCatalog

  init() throws {
    func book(_ id: Book.ID, _ title: String, _ change: (inout Book) -> Void) -> Book {
      var book = Book(id: id, title: title)
      change(&book)
      return book
    }
    catalog = try BookCatalog.temporary(holding: [
      book(1, "The Dispossessed") {
        $0.authors = ["Ursula K. Le Guin"]
        $0.tags = ["Sci-Fi", "utopia"]
        ($0.series, $0.seriesNumber, $0.language) = ("Hainish Cycle", 5, "en")
        $0.publisher = "Harper & Row"
      },
      book(2, "Dune") {
        $0.authors = ["Frank Herbert", "Le Clézio, J. M. G."]
        $0.tags = ["sci-fi", "SCIENCE"]
        ($0.series, $0.seriesNumber, $0.language) = ("Dune", 1, "de")
        $0.publisher = "The Chilton Company"
      },
      book(3, "Dünen der Nacht") {
        $0.authors = ["Émile Zola", "Ursula Ærø"]
        $0.tags = ["écologie", "Ecology", "ﬁnance", "\u{301}ecru"]
        ($0.series, $0.seriesNumber) = ("Hainish Cycle", 6)
        $0.publisher = "HarperCollins"
      },
    ])
  }

  private func values(_ field: BookField, _ beginning: String, _ limit: Int) async throws -> [String] {
    try await catalog.values(of: field, beginningWith: beginning, limit: limit)
  }

  @Test("values with the typed prefix are found regardless of case and accents, once each and in order")
  func beginnings() async throws {
    try await expectEqual(values(.tags, "SCI", 100), ["SCIENCE", "Sci-Fi", "sci-fi"])
    try await expectEqual(values(.tags, "sci-", 100), ["Sci-Fi", "sci-fi"])
    try await expectEqual(values(.tags, "ec", 100), ["Ecology", "écologie", "\u{301}ecru"])
    try await expectEqual(values(.tags, "eco", 1), ["Ecology"])
    try await expectEqual(values(.tags, "fin", 100), ["ﬁnance"])
    try await expectEqual(values(.tags, "x", 100), [])
    try await expectEqual(catalog.values(of: .tags).count, 8)
    try await expectEqual(values(.authors, "le", 100), ["Le Clézio, J. M. G.", "Ursula K. Le Guin"])
    try await expectEqual(values(.authors, "ursula", 100), ["Ursula K. Le Guin", "Ursula Ærø"])
    try await expectEqual(values(.authors, "Ursula K. L", 100), ["Ursula K. Le Guin"])
    try await expectEqual(values(.authors, "aer", 100), ["Ursula Ærø"])
    try await expectEqual(values(.authors, "clezio", 100), ["Le Clézio, J. M. G."])
    try await expectEqual(values(.authors, "guin", 100), ["Ursula K. Le Guin"])
    try await expectEqual(values(.authors, "sula", 100), [])
    try await expectEqual(values(.authors, "", 2), ["Ursula Ærø", "Frank Herbert"])
    try await expectEqual(values(.series, "hain", 100), ["Hainish Cycle"])
    try await expectEqual(values(.series, "", 100), ["Dune", "Hainish Cycle"])
    try await expectEqual(values(.title, "dis", 100), ["The Dispossessed"])
    try await expectEqual(values(.title, "the d", 100), ["The Dispossessed"])
    try await expectEqual(values(.title, "dun", 100), ["Dune", "Dünen der Nacht"])
    try await expectEqual(values(.language, "", 100), ["deu", "eng"])
    try await expectEqual(values(.publisher, "har", 100), ["Harper & Row", "HarperCollins"])
    try await expectEqual(values(.publisher, "harper r", 100), ["Harper & Row"])
    try await expectEqual(values(.publisher, "chil", 100), ["The Chilton Company"])
    try await expectEqual(values(.publisher, "row", 100), [])
    try await expectEqual(values(.publisher, "", 100), ["The Chilton Company", "Harper & Row", "HarperCollins"])
    try await expectEqual(values(.notes, "", 100), [])
    try await expectEqual(values(.title, "!", 100), [])
  }

  @Test("values of user-defined fields are suggested, and people other than the owner are listed")
  func own() async throws {
    let shelf = try await catalog.addField("shelf", .text)
    let moods = try await catalog.addField("moods", .list)
    try await catalog.edit(1) {
      $0[shelf] = .text("Attic, row 2")
      $0[moods] = .list(["quiet", "far away"])
    }
    try await catalog.edit(2) { $0[shelf] = .text("Cellar") }
    let annas = try catalog.acting(as: "Anna")
    try await annas.edit(3) { $0[shelf] = .text("attic, row 10") }
    try await expectEqual(catalog.values(of: shelf.field, beginningWith: "att"), ["Attic, row 2", "attic, row 10"])
    try await expectEqual(catalog.values(of: shelf.field, beginningWith: "attic, row 1"), ["attic, row 10"])
    try await expectEqual(catalog.values(of: shelf.field), ["Attic, row 2", "attic, row 10", "Cellar"])
    try await expectEqual(catalog.values(of: moods.field, beginningWith: "FAR"), ["far away"])
    try await expectEqual(catalog.persons().map(\.name), ["Anna"])
    let fields = try await catalog.fields()
    #expect(BookQuery.filters(with: fields).suffix(2) == ["shelf", "moods"] && BookQuery.filters().contains("tag"))
    #expect(BookQuery.words(of: "IS").contains("unread") && BookQuery.words(of: "tag").isEmpty)
    #expect(BookQuery.words(of: "has", with: fields).contains("moods"))
  }
}
