import Catalog
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("How the lists of a column are divided in a table that is not known") struct ColumnDivisionTests {
  private func read(_ column: String, _ cells: [String]) async throws -> [ImportRow] {
    let table = cells.enumerated().map { "Book \($0.offset),\"\($0.element)\"\n" }.joined()
    return try await rows(of: "t.csv", "title,\(column)\n\(table)")
  }

  /// Returns the authors of each row, separated by vertical bars.
  private func authors(_ cells: String...) async throws -> [String] {
    try await read("authors", cells).map { Self.items(of: $0, .authors).joined(separator: " | ") }
  }

  private func tags(_ cells: String...) async throws -> [[String]] {
    try await read("tags", cells).map { Self.items(of: $0, .tags).sorted() }
  }

  /// Returns the items of a list as separate strings, which a joined text would not distinguish.
  private static func items(of row: ImportRow, _ field: BookField) -> [String] {
    guard case .value(.list(let items)) = row.record?.values[field] else { return [] }
    return items
  }

  @Test("a semicolon in one cell, before or after, leaves the commas of all to the names") func semicolons()
    async throws
  {
    try await expectEqual(
      authors("Herbert, Frank", "Herbert, Frank; Le Guin, Ursula", "Collins, Suzanne"),
      ["Herbert, Frank", "Herbert, Frank | Le Guin, Ursula", "Collins, Suzanne"])
  }

  @Test("an ampersand does so too") func ampersands() async throws {
    try await expectEqual(
      authors("Herbert, Frank", "Herbert, Frank & Le Guin, Ursula"),
      ["Herbert, Frank", "Herbert, Frank | Le Guin, Ursula"])
  }

  @Test("where each comma is that of one name, it stays in it") func invertedNames() async throws {
    try await expectEqual(
      authors("Collins, Suzanne", "Le Guin, Ursula K.", "Homer"), ["Collins, Suzanne", "Le Guin, Ursula K.", "Homer"])
  }

  @Test("a family's name may be of several words") func familyNamesOfSeveralWords() async throws {
    try await expectEqual(
      authors("García Márquez, Gabriel", "Vargas Llosa, Mario", "Martín Gaite, Carmen R.", "Homer"),
      ["García Márquez, Gabriel", "Vargas Llosa, Mario", "Martín Gaite, Carmen R.", "Homer"])
    try await expectEqual(
      authors("Ortega y Gasset, José", "de la Parra Sanojo, Ana", "Sáenz de Tejada Ruiz, Ana"),
      ["Ortega y Gasset, José", "de la Parra Sanojo, Ana", "Sáenz de Tejada Ruiz, Ana"])
  }

  @Test("what most names are like tells what one of two readings is") func mostNames() async throws {
    try await expectEqual(
      authors("García Márquez, Gabriel José", "Allende, Isabel", "Collins, Suzanne", "King, Martin, Jr."),
      ["García Márquez, Gabriel José", "Allende, Isabel", "Collins, Suzanne", "King, Martin, Jr."])
    try await expectEqual(
      authors("Neil Gaiman, Voltaire", "Frank Herbert", "Ursula K. Le Guin"),
      ["Neil Gaiman | Voltaire", "Frank Herbert", "Ursula K. Le Guin"])
  }

  @Test("a comma behind one word alone is left in its name, as it was written") func ambiguousNames() async throws {
    try await expectEqual(authors("Plato, Aristotle"), ["Plato, Aristotle"])
    try await expectEqual(
      authors("Plato, Aristotle", "Frank Herbert", "Jane Austen"), ["Plato, Aristotle", "Frank Herbert", "Jane Austen"])
    try await expectEqual(authors("Plato, Aristotle", "Plato; Aristotle"), ["Plato, Aristotle", "Plato | Aristotle"])
    try await expectEqual(authors("Plato, Aristotle, Homer"), ["Plato | Aristotle | Homer"])
  }

  @Test("where whole names stand between commas, each is an author") func wholeNames() async throws {
    try await expectEqual(
      authors("Neil Gaiman, Terry Pratchett", "Voltaire, Madame de Staël", "Homer"),
      ["Neil Gaiman | Terry Pratchett", "Voltaire | Madame de Staël", "Homer"])
  }

  @Test("tags keep their commas where semicolons divide others, and are divided by them elsewhere") func tags()
    async throws
  {
    try await expectEqual(tags("war, peace", "a; b"), [["war, peace"], ["a", "b"]])
    try await expectEqual(tags("war, peace", "a"), [["peace", "war"], ["a"]])
  }

  @Test("the rows looked at beforehand are taken once each, and in their order") func order() async throws {
    let count = ColumnDivision.sampledRows + 7
    let read = try await rows(of: "t.csv", "title\n" + (1...count).map { "Book \($0)\n" }.joined())
    expectEqual(read.map(\.number), Array(1...count))
    expectEqual(read.map { $0[.title] }, (1...count).map { "Book \($0)" })
  }

  @Test("an export of Catalog is known without its UUIDs: escapes and copies are read") func exportWithoutUUIDs()
    async throws
  {
    let header = """
      title,authors,seriesNumber,tags,averageRating,ratingsCount,readState,firstPublished,copies,earlierReadings
      """
    let row = try #require(
      try await rows(of: "t.csv", header + "\nDune,Frank Herbert,,AC\\;DC; rock,,,read,,attic,\n").first)
    expectEqual(Self.items(of: row, .tags).sorted(), ["AC;DC", "rock"])
    expectEqual(row[.copies]?.hasPrefix("attic"), true)
  }
}
