import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// The description of a book beyond its title and authors: contributors, identifiers, the work's first date, format,
/// length.
@Suite("Edition fields")
struct EditionFieldsTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func importing(_ source: String, _ records: SourceRecord...) async throws -> ImportReport {
    let report = try await temporary.importRecords(records, source: source)
    try expectEqual(catalog.findings(), [])
    return report
  }

  @Test("edition fields are edited, shown and undone like all others")
  func editing() async throws {
    try await catalog.add { $0.title = "Dune" }
    let before = try catalog.shownText()
    try await catalog.edit(1) {
      $0.subtitle = "A Novel"
      $0.contributors = [Contributor("Simon Vance", role: "nrt"), Contributor("Somebody")]
      $0.identifiers = [BookIdentifier("Goodreads", "234225"), BookIdentifier("asin", "B00B7NPRY8")]
      $0.firstPublished = try PartialDate("1965-08")
      $0.format = .audiobook
      $0.duration = 1_265
      $0.readState = .abandoned
    }
    let book = try #require(try await catalog.book(1))
    #expect(book.subtitle == "A Novel" && book.format == .audiobook && book.duration == 1_265)
    expectEqual(book.contributors.map(\.roleInWords), ["narrator", nil])
    expectEqual(book.identifiers, [BookIdentifier("goodreads", "234225"), BookIdentifier("asin", "B00B7NPRY8")])
    #expect(book.firstPublished?.description == "1965-08" && book.readState == .abandoned)
    try expectEqual(catalog.findings(), [])
    try await catalog.undo()
    try expectEqual(catalog.shownText(), before)
    try expectEqual(catalog.findings(), [])
  }

  @Test("edition fields accept storable values and reject others")
  func invalid() async throws {
    try await catalog.add { $0.title = "Dune" }
    await #expect(throws: InvalidValue.self) {
      try await catalog.edit(1) { $0.identifiers = [BookIdentifier("no spaces", "1")] }
    }
    await #expect(throws: InvalidValue.self) { try await catalog.edit(1) { $0.duration = 0 } }
    try await expectEqual(catalog.book(1)?.identifiers, [])
  }

  @Test("a book is recognised by an identifier, whatever its title is")
  func matching() async throws {
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.identifiers = [BookIdentifier("goodreads", "7")]
      },
      SourceRecord("2") {
        $0.title = "Emma"
        $0.identifiers = [BookIdentifier("goodreads", "8")]
      })
    let report = try await importing(
      "second",
      SourceRecord("a") {
        $0.title = "Der Wüstenplanet"
        $0.identifiers = [BookIdentifier("asin", "B1"), BookIdentifier("goodreads", "7")]
      },
      // The record matches two books by its numbers, and one of them by its title as well.
      SourceRecord("b") {
        $0.title = "Emma"
        $0.identifiers = [BookIdentifier("goodreads", "7"), BookIdentifier("goodreads", "8")]
      },
      // A work has many editions.
      SourceRecord("c") {
        $0.title = "Dune II"
        $0.identifiers = [BookIdentifier("openlibrary-work", "OL1W")]
      })
    #expect(report.counts.updated == 2 && report.counts.added == 1)
    // Each source knows the book by identifiers of its own.
    try await expectEqual(catalog.book(1)?.identifiers.map(\.value), ["B1", "7"])
  }

  @Test("a book is not matched by placeholders, identifiers of sets or works, or identifiers that contradict its ISBN")
  func noMatch() async throws {
    let (first, second) = (try ISBN("9780441013593"), try ISBN("9780140449266"))
    let wide = [
      BookIdentifier("goodreads", "0"), BookIdentifier("asin", "N/A"), BookIdentifier("lccn", "76-1"),
      BookIdentifier("oclc", "5"), BookIdentifier("openlibrary", "OL1W"),
    ]
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.isbn = first
      },
      SourceRecord("2") {
        $0.title = "Emma"
        $0.isbn = second
        $0.identifiers = [BookIdentifier("goodreads", "13")]
      },
      SourceRecord("3") {
        $0.title = "Set, volume 1"
        $0.identifiers = wide
      })
    let report = try await importing(
      "second",
      SourceRecord("a") {
        $0.title = "Dune"
        $0.isbn = first
        $0.identifiers = [BookIdentifier("goodreads", "13")]
      },
      SourceRecord("b") {
        $0.title = "Set, volume 2"
        $0.identifiers = wide
      })
    #expect(report.counts.added == 2 && report.counts.updated == 0)
    try await expectEqual(catalog.book(2)?.title, "Emma")
  }

  @Test("a book's progress follows its file until the user sets it")
  func following() async throws {
    func deliver(_ source: String, _ state: ReadState, _ rating: Double, pages: Int) async throws -> ImportReport {
      try await importing(
        source,
        SourceRecord("1") {
          $0.title = "Dune"
          $0.authors = ["Frank Herbert"]
          $0.pages = pages
          $0.readState = state
          $0.rating = rating
        })
    }
    func expect(_ state: ReadState, _ rating: Double, at location: Testing.SourceLocation = #_sourceLocation)
      async throws
    {
      let book = try await catalog.book(1)
      #expect(book?.readState == state && book?.rating == rating, "\(book?.readState as Any)", sourceLocation: location)
    }
    _ = try await deliver("first", .want, 1, pages: 1)
    try await expectEqual(deliver("first", .read, 4, pages: 1).counts.keptYours, 0)
    try await expect(.read, 4)
    try await catalog.edit(1) { $0.rating = 4.5 }
    try await expectEqual(deliver("first", .reading, 2, pages: 1).counts.keptYours, 1)
    try await expect(.reading, 4.5)
    try await catalog.undo()
    try await expect(.read, 4.5)
    // A refreshed source states nothing personal and does not affect imports.
    let shelf = SimpleSource("shelf") {
      [
        SourceRecord("s") {
          $0.title = "Dune"
          $0.authors = ["Frank Herbert"]
          $0.pages = 7
        }
      ]
    }
    _ = try await catalog.syncEngine(sources: [shelf]).refresh()
    try await expectEqual(catalog.book(1)?.sources.split(separator: " ").count, 2)
    try await expectEqual(deliver("first", .paused, 2, pages: 1).counts.keptYours, 1)
    try await expect(.paused, 4.5)
    try await expectEqual(deliver("first", .read, 2, pages: 1).counts.keptYours, 1)
    // Another file does not fill a field that has a value, and does not count as the user's statement.
    try await expectEqual(deliver("second", .paused, 3, pages: 2).counts.keptYours, 1)
    try await expectEqual(deliver("second", .abandoned, 2, pages: 2).counts.keptYours, 1)
    try await expect(.read, 4.5)
    // The first file no longer states a state, so the other file's value remains.
    try await expectEqual(deliver("first", .unread, 5, pages: 1).counts.keptYours, 1)
    try await expect(.abandoned, 4.5)
  }

  @Test("a value that the user sets is theirs, also if a file has filled in the same value")
  func saidAgain() async throws {
    func deliver(_ rating: Double) async throws -> ImportReport {
      try await importing(
        "shelf",
        SourceRecord("1") {
          $0.title = "Dune"
          $0.rating = rating
        })
    }
    _ = try await deliver(4)
    let confirmed = try await catalog.edit(1) { $0.rating = 4 }
    #expect(confirmed.step != nil && confirmed.summary == "Dune: rating confirmed")
    // Already the user's own value.
    #expect(try await catalog.edit(1) { $0.rating = 4 }.step == nil)
    try await expectEqual(deliver(2).counts.keptYours, 1)
    try await expectEqual(catalog.book(1)?.rating, 4)
    try await catalog.undo(confirmed)
    try await expectEqual(deliver(3).counts.keptYours, 0)
    try await expectEqual(catalog.book(1)?.rating, 3)
    // No party has stated a value.
    #expect(try await catalog.edit(1) { $0.notes = nil }.step == nil)
    // An edit is an exception to the sources' values.
    #expect(try await catalog.edit(1) { $0.title = "Dune" }.step == nil)
  }

  @Test("a book is found by format, state and identifier, and by the words of its subtitle and contributors")
  func searching() async throws {
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.format = .audiobook
        $0.readState = .want
        $0.subtitle = "Desert planet"
        $0.contributors = [Contributor("Simon Vance", role: "nrt")]
        $0.identifiers = [BookIdentifier("goodreads", "7")]
      },
      SourceRecord("2") {
        $0.title = "Emma"
        $0.readState = .read
      })
    for (query, ids) in [
      ("format:audiobook", [1]), ("is:want", [1]), ("is:unfinished", [1]), ("is:read", [2]), ("is:unread", []),
      ("id:goodreads=7", [1]), ("id:goodreads", [1]), ("id:goodreads=8", []), ("-id:goodreads", [2]),
      ("vance", [1]), ("desert pla", [1]), ("title:desert", []),
    ] as [(String, [Book.ID])] {
      try await expectEqual(Set(catalog.ids(of: BookQuery(query))), Set(ids), "\(query)")
    }
  }

  @Test("dates of the work and the edition are shown separately, and a more precise one is not a conflict")
  func dates() async throws {
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.firstPublished = try PartialDate("1965")
      })
    try await catalog.edit(1) { $0.firstPublished = try PartialDate("1965-08") }
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.firstPublished = try PartialDate("1965-08-01")
      })
    #expect(try await catalog.conflicts().isEmpty)
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.firstPublished = try PartialDate("1964")
      })
    try await expectEqual(catalog.conflicts().count, 1)
  }

  @Test("identifiers that another program deleted are restored by a repair")
  func repair() async throws {
    _ = try await importing(
      "first",
      SourceRecord("1") {
        $0.title = "Dune"
        $0.identifiers = [BookIdentifier("goodreads", "7")]
      })
    try temporary.foreign().run("DELETE FROM book_identifier")
    try expectEqual(catalog.findings(), ["the tables of authors, tags and identifiers do not match the books"])
    _ = try await catalog.check(repair: true)
    try expectEqual(catalog.findings(), [])
    try await expectEqual(catalog.count(of: "id:goodreads=7"), 1)
  }
}
