import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of tables in the formats of services, with all their columns. Each cell's result is checked.
@Suite("Tables of other programs") struct DialectTests {
  private func row(_ name: String, _ table: String) async throws -> ImportRow {
    try #require(try await rows(of: name, table).first)
  }

  private func expect(
    _ row: ImportRow, _ values: [BookField: String], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(row.rejection == nil && row.leftOut == nil, sourceLocation: sourceLocation)
    for field in BookField.allCases {
      #expect(row[field] == values[field], "\(field)", sourceLocation: sourceLocation)
    }
  }

  @Test("Goodreads: shelves are tags, the exclusive one is the state, the review is apart from the private notes")
  func goodreads() async throws {
    let table = """
      Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,\
      Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,\
      Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies
      234225,"Dune (Dune, #1)",Frank Herbert,"Herbert, Frank",,="",="9780441013593",5,4.25,Ace,Mass Market Paperback,\
      604,2006,1965,2024/02/01,2023/01/05,"to-read, science-fiction","to-read (#3), science-fiction (#1)",to-read,\
      "Slow<br/><br/>but <i>good</i> &amp; long",,lent to Ada,2,1

      """
    expect(
      try await row("goodreads_library_export.csv", table),
      [
        .title: "Dune (Dune, #1)", .authors: "Frank Herbert", .isbn: "9780441013593", .pages: "604", .publisher: "Ace",
        .published: "2006", .firstPublished: "1965", .series: "Dune", .seriesNumber: "1", .tags: "science-fiction",
        .averageRating: "4.25", .rating: "5", .readState: "want", .finished: "2024-02-01",
        .added: "2023-01-05T00:00:00Z", .review: "Slow\n\nbut good & long", .notes: "lent to Ada",
        .identifiers: "goodreads | 234225", .format: "paperback",
        .earlierReadings: " |  | read", .copies: " |  |  |  |  |  | 1",
      ])
  }

  @Test("StoryGraph: the last reading, who did what, a shop's number")
  func storyGraph() async throws {
    let table = """
      Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Moods,Pace,\
      Star Rating,Review,Content Warnings,Tags,Owned?
      Dune,"Frank Herbert, Brian Herbert",Simon Vance (Narrator),B002V1OF70,audio,did-not-finish,2023/01/05,2023/03/20,\
      "2021/02/01-2021/03/01, 2023/03/02-2023/03/20",2,"dark, tense",slow,4.25,<div>Long.</div>,,"own, sf",Yes

      """
    expect(
      try await row("storygraph.csv", table),
      [
        .title: "Dune", .authors: "Frank Herbert; Brian Herbert", .contributors: "Simon Vance | nrt",
        .identifiers: "asin | B002V1OF70", .format: "audiobook", .readState: "abandoned",
        .added: "2023-01-05T00:00:00Z", .started: "2023-03-02", .finished: "2023-03-20", .rating: "4.25",
        .review: "Long.", .tags: "own; sf", .copies: " |  |  |  |  |  | 1",
        .earlierReadings: "2021-02-01 | 2021-03-01 | read;  |  | read",
      ])
  }

