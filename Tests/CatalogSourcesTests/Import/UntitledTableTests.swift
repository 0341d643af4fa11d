import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Inputs without titles: tables in which numbers identify the books, and files that are not text.
@Suite struct UntitledTableTests {
  @Test func `a table without titles needs a column that identifies its books`() async throws {
    let row = try #require(try await rows(of: "t.csv", "isbn,pages\n9780441013593,400\n").first)
    #expect(row[.title] == nil && row[.isbn] == "9780441013593" && row[.pages] == "400")
    let marked = "isbn,shelf mark\n9780441013593,A1\n"
    await #expect(throws: ImportError.noTitleColumn(columns: ["isbn", "shelf mark"])) {
      try await rows(of: "t.csv", marked)
    }
    let books = try await rows(of: "t.csv", marked) { try $0.take(.title, from: "") }
    expectEqual(books.map { $0[.isbn] }, ["9780441013593"])
    for leavesOut in [true, false] {
      await #expect(throws: ImportError.noTitleColumn(columns: ["pages", "publisher"])) {
        try await rows(of: "t.csv", "pages,publisher\n400,Ace\n") { if leavesOut { try $0.take(.title, from: "") } }
      }
    }
  }

  @Test func `a list of ISBNs may have a column name, comments and blank lines`() async throws {
    for name in ["", "ISBN\n", "# shelf 3\nISBN13\n"] {
      let list = try await rows(of: "isbns.txt", name + "9780441013593,\n\n# a comment\n\"0306406152\"; # old\n")
      expectEqual(list.map { $0[.isbn] ?? $0.rejection }, ["9780441013593", "0306406152"], "\(name)")
      let two = try await rows(of: "isbns.txt", name + "9780441013593\n# two\n9780441013593;0306406152\n")
      #expect(two.count == 2 && two[1].rejection?.contains("is not an ISBN") == true, "\(name)")
    }
  }

  @Test func `a table with ids from standard input needs the name of its source`() async throws {
    await #expect(throws: ImportError.needsSourceName) {
      try await rows(of: "t.csv", "id,title\n7,Dune\n") { $0.acceptsIDs = false }
    }
    let books = try await rows(of: "t.csv", "isbn,title\n9780441013593,Dune\n") { $0.acceptsIDs = false }
    expectEqual(books.map { $0[.title] }, ["Dune"])
  }

  @Test(
    arguments: [
      ("SQLite format 3\0\u{10}", .database), ("PK\u{3}\u{4}\u{14}\0", .archive), ("%PDF-1.7\n1 0 obj\n", .other),
      ("\u{7F}ELF\u{2}\u{1}\u{1}\0\0\0\0", .other),
    ] as [(String, ImportError.Binary)])
  func `a file that is not text is refused as what it is`(text: String, kind: ImportError.Binary) async {
    await #expect(throws: ImportError.noText(kind)) { try await rows(of: "books.csv", text) }
    await #expect(throws: ImportError.noText(kind)) { try await rows(of: "books.csv", Array(text.utf8) + [0xE9]) }
  }
}
