import Catalog
import Testing

@testable import CatalogSources

@Suite("How the lists of a column are divided in a table that is not known") struct ColumnDivisionTests {
  private func values(_ field: BookField, _ column: String, _ cells: [String]) async throws -> [String?] {
    let table = cells.enumerated().map { "Book \($0.offset),\"\($0.element)\"\n" }.joined()
    return try await rows(of: "t.csv", "title,\(column)\n\(table)").map { $0[field] }
  }

  private func authors(_ cells: String...) async throws -> [String?] { try await values(.authors, "authors", cells) }

  @Test("a semicolon in one cell, before or after, leaves the commas of all to the names") func semicolons()
    async throws
  {
    #expect(
      try await authors("Herbert, Frank", "Herbert, Frank; Le Guin, Ursula", "Collins, Suzanne")
        == ["Herbert, Frank", "Herbert, Frank; Le Guin, Ursula", "Collins, Suzanne"])
  }

  @Test("an ampersand does so too") func ampersands() async throws {
    #expect(
      try await authors("Herbert, Frank", "Herbert, Frank & Le Guin, Ursula")
        == ["Herbert, Frank", "Herbert, Frank; Le Guin, Ursula"])
  }

  @Test("where each comma is that of one name, it stays in it") func invertedNames() async throws {
    #expect(
      try await authors("Collins, Suzanne", "Le Guin, Ursula K.", "Homer")
        == ["Collins, Suzanne", "Le Guin, Ursula K.", "Homer"])
  }

  @Test("where whole names stand between commas, each is an author") func wholeNames() async throws {
    #expect(
      try await authors("Neil Gaiman, Terry Pratchett", "Voltaire, Madame de Staël", "Homer")
        == ["Neil Gaiman; Terry Pratchett", "Voltaire; Madame de Staël", "Homer"])
  }

  @Test("tags keep their commas where semicolons divide others") func tags() async throws {
    #expect(try await values(.tags, "tags", ["war, peace", "a; b"]) == ["war, peace", "a; b"])
    #expect(try await values(.tags, "tags", ["war, peace", "a"]).first??.contains(",") == false)
  }

  @Test("the rows looked at beforehand are taken once each, and in their order") func order() async throws {
    let count = ColumnDivision.sampledRows + 7
    let read = try await rows(of: "t.csv", "title\n" + (1...count).map { "Book \($0)\n" }.joined())
    #expect(read.map(\.number) == Array(1...count))
    #expect(read.map { $0[.title] } == (1...count).map { "Book \($0)" })
  }

  @Test("an export of Catalog is known without its UUIDs: escapes and copies are read") func exportWithoutUUIDs()
    async throws
  {
    let header = """
      title,authors,seriesNumber,tags,averageRating,ratingsCount,readState,firstPublished,copies,earlierReadings
      """
    let row = try #require(
      try await rows(of: "t.csv", header + "\nDune,Frank Herbert,,AC\\;DC; rock,,,read,,attic,\n").first)
    #expect(row[.tags]?.contains("AC;DC") == true || row[.tags]?.contains(#"AC\;DC"#) == true)
    #expect(row[.copies]?.hasPrefix("attic") == true)
  }
}