  @Test("LibraryThing: names are turned, those with a role are no authors")
  func libraryThing() async throws {
    let columns = [
      "Book Id": "12", "Title": "Le Maître et Marguerite", "Sort Character": "4",
      "Primary Author": "Boulgakov, Mikhaïl",
      "Primary Author Role": "", "Secondary Author": "Ligny, Claude|King, Martin Luther, Jr.|Laffont, Robert",
      "Secondary Author Roles": "Translator||Éditeur", "Publication": "Pocket (1994)", "Date": "1994", "Review": "x",
      "Rating": "4.5", "Comment": "shelf 3", "Private Comment": "gift", "Media": "Paperback", "Page Count": "448 ",
      "LCCN": "67010496", "Date Started": "[2007-05-01]", "Date Read": "[2007-05-08]", "Tags": "russe, roman",
      "Collections": "Your library, To read", "Languages": "French", "ISBN": "[2266062328]",
      "ISBNs": "2266062328, 9782266062329", "Entry Date": "[2007-04-01]", "Copies": "1",
      "Acquired": "[2007-03-01]", "Lending Patron": "Ada",
      "Subjects": "Devil > Fiction|Moscow", "Dewey Decimal": "891.7342", "LC Classification": "PG3476.B78",
      "Lending Start": "[2020-01-02]", "OCLC": "1234",
      "Work id": "10151",
    ]
    let names = columns.keys.sorted()
    let table = names.joined(separator: "\t") + "\n" + names.map { columns[$0] ?? "" }.joined(separator: "\t") + "\n"
    expect(
      try await row("librarything.tsv", table),
      [
        .title: "Le Maître et Marguerite", .authors: "Mikhaïl Boulgakov; Martin Luther King, Jr.",
        .contributors: "Claude Ligny | trl; Robert Laffont | Éditeur", .publisher: "Pocket", .published: "1994",
        .review: "x",
        .readState: "want", .rating: "4.5", .notes: "shelf 3\n\ngift", .format: "paperback", .pages: "448",
        .started: "2007-05-01",
        .finished: "2007-05-08", .tags: "Devil; Fiction; Moscow; Your library; roman; russe", .language: "fra",
        .isbn: "2266062328",
        .added: "2007-04-01T00:00:00Z", .copies: " |  | 2007-03-01 |  | Ada | 2020-01-02 | 1",
        .identifiers: "librarything | 12; librarything-work | 10151; oclc | 1234; lccn | 67010496; "
          + "lcc | PG3476.B78; ddc | 891.7342",
      ])
  }

  @Test("goodbooks-10k: the address of the image is the cover, unless it is the one that stands for none")
  func covers() async throws {
    let table = """
      goodreads_book_id,best_book_id,title,authors,image_url,small_image_url
      1,1,Dune,Frank Herbert,https://images.example/m/1.jpg,https://images.example/s/1.jpg
      2,2,Emma,Jane Austen,https://images.example/assets/nophoto/book/111x148.png,

      """
    let found = try await rows(of: "books.csv", table)
    expectEqual(found.map { $0[.cover] }, ["https://images.example/m/1.jpg", nil])
    let own = "title,cover\nA,/books/a b/cover.jpg\nB,covers/b.jpg\nC,file:///c.jpg\nD,javascript:alert(1)\n"
    let others = try await rows(of: "own.csv", own)
    expectEqual(others.map { $0[.cover] }, ["file:///books/a%20b/cover.jpg", nil, "file:///c.jpg", nil])
    expectEqual(others.map { $0.leftOut != nil }, [false, true, false, true])
  }

  @Test(
    "what no field holds is a field of one's own where it is said",
    arguments: [
      (
        "storygraph.csv",
        [
          "moods list dark; tense", "pace choice slow", "driven-by choice Character",
          "strong-character-development choice Yes", "loveable-characters choice No", "diverse-characters choice Yes",
          "flawed-characters choice It's complicated", "content-warnings list Death",
        ]
      ),
      ("goodreads.csv", ["review-spoilers flag yes"]),
      ("hardcover.csv", ["moods list tense", "review-date date 2023-05-01"]),
      ("bookwyrm.csv", ["review-title text Glass", "review-date date 2023-04-01"]),
      ("libib.csv", ["review-date date 2023-05-01"]),
      (
        "librarything.tsv",
        [
          "weight text 0.6 pounds", "height text 7.9 inches", "thickness text 0.9 inches", "length text 5.2 inches",
          "dimensions text 7.9 x 5.2 x 0.9 inches", "original-languages list Swedish", "acquired-from text Gift",
        ]
      ),
      ("librarything.json", ["weight text 0.6 pounds", "original-languages list Swedish"]),
      ("bookwyrm-archive.json", ["review-title text Glass"]),
      ("bookcatalogue.csv", []),
    ])
  func ownFields(file: String, values: [String]) async throws {
    let text = try Repository.text(of: "Tests/Interchange/\(file)")
    let record = try #require(try await row(file, text).record)
    let stated = record.own.map { "\($0.name) \($0.kind.rawValue) \($0.value?.description ?? "")" }
    #expect(Set(stated) == Set(values) && record.leftOut.isEmpty)
  }

