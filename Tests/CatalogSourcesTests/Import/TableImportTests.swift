import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct TableImportTests {
  @Test func aRowOfGoodreadsIsRead() async throws {
    let header = """
      Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Number of Pages,\
      Year Published,Original Publication Year,Date Read,Date Added,Exclusive Shelf,My Review
      """
    let row = #"""
      7,"Pippi (Pippi Långstrump, #1)",Astrid   Lindgren,"Lindgren, Astrid","Tiina Nunnally, Lauren Child",\#
      "=""0142402494""","=""9780142402498""",4,4.13,Puffin,160,2005,1945,2020/05/17,2019/01/02,read,"Fun<br/>indeed"
      """#
    let book = try #require(try await rows(of: "goodreads.csv", header + "\n" + row + "\n").first)
    expectEqual(book.record?.remoteID, "7")
    expectEqual(book[.title], "Pippi (Pippi Långstrump, #1)")
    expectEqual(book[.authors], "Astrid Lindgren; Tiina Nunnally; Lauren Child")
    expectEqual(book[.isbn], "9780142402498")
    expectEqual(book[.pages], "160")
    #expect(book[.published] == "2005" && book[.firstPublished] == "1945")
    expectEqual(book[.series], "Pippi Långstrump")
    expectEqual(book[.seriesNumber], "1")
    expectEqual(book[.rating], "4")
    expectEqual(book[.averageRating], "4.13")
    expectEqual(book[.readState], "read")
    expectEqual(book[.finished], "2020-05-17")
    expectEqual(book[.added], "2019-01-02T00:00:00Z")
    expectEqual(book[.review], "Fun\nindeed")
  }

  /// Column names of our own exports, in an order that a person may have chosen.
  private static let ours = "title,uuid,authors,series,seriesNumber,tags,averageRating,ratingsCount,readState,reason"

  @Test func aTableOfOursSaysWhatItSays() async throws {
    let uuid = "01a200f6-3ba3-7db6-b7de-825d7bc74e05"
    let cells = #""[x] (Wayfarers, #1)",\#(uuid),"[Anon]; Herbert, A & B","=""s""",,[a]; b\;c; d\\; e\f,,,read,x"#
    let row = try #require(try await rows(of: "t.csv", "\(Self.ours)\n\(cells)\n").first)
    expectEqual(row[.title], "[x] (Wayfarers, #1)")
    expectEqual(row.record?.values[.authors], .value(.list(["[Anon]", "Herbert, A & B"])))
    expectEqual(row[.series], "=\"s\"")
    #expect(row[.seriesNumber] == nil)
    expectEqual(row.record?.values[.tags], .value(.list(["[a]", "b;c", "d\\", "e\\f"])))
  }

  @Test func aTableOfCalibreIsNotTakenForOurs() async throws {
    let header = "title,title_sort,authors,isbn,pubdate,rating,series,series_index,tags,uuid,languages\n"
    let row = "Dune,Dune,\"Frank, Jr. Herbert & Smith && Sons\",,1965-08-01T00:00:00+00:00,4,,1.0,\"sf, classic\","
    let book = try #require(
      try await rows(of: "t.csv", header + row + "01a200f6-3ba3-7db6-b7de-825d7bc74e05,eng\n").first)
    expectEqual(book[.tags], "classic; sf")
    expectEqual(book[.authors], "Frank, Jr. Herbert; Smith & Sons")
    expectEqual(book.record?.uuid?.uuidString, "01A200F6-3BA3-7DB6-B7DE-825D7BC74E05")
    // calibre writes a series number and a date for every book. They are ignored without a series and a real date.
    #expect(book[.seriesNumber] == nil && book[.published] == "1965-08-01")
    let undated = "Emma,Emma,Jane Austen,,0101-01-01T00:00:00+00:00,,Novels,1.0,,,\n"
    let other = try #require(try await rows(of: "t.csv", header + undated).first)
    #expect(other[.seriesNumber] == "1" && other[.published] == nil)
    // A user may choose which columns calibre exports.
    let chosen = "title,tags,uuid\nDune,\"sf, classic\",01a200f6-3ba3-7db6-b7de-825d7bc74e05\n"
    try await expectEqual(rows(of: "t.csv", chosen).first?[.tags], "classic; sf")
  }

  @Test func anEmptyColumnLeavesTheWordToTheNextOne() async throws {
    let table = """
      Book Id,Title,Author,My Rating,Year Published,Original Publication Year,Exclusive Shelf,My Review,Private Notes
      1,One,A,0,,1990,read,,mine
      2,Two,A,0,1965,1990,read,fine,mine
      3,Three,A,0,soon,1990,read,,

      """
    let found = try await rows(of: "t.csv", table)
    expectEqual(found.map { $0[.notes] }, ["mine", "mine", nil])
    expectEqual(found.map { $0[.review] }, [nil, "fine", nil])
    expectEqual(found.map { $0[.published] }, ["1990", "1965", nil])
    // A later column with another meaning does not replace an invalid value.
    expectEqual(found[2].leftOut?.hasPrefix("published “soon”"), true)
  }

  @Test func bracketsAreLibraryThingsAroundNumbersAndDatesOnly() async throws {
    let table = """
      Book Id\tTitle\tPrimary Author\tDate\tReview\tTags\tISBN\tISBNs\tEntry Date\tDate Read
      1\t[Untitled] (A, #1)\t[Anon]\t1985\t[x]\ta, b\t[]\t0142402494, 9780142402498\t[2007-05-08]\t[2008-01-02]

      """
    let row = try #require(try await rows(of: "t.tsv", table).first)
    expectEqual(row[.title], "[Untitled] (A, #1)")
    #expect(row[.series] == nil)
    expectEqual(row[.authors], "[Anon]")
    expectEqual(row[.review], "[x]")
    expectEqual(row[.tags], "a; b")
    expectEqual(row[.isbn], "0142402494")
    expectEqual(row[.added], "2007-05-08T00:00:00Z")
    expectEqual(row[.finished], "2008-01-02")
  }

  @Test func theSeriesInATitleIsReadWhereTitlesHaveIt() async throws {
    let title = "\"Pippi (Pippi Långstrump, #1)\""
    #expect(try await rows(of: "t.csv", "title,authors\n\(title),A\n").first?[.series] == nil)
    let goodbooks = "book_id,goodreads_book_id,authors,title\n1,7,A,\(title)\n"
    try await expectEqual(rows(of: "t.csv", goodbooks).first?[.series], "Pippi Långstrump")
  }

  @Test(arguments: [
    // The cell lost its leading zero; the check digit proves it.
    ("439023483", "0439023483"), ("0439023483", "0439023483"), ("=\"0142402494\"", "0142402494"),
    ("[9780142402498]", "9780142402498"), ("0142402494, 9780142402498", "0142402494"),
    // A shop's number or nothing: no ISBN is found, and nothing is reported.
    ("B00ABCDEFG", nil), ("", nil), ("=\"\"", nil),
  ])
  func anISBNIsNeverGuessed(_ cell: String, _ isbn: String?) async throws {
    let quoted = "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    let row = try #require(try await rows(of: "t.csv", "title,isbn\nDune,\(quoted)\n").first)
    expectEqual(row[.isbn], isbn)
    #expect(row.leftOut == nil)
  }

  @Test func anISBNThatASpreadsheetRoundedIsSaid() async throws {
    let row = try #require(try await rows(of: "t.csv", "title,isbn\nDune,9.78043902348e+12\n").first)
    #expect(row[.isbn] == nil)
    expectEqual(row.leftOut, "ISBN “9.78043902348e+12”: a spreadsheet rounded it, so its last digits are lost")
  }

  @Test func ofAWrongISBNIsSaidWhatStandsInTheCell() async throws {
    let row = try #require(try await rows(of: "t.csv", "title,isbn\nDune,978\n").first)
    expectEqual(row.leftOut?.hasPrefix("ISBN “978”: "), true)
  }

  @Test func aWrongISBNIsLeftOutAndSaid() async throws {
    let row = try #require(try await rows(of: "t.csv", "title,isbn\nDune,0439023484\n").first)
    expectEqual(row[.title], "Dune")
    #expect(row[.isbn] == nil)
    expectEqual(row.leftOut, "ISBN “0439023484”: its check digit should be 3")
  }

  @Test func ofTwoColumnsTheRightISBNIsTaken() async throws {
    let row = try #require(try await rows(of: "t.csv", "title,isbn13,isbn\nDune,9.78E+12,0439023483\n").first)
    expectEqual(row[.isbn], "0439023483")
  }

  @Test(arguments: [
    ("2008.0", "2008"), ("-750.0", "-0750"), ("1965-08", "1965-08"), ("2005/03/01", "2005-03-01"), ("", nil),
  ])
  func yearsAreReadAsSpreadsheetsLeaveThem(_ cell: String, _ date: String?) async throws {
    let row = try #require(try await rows(of: "t.csv", "title,original_publication_year\nDune,\(cell)\n").first)
    expectEqual(row[.published], date)
  }

  @Test(arguments: ["99999", "1965-13", "soon"])
  func aWrongYearRejectsTheRow(_ cell: String) async throws {
    let row = try #require(try await rows(of: "t.csv", "title,year\nDune,\(cell)\n").first)
    expectEqual(row.rejection?.contains("published"), true)
  }

  @Test func authorsAreDividedAsTheColumnsNameSays() async throws {
    let several = try await rows(of: "t.csv", "title,authors\nA,\"J.K. Rowling, Mary GrandPré\"\n")
    expectEqual(several.first?[.authors], "J.K. Rowling; Mary GrandPré")
    let inverted = try await rows(of: "t.csv", "title,author\nA,\"Tolkien, J. R. R.\"\n")
    expectEqual(inverted.first?[.authors], "Tolkien, J. R. R.")
    let calibre = try await rows(of: "t.csv", "title,author\nA,\"Terry Pratchett & Neil Gaiman\"\n")
    expectEqual(calibre.first?[.authors], "Terry Pratchett; Neil Gaiman")
  }

  @Test func columnsCanBeNamedAndLeftOut() async throws {
    let table = "title,original_title,isbn\nDune (1965),Dune,0439023483\n"
    let row = try #require(
      try await rows(of: "t.csv", table) {
        try $0.take(.title, from: "Original_Title")
        try $0.take(.isbn, from: "")
      }.first)
    expectEqual(row[.title], "Dune")
    #expect(row[.isbn] == nil)
  }

  @Test func aTableWithoutAHeaderIsReadByNumbers() async throws {
    let found = try await rows(of: "t.csv", "Dune;Frank Herbert;1965\nEmma;Jane Austen;1815\n") {
      for (field, column) in [(BookField.title, "1"), (.authors, "2"), (.published, "3")] {
        try $0.take(field, from: column)
      }
    }
    expectEqual(found.map { $0[.title] }, ["Dune", "Emma"])
    expectEqual(found.map { $0[.published] }, ["1965", "1815"])
    expectEqual(found.map(\.number), [1, 2])
  }

  @Test func authorsAndTagsTakeSeveralColumns() async throws {
    let table =
      "name,First,Second,Genre,Shelf\nGood Omens,Terry Pratchett,\"Neil Gaiman, Nobody\",fun,\"new, fun\"\n,,A,,\n"
    let found = try await rows(of: "t.csv", table) {
      try $0.take(.title, from: "name")
      for column in ["First", "Second"] { try $0.take(.authors, from: column) }
      for column in ["Shelf", "Genre", "Shelf"] { try $0.take(.tags, from: column) }
    }
    expectEqual(found.first?[.authors], "Terry Pratchett; Neil Gaiman, Nobody")
    expectEqual(found.first?[.tags], "fun; new")
    let numbered = try await rows(of: "t.csv", "Good Omens;;Neil Gaiman, Terry Pratchett\n") {
      try $0.take(.title, from: "1")
      for column in ["2", "3"] { try $0.take(.authors, from: column) }
    }
    expectEqual(numbered.first?[.authors], "Neil Gaiman; Terry Pratchett")
  }

  @Test func aFieldTakesOneColumnAndNotAnotherBesideIt() throws {
    var options = ImportInput.Options()
    try options.take(.title, from: "A")
    #expect(throws: ImportError.fieldNamedTwice("title", columns: ["A", "B"])) { try options.take(.title, from: "B") }
    try options.take(.tags, from: "")
    #expect(throws: ImportError.fieldNamedTwice("tags", columns: ["", "B"])) { try options.take(.tags, from: "B") }
    try options.takeOwn("own.Price:number", from: "A")
    #expect(throws: ImportError.fieldNamedTwice("own.price", columns: ["A", "B"])) {
      try options.takeOwn("own.price", from: "B")
    }
    try options.takeOwn("own.prices", from: "B")
  }

  @Test func aTableWithoutATitleIsRefused() async throws {
    await #expect(throws: ImportError.noTitleColumn(columns: ["name", "writer"])) {
      try await rows(of: "t.csv", "name,writer\nDune,Herbert\n")
    }
    await #expect(throws: ImportError.noSuchColumn("nmae", columns: ["name", "writer"])) {
      try await rows(of: "t.csv", "name,writer\nDune,Herbert\n") { try $0.take(.title, from: "nmae") }
    }
    await #expect(throws: ImportError.empty) { try await rows(of: "t.csv", "") }
  }

  @Test func anAverageIsNeverTheUsersRating() async throws {
    let row = try #require(try await rows(of: "t.csv", "title,average_rating,ratings_count\nDune,4.34,4780653\n").first)
    #expect(row[.rating] == nil)
    expectEqual(row[.averageRating], "4.34")
    expectEqual(row[.ratingsCount], "4780653")
  }

  @Test func aRowWithoutAnIDIsKnownByItsISBNElseByTitleAndAuthors() async throws {
    let found = try await rows(of: "t.csv", "title,authors,isbn\nDune,Herbert,0439023483\nLes Misérables,Hugo,\n")
    expectEqual(found.map { $0.record?.remoteID }, ["isbn:9780439023481", "title:les miserables|hugo"])
    #expect(found.allSatisfy { $0.record?.hasOwnID == false })
  }

  @Test func halfARowAndANULAreRejected() async throws {
    let found = try await rows(of: "t.csv", "title,authors\nDu\u{0}ne,Herbert\nEmma,Austen\nHalf")
    expectEqual(found.map { $0.rejection != nil }, [true, false, true])
  }

  @Test func windows1252IsSaidAndRead() async throws {
    let folder = TemporaryFolder()
    let path = try folder.write("t.csv", Array("title\nMis".utf8) + [0xE9] + Array("rables\n".utf8))
    let input = try ImportInput(path: path)
    #expect(input.notes.contains { $0.contains("Windows-1252") })
    try await expectEqual(input.reader.nextBatch()?.rows.first?[.title], "Misérables")
  }

  @Test(arguments: [
    ("The Hunger Games (The Hunger Games, #1)", "The Hunger Games", 1.0),
    ("Gideon the Ninth (The Locked Tomb #1)", "The Locked Tomb", 1.0),
    ("Edge (Dune, #1.5)", "Dune", 1.5), ("All of it (Dune, #1-3)", "Dune", 1.0),
    ("Two (Eve Duncan, #11; Catherine Ling, #1)", "Eve Duncan", 11.0), ("Two (A, #1; no series)", "A", 1.0),
  ])
  func theSeriesInATitleIsFound(_ title: String, _ name: String, _ number: Double) {
    let series = SeriesInTitle(title)
    expectEqual(series?.places.first, SeriesPlace(name, number: number))
  }

  @Test func ofSeveralSeriesInATitleAllAreFound() {
    let series = SeriesInTitle("Guards! (Discworld, #8; City Watch #1;  Ankh, #0.5)")?.places
    expectEqual(
      series,
      [
        SeriesPlace("Discworld", number: 8), SeriesPlace("City Watch", number: 1), SeriesPlace("Ankh", number: 0.5),
      ])
  }

  @Test(arguments: ["Dune", "Dune (1965)", "(#1)", "A (b) c", "Odd (Series, #x)", "()", "#1)"])
  func whatIsNoSeriesIsNone(_ title: String) {
    #expect(SeriesInTitle(title) == nil)
  }
}
