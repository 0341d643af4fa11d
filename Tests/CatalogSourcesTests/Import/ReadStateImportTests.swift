import Catalog
import CatalogTestSupport
import Testing

@testable import CatalogSources

/// Tests of the read states and readings that are imported from tables of other programs.
@Suite("Read states of tables") struct ReadStateImportTests {
  private let bookWyrm = "title,author_text,remote_id,start_date,finish_date,stopped_date,shelf,shelf_name"

  private func row(_ name: String, _ table: String) async throws -> ImportRow {
    try #require(try await rows(of: name, table).first)
  }

  @Test func `a shelf of the user's own says nothing of the state, and a last day then means read`() async throws {
    let finished = "Cookbook,Ann Bee,https://example.com/2,2022-08-10,2022-10-10,,cooking-9,Cooking\n"
    let read = try await row("bookwyrm.csv", "\(bookWyrm)\n\(finished)")
    #expect(read[.readState] == "read" && read[.finished] == "2022-10-10" && read[.tags] == "Cooking")
    let begun = "Cookbook,Ann Bee,https://example.com/2,2022-08-10,,,cooking-9,Cooking\n"
    #expect(try await row("bookwyrm.csv", "\(bookWyrm)\n\(begun)")[.readState] == nil)
    let stopped = "Cookbook,Ann Bee,https://example.com/2,2022-08-10,,2022-09-01,cooking-9,Cooking\n"
    let abandoned = try await row("bookwyrm.csv", "\(bookWyrm)\n\(stopped)")
    #expect(abandoned[.readState] == "abandoned" && abandoned[.finished] == "2022-09-01")
  }

  @Test func `the archive of an account calls a reading given up where no shelf says the state`() async throws {
    let archive = """
      {"books": [{"edition": {"title": "Cookbook", "remote_id": "https://example.com/2"},
        "shelves": [{"name": "Cooking"}],
        "readthroughs": [{"start_date": "2022-08-10", "stopped_date": "2022-09-01"}]}]}
      """
    let row = try await row("archive.json", archive)
    #expect(row[.readState] == "abandoned" && row[.finished] == "2022-09-01" && row[.tags] == "Cooking")
  }

  @Test(arguments: [
    ("dnf", "abandoned"), ("D.N.F.", "abandoned"), ("Did-Not-Finish", "abandoned"), ("did_not_finish", "abandoned"),
    ("Didn’t finish", "abandoned"), ("unfinished", "abandoned"), ("Un-finished!", "abandoned"), ("To_Read", "want"),
    ("CURRENTLY READING", "reading"), ("on_hold", "paused"), ("Finished", "read"), ("Read.", "read"),
    ("cooking", nil), ("-", nil), ("未読", nil),
  ])
  func `a state is known in any case, with any spaces and punctuation`(word: String, state: String?) async throws {
    for header in ["Book Id,Title,Author,Exclusive Shelf", "title,authors,id,read state"] {
      let cells = header.hasPrefix("Book") ? "1,Dune,Ada,\(word)" : "Dune,Ada,1,\(word)"
      let row = try await row("books.csv", "\(header)\n\(cells)\n")
      #expect(row[.title] == "Dune" && row[.readState] == state)
    }
  }

  @Test(arguments: [("1", "read"), ("0", nil), ("", nil)])
  func `a flag of Book Catalogue says that a book was read`(flag: String, state: String?) async throws {
    let row = try await row("books.csv", "title,author_details,series_details,read\nDune,\"Herbert, Frank\",,\(flag)\n")
    #expect(row[.title] == "Dune" && row[.readState] == state)
  }

  @Test(arguments: [("0", nil), ("1", nil), ("2", " |  | read")])
  func `the reading with a last day is one of those counted, also where the book has no shelf`(
    count: String, earlier: String?
  ) async throws {
    let goodreads = "Book Id,Title,Author,Date Read,Exclusive Shelf,Read Count\n1,Dune,Ada,2020/02/03,,\(count)\n"
    let storyGraph = "Title,Authors,ISBN/UID,Read Status,Last Date Read,Read Count\nDune,Ada,,,2020/02/03,\(count)\n"
    for table in [goodreads, storyGraph] {
      let row = try await row("books.csv", table)
      #expect(row[.readState] == "read" && row[.earlierReadings] == earlier)
    }
  }

  @Test(arguments: [("1", nil), ("2", " |  | read")])
  func `the reading with a last day counts also where the book is wanted again`(
    count: String, earlier: String?
  ) async throws {
    let goodreads =
      "Book Id,Title,Author,Date Read,Exclusive Shelf,Read Count\n1,Dune,Ada,2020/02/03,to-read,\(count)\n"
    let row = try await row("books.csv", goodreads)
    #expect(row[.readState] == "want" && row[.finished] == "2020-02-03" && row[.earlierReadings] == earlier)
  }
}