  @Test("each field of one's own that a program's column becomes can be made")
  func namesOfOwnFields() throws {
    for column in TableDialect.all.flatMap(\.ownFields) {
      try expectEqual(OwnValue(column.name, column.kind, choices: column.choices, nil).canonical().name, column.name)
    }
  }

  @Test("a flag is what is marked, and a column that was named for a field is that")
  func flags() async throws {
    let table = "Book Id,Title,Author l-f,My Rating,Spoiler,Recommended By\n1,A,x,0,false,Max\n2,B,y,0,true,\n"
    let found = try await rows(of: "goodreads.csv", table)
    expectEqual(found.map { $0.record?.own.map(\.name) }, [["recommended-by"], ["review-spoilers"]])
    let named = try await rows(of: "goodreads.csv", table) { try $0.take(.notes, from: "Recommended By") }
    #expect(named[0][.notes] == "Max" && named[0].record?.own == [])
  }

  @Test("Hardcover: its states, its lists, seconds as minutes")
  func hardcover() async throws {
    let table = """
      Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,ASIN,Media,Country Code,\
      Language Code,Binding,Pages,Duration in Seconds,Publish Date,Publisher,Genres,Moods,Tags,Content Warnings,Lists,\
      Date Added,Date Started,Date Finished,Rating,Review,Review Contains Spoilers,Sponsored Review,Review Date,\
      Review Url,Review Media Url,Private Notes,Owned,Compilation,Review Slate
      Dune,Frank Herbert,Dune,Currently Reading,Public,312460,30408020,0441013597,9780441013593,B002V1OF70,Listened,us,\
      en,Audio CD,604,75900,2006-08-02,Ace,"Science Fiction, Classics",tense,sf,,Best of 2023,2023-01-05,2023-03-02,,4.5,\
      Long.,false,false,,,,lent,true,false,"{""a"":1}"

      """
    expect(
      try await row("hardcover.csv", table),
      [
        .title: "Dune", .authors: "Frank Herbert", .series: "Dune", .readState: "reading", .isbn: "9780441013593",
        .identifiers: "hardcover | 312460; hardcover-edition | 30408020; asin | B002V1OF70", .format: "audiobook",
        .language: "en", .pages: "604", .duration: "1265", .published: "2006-08-02", .publisher: "Ace",
        .tags: "Best of 2023; Classics; Science Fiction; sf", .added: "2023-01-05T00:00:00Z",
        .started: "2023-03-02", .rating: "4.5", .review: "Long.", .notes: "lent", .copies: " |  |  |  |  |  | 1",
      ])
  }

  @Test("BookWyrm: all the names by which a book is known")
  func bookWyrm() async throws {
    let table = """
      title,author_text,remote_id,openlibrary_key,inventaire_id,librarything_key,goodreads_key,bnf_id,viaf,wikidata,asin,\
      aasin,isfdb,isbn_10,isbn_13,oclc_number,start_date,finish_date,stopped_date,rating,review_name,review_cw,\
      review_content,review_published,shelf,shelf_name,shelf_date
      Dune,"Frank Herbert, Brian Herbert",https://bookwyrm.example/book/5,OL893415W,,,234225,,,Q190192,,,,0441013597,\
      9780441013593,1234,2023-03-02,,2023-03-09,3.5,Title,,Long.,2023-04-01,stopped-reading,Stopped reading,2023-04-01

      """
    expect(
      try await row("bookwyrm.csv", table),
      [
        .title: "Dune", .authors: "Frank Herbert; Brian Herbert", .isbn: "9780441013593", .readState: "abandoned",
        .identifiers:
          "openlibrary | OL893415W; goodreads | 234225; wikidata | Q190192; oclc | 1234; "
          + "uri | https://bookwyrm.example/book/5",
        .started: "2023-03-02", .finished: "2023-03-09", .rating: "3.5", .review: "Long.",
        .added: "2023-04-01T00:00:00Z",
      ])
  }

