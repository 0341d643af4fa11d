import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// The report on what became of the columns of a table.
@Suite struct TableReportTests {
  private func became(_ name: String, _ table: String) async throws -> [String] {
    let folder = TemporaryFolder()
    let input = try ImportInput(path: folder.write(name, Array(table.utf8)))
    while try await input.reader.nextBatch() != nil {}
    return input.table.became.map { became in
      let values = became.values.map { " \($0.text) \($0.count)" }.joined()
      return "\(became.column) → \(became.target.name) \(became.cells):\(values)"
    }
  }

  @Test func `shelves are reported with the fields and words that they became, and unchanged fields are not`()
    async throws
  {
    let table = """
      Book Id,Title,Author,Bookshelves,Exclusive Shelf
      1,Dune,Ada,"sf, read, favourites",read
      2,Emma,Bo,sf,to-read
      3,Ubik,Cy,,read
      4,Solaris,Di,"to-read, sf",

      """
    try await expectEqual(
      became("goodreads.csv", table),
      [
        "Book Id → identifiers 4:", "Bookshelves → readState 1: want 1", "Bookshelves → tags 3: sf 3 favourites 1",
        "Exclusive Shelf → readState 3: read 2 want 1",
      ])
  }

  @Test func `people are reported as authors or contributors, according to their roles`() async throws {
    let table = """
      Book Id\tTitle\tPrimary Author\tSecondary Author\tSecondary Author Roles
      1\tDune\tFinch, Ada\tKarr, Bo|Novak, Cy\tTranslator|Author
      2\tEmma\tFinch, Ada\t\t

      """
    try await expectEqual(
      became("librarything.tsv", table),
      [
        "Book Id → identifiers 2:", "Primary Author → authors 2:", "Secondary Author → authors 1:",
        "Secondary Author → contributors 1:",
      ])
  }

  @Test func `a column of another program is reported with the number of its values, and an empty one is not`()
    async throws
  {
    let folder = TemporaryFolder()
    let table = "title,shelf mark,unused\nDune,,\nEmma,A1,\nUbik,B2,\n"
    let input = try ImportInput(path: folder.write("books.csv", Array(table.utf8)))
    while try await input.reader.nextBatch() != nil {}
    expectEqual(input.table.columns.map { "\($0.name) \($0.cells) \($0.example)" }, ["shelf mark 2 A1"])
  }
}
