import Catalog
import CatalogTestSupport
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
    #expect(try await values(.tags, "SCI", 100) == ["SCIENCE", "Sci-Fi", "sci-fi"])
    #expect(try await values(.tags, "sci-", 100) == ["Sci-Fi", "sci-fi"])
    #expect(try await values(.tags, "ec", 100) == ["Ecology", "écologie", "\u{301}ecru"])
    #expect(try await values(.tags, "eco", 1) == ["Ecology"])
    #expect(try await values(.tags, "fin", 100) == ["ﬁnance"])
    #expect(try await values(.tags, "x", 100) == [])
    #expect(try await catalog.values(of: .tags).count == 8)
    #expect(try await values(.authors, "le", 100) == ["Le Clézio, J. M. G.", "Ursula K. Le Guin"])
    #expect(try await values(.authors, "ursula", 100) == ["Ursula K. Le Guin", "Ursula Ærø"])
    #expect(try await values(.authors, "Ursula K. L", 100) == ["Ursula K. Le Guin"])
    #expect(try await values(.authors, "aer", 100) == ["Ursula Ærø"])
    #expect(try await values(.authors, "clezio", 100) == ["Le Clézio, J. M. G."])
    #expect(try await values(.authors, "guin", 100) == ["Ursula K. Le Guin"])
    #expect(try await values(.authors, "sula", 100) == [])
    #expect(try await values(.authors, "", 2) == ["Ursula Ærø", "Frank Herbert"])
    #expect(try await values(.series, "hain", 100) == ["Hainish Cycle"])
    #expect(try await values(.series, "", 100) == ["Dune", "Hainish Cycle"])
    #expect(try await values(.title, "dis", 100) == ["The Dispossessed"])
    #expect(try await values(.title, "the d", 100) == ["The Dispossessed"])
    #expect(try await values(.title, "dun", 100) == ["Dune", "Dünen der Nacht"])
    #expect(try await values(.language, "", 100) == ["deu", "eng"])
    #expect(try await values(.publisher, "har", 100) == ["Harper & Row", "HarperCollins"])
    #expect(try await values(.publisher, "harper r", 100) == ["Harper & Row"])
    #expect(try await values(.publisher, "chil", 100) == ["The Chilton Company"])
    #expect(try await values(.publisher, "row", 100) == [])
    #expect(
      try await values(.publisher, "", 100) == ["The Chilton Company", "Harper & Row", "HarperCollins"])
    #expect(try await values(.notes, "", 100) == [])
    #expect(try await values(.title, "!", 100) == [])
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
    #expect(try await catalog.values(of: shelf.field, beginningWith: "att") == ["Attic, row 2", "attic, row 10"])
    #expect(try await catalog.values(of: shelf.field, beginningWith: "attic, row 1") == ["attic, row 10"])
    #expect(try await catalog.values(of: shelf.field) == ["Attic, row 2", "attic, row 10", "Cellar"])
    #expect(try await catalog.values(of: moods.field, beginningWith: "FAR") == ["far away"])
    #expect(try await catalog.persons().map(\.name) == ["Anna"])
    let fields = try await catalog.fields()
    #expect(BookQuery.filters(with: fields).suffix(2) == ["shelf", "moods"] && BookQuery.filters().contains("tag"))
    #expect(BookQuery.words(of: "IS").contains("unread") && BookQuery.words(of: "tag").isEmpty)
    #expect(BookQuery.words(of: "has", with: fields).contains("moods"))
  }
}