  @Test("openreads: its tags, its readings; what was deleted there is no book here")
  func openreads() async throws {
    let table = """
      title,subtitle,author,description,status,favourite,deleted,rating,pages,publication_year,isbn,olid,tags,my_review,\
      notes,book_format,readings,date_added,date_modified
      Gone,,A,,planned,false,true,,,,,,,,,,,,
      Dune,A Novel,Frank Herbert,Sand.,in_progress,true,false,4.5,604,1965,9780441013593,OL893415M,sf|||||desert,Long.,n,\
      ebook,2021-02-01T00:00:00.000|2021-03-01T00:00:00.000|;2023-03-02T00:00:00.000||,2023-01-05T08:30:00.000Z,

      """
    let found = try await rows(of: "openreads.csv", table)
    expectEqual(found.count, 1)
    expect(
      try #require(found.first),
      [
        .title: "Dune", .subtitle: "A Novel", .authors: "Frank Herbert", .readState: "reading", .rating: "4.5",
        .pages: "604", .published: "1965", .isbn: "9780441013593", .identifiers: "openlibrary | OL893415M",
        .tags: "desert; favourite; sf", .review: "Long.", .notes: "n", .format: "ebook", .started: "2023-03-02",
        .added: "2023-01-05T08:30:00Z", .description: "Sand.", .earlierReadings: "2021-02-01 | 2021-03-01 | read",
      ])
  }

  @Test("Libib: books alone, its collections are tags")
  func libib() async throws {
    let table = """
      item_type,title,creators,first_name,last_name,collection,ean_isbn13,upc_isbn10,description,publisher,publish_date,\
      group,tags,notes,price,length,rating,review,review_date,status,began,completed,added,copies
      movie,Dune,Denis Villeneuve,,,Films,,,,,,,,,,,,,,,,,,1
      book,Dune,"Frank Herbert, Brian Herbert",Frank,Herbert,Living room,9780441013593,0441013597,Sand.,Ace,2006-08-02,,\
      "sf, classic",n,9.99,604,4.5,Long.,,Completed,2023-03-02,2023-03-20,2023-01-05,1

      """
    let found = try await rows(of: "libib.csv", table)
    expectEqual(found.count, 1)
    expect(
      try #require(found.first),
      [
        .title: "Dune", .authors: "Frank Herbert; Brian Herbert", .isbn: "9780441013593", .publisher: "Ace",
        .published: "2006-08-02", .tags: "Living room; classic; sf", .notes: "n", .pages: "604", .rating: "4.5",
        .review: "Long.", .readState: "read", .started: "2023-03-02", .finished: "2023-03-20",
        .added: "2023-01-05T00:00:00Z", .description: "Sand.", .copies: " |  |  | 9.99 |  |  | 1",
      ])
  }

  @Test("Book Catalogue: authors and series with bars between them")
  func bookCatalogue() async throws {
    let table = """
      "_id","author_details","title","isbn","publisher","date_published","rating","bookshelf_id","bookshelf","read",\
      "series_details","pages","notes","list_price","location","read_start","read_end","format","signed","loaned_to",\
      "description","genre","language","date_added","goodreads_book_id","book_uuid"
      "5","Pratchett, Terry|Gaiman, Neil","Good Omens","9780060853983","Harper","2006","4","1","Default, Attic","1",\
      "Omens(1)|Other(2)","412","n","","attic","2023-03-02","2023-03-20","Paperback","0","Ada","d","fantasy","English",\
      "2023-01-05 08:30:00","12067","01a200f6-3ba3-7db6-b7de-825d7bc74e05"

      """
    let row = try await row("export.csv", table)
    expectEqual(row.record?.uuid?.uuidString, "01A200F6-3BA3-7DB6-B7DE-825D7BC74E05")
    expect(
      row,
      [
        .title: "Good Omens", .authors: "Terry Pratchett; Neil Gaiman", .isbn: "9780060853983", .publisher: "Harper",
        .published: "2006", .rating: "4", .tags: "Attic; Default; fantasy", .readState: "read", .series: "Omens",
        .seriesNumber: "1", .pages: "412", .notes: "n", .started: "2023-03-02", .finished: "2023-03-20",
        .format: "paperback", .language: "eng", .added: "2023-01-05T00:00:00Z", .identifiers: "goodreads | 12067",
        .otherSeries: "Other | 2", .description: "d", .copies: "attic |  |  |  | Ada",
      ])
  }

