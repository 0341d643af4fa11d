import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Likely duplicates that are spelled differently")
struct AlikeTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func groups(upTo grade: DuplicateGroup.Grade = .likely) throws -> [DuplicateGroup] {
    try catalog.duplicateGroups(upTo: grade)
  }

  /// - Parameter books: The title, a bar, and the authors, optionally followed by a second bar and an ISBN.
  private func fill(_ books: [String]) throws {
    for book in books {
      let parts = book.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmed() }
      var fields: [BookField: String] = [.title: parts[0], .authors: parts[1]]
      if parts.count > 2 { fields[.isbn] = parts[2] }
      try catalog.addBook(fields)
    }
  }

  @Test(
    "likely duplicates are proposed with their grade and differences",
    arguments: [
      ("Mort | Terry Pratchett", "mort! | TERRY PRATCHETT", "sure: same title and authors, except for punctuation"),
      ("Mort | Terry Pratchett", "MORT | Terry Prätchett", "sure: same title and authors"),
      ("Mort | Terry Pratchett", "Mort (Discworld, #4) | Terry Pratchett", "sure: …, except for a series in the title"),
      (
        "Mort (Discworld, #4) | Terry Pratchett", "MORT (Death #1) | Terry Pratchett", "sure: …, except for punctuation"
      ),
      ("Mort (Discworld Book 4) | T. Lee", "Mort (Discworld, #4) | T. Lee", "sure: …, except for punctuation"),
      ("Dune [Paperback] | Frank Herbert", "Dune | Frank Herbert", "likely: …, except for a subtitle"),
      ("Dune | Frank Herbert", "Dune: A Novel | Frank Herbert", "likely: …, except for a subtitle"),
      ("Dune: A Novel (Sand, #1) | Ann Lee", "Dune - a novel | Ann Lee", "sure: …, except for a series in the title"),
      (
        "Dune: A Novel | Frank Herbert", "Dune (Dune, #1) | Herbert, Frank",
        "likely: …, except for a series in the title, a subtitle and a volume's number"
      ),
      (
        "Saga: Volume 1 | Brian K. Vaughan", "Saga (Saga, #1) | Brian Vaughan",
        "likely: …, except for a subtitle and given names"
      ),
      (
        "Saga | Brian Vaughan", "Saga (Saga, #1) | Brian Vaughan",
        "likely: …, except for a series in the title and a volume's number"
      ),
      ("The Hobbit | J. R. R. Tolkien", "The Hobbit | John Ronald Reuel Tolkien", "likely: …, except for initials"),
      ("The Hobbit | J.R.R. Tolkien", "The Hobbit | Tolkien, J. R. R.", "sure: …, except for punctuation"),
      ("The Hobbit | JRR Tolkien", "The Hobbit | J.R.R. Tolkien", "sure: …, except for punctuation"),
      ("The Hobbit | JRR Tolkien", "The Hobbit | J. Tolkien", "likely: …, except for given names"),
      ("The Hobbit | Tolkien", "The Hobbit | J.R.R. Tolkien", "likely: …, except for given names"),
      ("Kafka | Haruki Murakami", "Kafka | Murakami Haruki", "likely: …, except for the order of a name"),
      ("Emma | Collins; Suzanne", "Emma | Suzanne Collins", "likely: …, except for the order of a name"),
      ("Strength to Love | Martin Luther King, Jr.", "Strength to Love | M. L. King", "likely: …, except for initials"),
      (
        "The Dispossessed | Ursula K. Le Guin", "The Dispossessed | Le Guin, Ursula",
        "likely: …, except for given names"
      ),
      (
        "The Dispossessed | Ursula K. Le Guin", "The Dispossessed | Ursula K. LeGuin", "sure: …, except for punctuation"
      ),
      ("Der Zauberberg | Zoë von Ähren", "Der Zauberberg | Z. Ahren", "likely: …, except for initials"),
      ("The Handmaid’s Tale | Łucja O’Neil", "The Handmaid's Tale | Lucja O'Neil", "sure: …, except for punctuation"),
      ("Pride & Prejudice | Jane Austen", "Pride and Prejudice | Jane Austen", "sure: …, except for punctuation"),
      ("Catch-22 | Joseph Heller", "Catch‐22 | J. Heller", "likely: …, except for initials"),
      ("Emma | A. Smith-Jones", "Emma | Ada Smith‐Jones", "likely: …, except for initials"),
      ("Dune | Frank Herbert", "The Dune | Frank Herbert", "likely: …, except for an article"),
      ("L’Étranger | Albert Camus", "Étranger | Albert Camus", "likely: …, except for an article"),
      (
        "Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Terry Pratchett",
        "likely: …, except for additional authors"
      ),
      (
        "Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Neil Gaiman",
        "likely: …, except for additional authors"
      ),
      (
        "Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Neil Gaiman; Terry Pratchett",
        "sure: …, except for the order of authors"
      ),
      (
        "Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | T. Pratchett; Someone Else; N. Gaiman",
        "likely: …, except for initials and additional authors"
      ),
      ("Dune | Frank Herbert | 9780441013593", "Dune: A Novel | Frank Herbert", "likely: …, except for a subtitle"),
      ("Dune | Frank Herbert | 9780441013593", "Dune | Frank Herbert", "sure: same title and authors"),
      (
        "Dune | Frank Herbert | 9780441013593", "Dune | Herbert | 0-441-01359-7",
        "sure: same ISBN 9780441013593, except for given names"
      ),
      (
        "Dune | Frank Herbert | 9780441013593", "Sand | Frank Herbert | 9780441013593",
        "likely: same ISBN 9780441013593; different titles"
      ),
      (
        "Dune | Frank Herbert | 9780441013593", "Dune | Ann Lee | 9780441013593",
        "likely: same ISBN 9780441013593; different authors"
      ),
      (
        "Dune | Frank Herbert | 9780441013593", "Dune | Frank Herbert | 9780340960196",
        "edition: same title and authors; different ISBNs"
      ),
      (
        "Dune | Frank Herbert | 9780441013593", "Dune: A Novel | F. Herbert | 9780340960196",
        "edition: …, except for a subtitle and initials; different ISBNs"
      ),
      ("村上 | Ken Liu", "村上: 短編 | Ken Liu", "likely: …, except for a subtitle"),
      ("!!! | Ann Lee", "!!! (Signs, #1) | Ann Lee", "sure: …, except for a series in the title"),
      ("Emma | ", "Emma | ", "likely: same title, missing authors"),
      ("Emma | ", "Emma | Jane Austen", "likely: same title, missing authors"),
      ("Emma | Unknown", "Emma | Jane Austen", "likely: same title, missing authors"),
    ])
  func trueOnes(_ one: String, _ other: String, _ expected: String) throws {
    try fill([one, other])
    let found = try groups(upTo: .edition).map { "\($0.books) \($0.grade.rawValue): \($0.words)" }
    expectEqual(found, ["[1, 2] " + expected.replacing("…", with: "same title and authors")])
  }

  @Test(
    "contradicting values make duplicates less likely, or other editions",
    arguments: [
      (BookField.language, "en", "de", "edition: same title and authors; different languages"),
      (.language, "en", "eng", "sure: same title and authors"),
      (.format, "paperback", "audiobook", "edition: same title and authors; different formats"),
      (.format, "paperback", "other", "sure: same title and authors"),
      (.published, "1965", "1984", "likely: same title and authors; different years"),
      (.published, "1965", "1965-08", "sure: same title and authors"),
      (.publisher, "Ace", "Tor", "likely: same title and authors; different publishers"),
      (.publisher, "Ace", "Ace Books", "sure: same title and authors"),
      (.pages, "412", "604", "likely: same title and authors; different pages"),
      (.identifiers, "goodreads | 7", "goodreads | 8", "likely: same title and authors; different identifiers"),
      (.identifiers, "goodreads | 7", "asin | B1", "sure: same title and authors"),
      (.identifiers, "goodreads | 7", "goodreads | 7", "sure: same goodreads 7"),
      (.identifiers, "isbn | 9780441013593", "isbn | 9780441013593", "sure: same isbn 9780441013593"),
      (.identifiers, "isbn | 9780441013593", "isbn | 9780340960196", "sure: same title and authors"),
    ])
  func contradictions(field: BookField, one: String, other: String, expected: String) throws {
    for value in [one, other] { try catalog.addBook([.title: "Dune", .authors: "Frank Herbert", field: value]) }
    try expectEqual(groups(upTo: .edition).map { "\($0.grade.rawValue): \($0.words)" }, [expected])
  }

  @Test(
    "books are not proposed if a value shows that they differ",
    arguments: [
      ["Dune (Dune, #1) | Frank Herbert", "Dune (Dune, #2) | Frank Herbert"],
      ["Dune (Dune, #1) | Frank Herbert", "Dune (DUNE #1.5) | F. Herbert"],
      ["Dune (Dune Book 1) | Frank Herbert", "Dune (Dune, #2) | Frank Herbert"],
      ["Saga 1 | Brian Vaughan", "Saga 2 | Brian Vaughan"], ["Saga | Brian Vaughan", "Saga 2 | B. Vaughan"],
      ["Saga: Volume 2 | Brian Vaughan", "Saga (Saga, #1) | Brian Vaughan"],
      ["Saga: Volume 1 | Brian Vaughan", "Saga: Volume 2 | Brian Vaughan"],
      ["Dune: A Novel | Frank Herbert", "Dune: The Making | Frank Herbert"],
      ["Dune [Paperback] | Frank Herbert", "Dune [Audiobook] | Frank Herbert"],
      ["Dune | Frank Herbert", "Dune Messiah | Frank Herbert"],
      ["Emma | Jane Austen", "Emma | John Austen"], ["Emma | Jane Austen", "Emma: A Novel | Jane Miller"],
      ["Emma | Jane Austen", "Emma: A Novel | K. Austen"], ["Emma | Jane R. Austen", "Emma | Jane S. Austen"],
      ["Emma | ", "Emma: A Novel | "], ["Emma | ", "The Emma | Jane Austen"],
      ["Emma | | 9780441013593", "Emma | | 9780340960196"],
      ["Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Terry Pratchett; Ann Lee"],
      // One book fits two that differ from each other.
      ["Dune | Frank Herbert", "Dune: A Novel | Frank Herbert", "Dune: The Making | Frank Herbert"],
      ["Saga (Saga, #1) | B. Vaughan", "Saga | B. Vaughan", "Saga (Saga, #2) | B. Vaughan"],
      ["Emma | John Austen", "Emma | J. Austen", "Emma | Jane Austen"],
      ["Emma | Austen", "Emma | Jane Austen", "Emma | John Austen"],
      ["Emma | ", "Emma | Jane Austen", "Emma | Jane Miller"],
    ])
  func falseOnes(_ books: [String]) throws {
    try fill(books)
    try expectEqual(groups(upTo: .edition), [])
  }

  @Test("volumes of series with one hero that begin in different years are reported only if the series may be the same")
  func series() throws {
    for (title, year) in [
      ("Avatar (The Rift, #1)", "2014"), ("Avatar (The Search, #1)", "2013"), ("Avatar (The Promise, #1)", "2012"),
      ("Avatar (Earthsea, #2)", "1968"), ("Avatar (The Earthsea Cycle, #2)", "1971"),
      ("Avatar (Rings, #2)", "1980"), ("Avatar (Towers, #2)", "1980"),
    ] {
      try catalog.addBook([.title: title, .authors: "Gene Luen Yang", .published: year])
    }
    try expectEqual(Set(groups(upTo: .edition).map(\.books)), [[4, 5], [6, 7]])
  }

  @Test("a book that names no edition is grouped with the edition that it matches best")
  func editions() throws {
    let work = [BookField.title: "Dune", .authors: "Frank Herbert"]
    try catalog.addBook(work.merging([.isbn: "9780441013593", .published: "1965"]) { $1 })
    try catalog.addBook(work.merging([.isbn: "9780340960196", .published: "1984"]) { $1 })
    func gradedGroups() throws -> [String] { try groups(upTo: .edition).map { "\($0.grade.rawValue) \($0.books)" } }
    try expectEqual(gradedGroups(), ["edition [1, 2]"])
    try catalog.addBook(work.merging([.published: "1984"]) { $1 })
    try expectEqual(gradedGroups(), ["likely [2, 3]", "edition [1, 2, 3]"])
    // The edition of the second such book is unknown, but it is likely the same as the other one that names none.
    try catalog.addBook(work)
    try expectEqual(gradedGroups(), ["likely [1, 4]", "likely [2, 3]", "likely [3, 4]", "edition [1, 2, 3, 4]"])
    try catalog.markDistinct(2, 3)
    try expectEqual(gradedGroups(), ["likely [1, 3]", "likely [1, 4]"])
  }

  @Test("duplicates are found by equal keys, whether read from bytes or from the title's parts")
  func keys() throws {
    func key(_ title: String) -> Int64 { Array(title.utf8).withUnsafeBufferPointer(AlikeKey.key) }
    let codes = [UInt32](0x20..<0x380) + [UInt32](0x2000..<0x2040)
    for title in codes.compactMap({ UnicodeScalar($0) }).flatMap({ ["Ab\($0)c", "The\($0)c", "a\($0) b", "\($0)un x"] })
    {
      var expected = Fingerprint()
      expected.mix(text: TitleParts(title).bare)
      expectEqual(key(title), Int64(bitPattern: expected.value), "\(title.debugDescription)")
    }
    expectEqual(key("Dune\u{e9}: A"), key("The Dun\u{65}e – b (Dune, #1) [x]"))
    #expect(key("L’Étranger") == key("L'etranger") && key("The") != key("") && key(":") == key(":"))
  }

  @Test("separate fields for series and subtitle are taken into account")
  func fields() throws {
    let author = "Frank Herbert"
    try catalog.addBook([.title: "Dune", .authors: author, .series: "Dune", .seriesNumber: "1", .subtitle: "A Novel"])
    try fill(["Dune (Dune, #2) | \(author)", "Dune: The Making | \(author)"])
    try expectEqual(groups().map(\.books), [[2, 3]])
    try catalog.removeBooks(2, 3)
    try fill(["Dune: a novel (Dune, #1) | \(author)"])
    try expectEqual(groups().map(\.books), [[1, 4]])
  }

  @Test("likely duplicates follow the certain ones and do not repeat them")
  func order() throws {
    try fill([
      "Emma | Jane Austen", "Emma: A Novel | J. Austen", "emma | jane austen", "Dune | Frank Herbert | 9780441013593",
      "Dune: A Novel | F. Herbert | 9780441013593",
    ])
    try expectEqual(
      groups(),
      [
        DuplicateGroup(
          .sure, .isbn(try ISBN("9780441013593")), [.subtitle, .initials], books: [4, 5]),
        DuplicateGroup(.sure, .titleAndAuthors, books: [1, 3]),
        DuplicateGroup(.likely, .alike, [.subtitle, .initials], books: [1, 2, 3]),
      ])
    try catalog.write { _ = try $0.merge([1, 2, 3]) }
    try expectEqual(groups().map(\.books), [[4, 5]])
  }

  @Test("a title shared by too many books yields no duplicates")
  func tooMany() throws {
    try fill((0..<65).map { "Emma\($0 == 64 ? ": A Novel" : "") | Jane Austen; Helper \($0)" })
    try fill(["Emma | Ann Lee", "Emma: A Novel | A. Lee"])
    try expectEqual(groups().map(\.books), [[66, 67]], "those of one author are few")
    try catalog.removeBooks(66, 67)
    try expectEqual(groups(), [])
    try catalog.removeBooks(1)
    try fill(["Mort: A Novel | Terry Pratchett", "Mort | T. Pratchett"])
    try expectEqual(groups().map(\.books), [[68, 69]])
  }

  @Test("an identifier of an edition yields one group, whatever the titles are")
  func identifiers() async throws {
    let isbn = "9780441013593"
    func record(_ id: String, _ title: String, _ identifiers: String, isbn: String? = nil) throws -> SourceRecord {
      var fields: [BookField: String?] = [.title: title, .authors: "Ann Lee", .identifiers: identifiers]
      if let isbn { fields[.isbn] = isbn }
      return try SourceRecord(id, fields)
    }
    try await temporary.importRecords([
      record("1", "Dune", "goodreads | 7; asin | B1"),
      record("2", "Sand", "goodreads | 7; asin | B1"),
      // The first does not identify an edition, and the second is not an identifier.
      record("3", "Emma", "oclc | 7; goodreads | 0"),
      record("4", "Ulysses", "oclc | 7; goodreads | 0"),
      // The ISBN groups these two, and the identifier groups these with the same title.
      record("5", "Mort", "goodreads | 8", isbn: isbn),
      record("6", "Eric", "goodreads | 8", isbn: isbn),
      record("7", "Jingo", "goodreads | 9"), record("8", "Jingo", "goodreads | 9"),
    ])
    try expectEqual(
      groups(),
      [
        DuplicateGroup(.likely, .isbn(try ISBN(isbn)), [.titles], books: [5, 6]),
        DuplicateGroup(.likely, .identifier(BookIdentifier("asin", "B1")), [.titles], books: [1, 2]),
        DuplicateGroup(.sure, .identifier(BookIdentifier("goodreads", "9")), books: [7, 8]),
      ])
  }
}