  @Test("the reading log of Open Library: works and editions by their keys")
  func openLibrary() async throws {
    let table = """
      Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,Ratings Average,\
      Ratings Count,Has Ebook,Subjects
      OL893415W,Dune,Frank Herbert,1965,OL893415M,120,Already Read,5,4.3,780,Yes,"Science fiction, Deserts"

      """
    expect(
      try await row("OpenLibrary_ReadingLog.csv", table),
      [
        .title: "Dune", .authors: "Frank Herbert", .firstPublished: "1965", .readState: "read", .rating: "5",
        .averageRating: "4.3", .ratingsCount: "780", .tags: "Deserts; Science fiction",
        .identifiers: "openlibrary | OL893415W; openlibrary | OL893415M",
      ])
  }

  @Test("shelves named like read states say how far the user is where nothing else does, and else stay tags")
  func stateShelves() async throws {
    let goodreads = "Book Id,Title,Author,Exclusive Shelf,Bookshelves\n1,A,X,read,\"dnf, read, read-2020\"\n"
    let read = try await row("goodreads.csv", goodreads)
    #expect(read[.readState] == "read" && read[.tags] == "dnf; read-2020")
    let bookshelf = "_id,author_details,title,bookshelf\n1,\"B, A\",T,\"Wishlist, Attic\"\n"
    let wishlist = try await row("export.csv", bookshelf)
    #expect(wishlist[.readState] == "want" && wishlist[.tags] == "Attic")
    let finished = try await row("t.csv", "title,authors,date read\nA,X,2020-01-02\n")
    expectEqual(finished[.readState], "read")
  }

  @Test("what programs write for no identifier is none; a UUID may be without hyphens")
  func placeholders() async throws {
    let table = """
      _id,author_details,title,goodreads_book_id,book_uuid
      1,"Herbert, Frank",Dune,0,01a200f63ba37db6b7de825d7bc74e05

      """
    let row = try await row("export.csv", table)
    #expect(row[.identifiers] == nil && row.rejection == nil)
    expectEqual(row.record?.uuid?.uuidString, "01A200F6-3BA3-7DB6-B7DE-825D7BC74E05")
  }

  @Test(
    "the reading of the day it was finished is taken, else the latest",
    arguments: [
      ("2021/02/01-2021/03/04, 2019/01/01-2019/01/09", "2021/03/04", "2021-02-01", "2021-03-04"),
      ("2021/02/01-2021/03/04, 2019/01/01-2019/01/09", "", "2021-02-01", "2021-03-04"),
      ("2021/02/01-", "2020/01/02", nil, "2020-01-02"), ("2021/02/01-", "", "2021-02-01", nil),
      ("garbage", "", nil, nil), ("2021/03/04", "", nil, "2021-03-04"),
    ])
  func readings(_ readings: String, _ last: String, _ started: String?, _ finished: String?) async throws {
    let table =
      "Title,Authors,ISBN/UID,Read Status,Star Rating,Last Date Read,Dates Read\nA,X,,read,,\(last),\"\(readings)\"\n"
    let row = try await row("storygraph.csv", table)
    #expect(row[.started] == started && row[.finished] == finished)
  }

  @Test(
    "pages and years are read as librarians and spreadsheets write them",
    arguments: [
      ("xii, 310 p.", "[1984]", "310", "1984"), ("1,200", "c1984", "1200", "1984"), ("412.0", "1984.0", "412", "1984"),
      ("1.024 S.", "1984?", "1024", "1984"), ("310 pages", "", "310", nil), ("0", "", nil, nil),
      ("300", "1984-06", "300", "1984-06"),
    ])
  func libraryNotation(_ pages: String, _ year: String, _ count: String?, _ published: String?) async throws {
    let row = try await row("t.csv", "title,pages,year\nDune,\"\(pages)\",\(year)\n")
    #expect(row[.pages] == count && row[.published] == published && row.leftOut == nil)
  }

  @Test(
    "a count that makes no sense, and what is no number of pages, is left out and said",
    arguments: [
      ("1e3", "1", "1", "pages “1e3”: it is not a whole number"),
      ("12 hrs 30 min", "1", "1", "pages “12 hrs 30 min”: it is not a whole number"),
      ("1", "abc", "1", "read count “abc”: it is not a whole number up to 10,000"),
      ("1", "1", "-1", "copies “-1”: it is not a whole number up to 10,000"), ("1", "0", "no", nil),
    ])
  func counts(pages: String, read: String, owned: String, leftOut: String?) async throws {
    let table =
      "Book Id,Title,Author,Number of Pages,Read Count,Owned Copies,Exclusive Shelf\n"
      + "1,Dune,A,\(pages),\(read),\(owned),read\n"
    let row = try await row("goodreads.csv", table)
    #expect(row[.title] == "Dune" && row.leftOut == leftOut)
    let uuid = try await self.row("b.csv", "_id,author_details,title,book_uuid\n1,\"B, A\",T,bbb\n")
    #expect(uuid[.title] == "T" && uuid.leftOut == "uuid “bbb”: it is not a UUID")
  }

  @Test("what a field cannot hold is left out and said, and its book comes in; not so of our own tables")
  func leftOut() async throws {
    let goodreads = "Book Id,Title,Author,Number of Pages,My Rating,Year Published\n1,Dune,A,many,10,198?\n"
    let row = try await row("goodreads.csv", goodreads)
    #expect(row[.title] == "Dune" && row[.pages] == nil && row[.rating] == nil && row[.published] == nil)
    expectEqual(
      row.leftOut,
      "pages “many”: it is not a whole number; published “198?”: write a date as 1965, 1965-08 or "
        + "1965-08-01; rating “10”: it must be from 0 to 5")
    #expect(try await self.row("goodreads.csv", "Book Id,Title,Author\n1,\"\",A\n")[.title] == nil)
    let ours = "uuid,title,authors,seriesNumber,averageRating,ratingsCount,readState,pages\n,Dune,,,,,unread,many\n"
    try await expectEqual(self.row("books.csv", ours).rejection, "pages “many”: it is not a whole number")
  }

  @Test("a column that was named for a field stands alone for it")
  func named() async throws {
    let table = "Book Id,Title,Author,Additional Authors,My Rating\n1,Dune,Frank Herbert,Brian Herbert,5\n"
    let found = try await rows(of: "t.csv", table) { try $0.take(.authors, from: "Author") }
    expectEqual(found.first?[.authors], "Frank Herbert")
  }

  @Test(
    "names are turned where that is certain",
    arguments: [
      ("Herbert, Frank", "Frank Herbert"), ("King, Martin Luther, Jr.", "Martin Luther King, Jr."), ("Homer", "Homer"),
      ("King, Jr.", "King, Jr."), ("a, b, c, d", "a, b, c, d"), ("Herbert, ", "Herbert,"), ("", ""),
      ("de la Mare, Walter", "Walter de la Mare"),
    ])
  func turned(name: String, expected: String) { expectEqual(PersonName.turned(name), expected) }

  @Test(
    "tags become text, and what only looks like one stays",
    arguments: [
      ("a<br/>b", "a\nb"), ("<p>a</p><p>b</p>", "a\nb"), ("<b>x</b> &amp; y &#8212; z", "x & y — z"),
      ("a < b", "a < b"), ("I <3 it &amp; more", "I <3 it & more"), ("<spoiler>x", "<spoiler>x"), ("<", "<"),
      ("<a href=\"x\">y", "y"), ("<br>&#xD800;", "&#xD800;"), ("<br>&#99999999999;", "&#99999999999;"),
    ])
  func markup(text: String, expected: String) { expectEqual(MarkupText.plain(text), expected) }

  @Test("cells that are missing at the end of a row are empty, unless the file ends there")
  func padding() async throws {
    let found = try await rows(of: "t.csv", "title,authors,pages\nDune,Herbert\nEmma\nHalf")
    expectEqual(found.map { $0[.title] }, ["Dune", "Emma", nil])
    #expect(found[2].rejection != nil)
  }

  @Test("no table of one program is taken for another's")
  func signatures() {
    for dialect in TableDialect.all {
      for signature in dialect.signatures {
        expectEqual(TableDialect.of(signature).name, dialect.name, "\(signature)")
      }
    }
    expectEqual(Set(TableDialect.all.map(\.name)).count, TableDialect.all.count)
  }
}
