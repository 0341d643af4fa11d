import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Books that may be one, written otherwise")
struct AlikeTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func groups() throws -> [DuplicateGroup] { try catalog.duplicateGroups() }

  /// - Parameter books: the title, a bar, the authors; and behind a further bar an ISBN.
  private func fill(_ books: [String]) throws {
    for book in books {
      let parts = book.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmed() }
      var fields: [BookField: String] = [.title: parts[0], .authors: parts[1]]
      if parts.count > 2 { fields[.isbn] = parts[2] }
      try catalog.addBook(fields)
    }
  }

  @Test(
    "are proposed",
    arguments: [
      ("Mort | Terry Pratchett", "Mort (Discworld, #4) | Terry Pratchett"),
      ("Mort (Discworld, #4) | Terry Pratchett", "MORT (Death #1) | Terry Pratchett"),
      ("Dune | Frank Herbert", "Dune: A Novel | Frank Herbert"),
      ("Dune: A Novel (Dune, #1) | Frank Herbert", "Dune - a novel | Frank Herbert"),
      ("Dune: A Novel | Frank Herbert", "Dune (Dune, #1) | Herbert, Frank"),
      ("Saga: Volume 1 | Brian K. Vaughan", "Saga (Saga, #1) | Brian Vaughan"),
      ("The Hobbit | J. R. R. Tolkien", "The Hobbit | John Ronald Reuel Tolkien"),
      ("The Hobbit | J.R.R. Tolkien", "The Hobbit | Tolkien, J. R. R."),
      ("The Hobbit | JRR Tolkien", "The Hobbit | J. Tolkien"),
      ("Strength to Love | Martin Luther King, Jr.", "Strength to Love | M. L. King"),
      ("The Dispossessed | Ursula K. Le Guin", "The Dispossessed | Le Guin, Ursula"),
      ("Der Zauberberg | Zoë von Ähren", "Der Zauberberg | Z. Ahren"),
      ("The Handmaid’s Tale | Łucja O’Neil", "The Handmaid's Tale | Lucja O'Neil"),
      ("Pride & Prejudice | Jane Austen", "Pride and Prejudice | Jane Austen"),
      ("Catch-22 | Joseph Heller", "Catch‐22 | J. Heller"), ("Emma | A. Smith-Jones", "Emma | Ada Smith‐Jones"),
      ("Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Terry Pratchett"),
      ("Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | T. Pratchett; Someone Else; N. Gaiman"),
      ("Dune | Frank Herbert | 9780441013593", "Dune: A Novel | Frank Herbert"),
      ("村上 | Ken Liu", "村上: 短編 | Ken Liu"), ("!!! | Ann Lee", "!!! (Signs, #1) | Ann Lee"),
    ])
  func trueOnes(_ one: String, _ other: String) throws {
    try fill([one, other])
    #expect(try groups() == [DuplicateGroup(reason: .alike, books: [1, 2])])
  }

  @Test(
    "are none where something says that they are others",
    arguments: [
      ["Dune (Dune, #1) | Frank Herbert", "Dune (Dune, #2) | Frank Herbert"],
      ["Dune (Dune, #1) | Frank Herbert", "Dune (DUNE #1.5) | F. Herbert"],
      ["Saga 1 | Brian Vaughan", "Saga 2 | Brian Vaughan"], ["Saga | Brian Vaughan", "Saga 2 | B. Vaughan"],
      ["Saga: Volume 2 | Brian Vaughan", "Saga (Saga, #1) | Brian Vaughan"],
      ["Saga: Volume 1 | Brian Vaughan", "Saga: Volume 2 | Brian Vaughan"],
      ["Dune: A Novel | Frank Herbert", "Dune: The Making | Frank Herbert"],
      ["Dune | Frank Herbert", "Dune Messiah | Frank Herbert"], ["Dune | Frank Herbert", "The Dune | Frank Herbert"],
      ["Emma | Jane Austen", "Emma | John Austen"], ["Emma | Jane Austen", "Emma: A Novel | Jane Miller"],
      ["Emma | Jane Austen", "Emma: A Novel | K. Austen"], ["Emma | Jane R. Austen", "Emma | Jane S. Austen"],
      ["Emma | Austen", "Emma | Jane Austen"], ["Emma | ", "Emma: A Novel | "], ["Emma | ", "Emma | Jane Austen"],
      ["Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Terry Pratchett; Ann Lee"],
      ["Good Omens | Terry Pratchett; Neil Gaiman", "Good Omens | Neil Gaiman"],
      // Editions.
      ["Dune | Frank Herbert | 9780441013593", "Dune: A Novel | F. Herbert | 9780340960196"],
      // What fits two books that are not one.
      ["Dune | Frank Herbert", "Dune: A Novel | Frank Herbert", "Dune: The Making | Frank Herbert"],
      ["Saga (Saga, #1) | B. Vaughan", "Saga | B. Vaughan", "Saga (Saga, #2) | B. Vaughan"],
      ["Emma | John Austen", "Emma | J. Austen", "Emma | Jane Austen"],
      ["Emma | A. Lee | 9780441013593", "Emma: A Novel | A. Lee", "Emma | Ann Lee | 9780340960196"],
    ])
  func falseOnes(_ books: [String]) throws {
    try fill(books)
    #expect(try groups() == [])
  }

  @Test("are found by a key that is the same, whether it is read from bytes or from the title's parts")
  func keys() throws {
    func key(_ title: String, _ author: String) -> Int64? {
      Array(title.utf8).withUnsafeBufferPointer { title in
        Array(author.utf8).withUnsafeBufferPointer { AlikeKey.key(title: title, authors: $0) }
      }
    }
    let signs = [UInt32](0x20..<0x380) + [UInt32](0x2000..<0x2040)
    for sign in signs.compactMap({ UnicodeScalar($0) }) {
      let title = "Ab\(sign)c"
      var expected = Fingerprint()
      expected.mix(text: TitleParts(title).main)
      expected.mix(text: AuthorName.family(of: "Ada Smith"))
      #expect(key(title, "Ada Smith") == Int64(bitPattern: expected.value), "U+\(String(sign.value, radix: 16))")
    }
    #expect(key("Dune", "") == nil)
    #expect(key("", "A") != nil && key(":", "\u{300}") != nil)
    let cut = key("Dune\u{e9}: A", "Ada Smith, Jr.")
    #expect(cut == key("Dun\u{65}e – b (Dune, #1)", "Smith, Ada\nB"))
  }

  @Test("know the series and the subtitle that are fields of their own")
  func fields() throws {
    let author = "Frank Herbert"
    try catalog.addBook([.title: "Dune", .authors: author, .series: "Dune", .seriesNumber: "1", .subtitle: "A Novel"])
    try fill(["Dune (Dune, #2) | \(author)", "Dune: The Making | \(author)"])
    #expect(try groups().map(\.books) == [[2, 3]])
    try catalog.removeBooks(2, 3)
    try fill(["Dune: a novel (Dune, #1) | \(author)"])
    #expect(try groups().map(\.books) == [[1, 4]])
  }

  @Test("are told behind the sure ones, and not again where those tell them")
  func order() throws {
    try fill([
      "Emma | Jane Austen", "Emma: A Novel | J. Austen", "emma | jane austen", "Dune | Frank Herbert | 9780441013593",
      "Dune: A Novel | F. Herbert | 9780441013593",
    ])
    #expect(
      try groups() == [
        DuplicateGroup(reason: .isbn(try ISBN("9780441013593")), books: [4, 5]),
        DuplicateGroup(reason: .titleAndAuthors, books: [1, 3]), DuplicateGroup(reason: .alike, books: [1, 2, 3]),
      ])
    try catalog.write { _ = try $0.merge([1, 2, 3]) }
    #expect(try groups().map(\.books) == [[4, 5]])
  }

  @Test("are none where more books have the title than anybody could tell apart")
  func tooMany() throws {
    try fill((0..<65).map { "Emma\($0 == 64 ? ": A Novel" : "") | Jane Austen; Helper \($0)" })
    #expect(try groups() == [])
    try catalog.removeBooks(1)
    try fill(["Mort: A Novel | Terry Pratchett", "Mort | T. Pratchett"])
    #expect(try groups().map(\.books) == [[66, 67]])
  }

  @Test("are told once for an identifier that names an edition, whatever their titles say")
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
      // No edition's name, and no name.
      record("3", "Emma", "oclc | 7; goodreads | 0"),
      record("4", "Ulysses", "oclc | 7; goodreads | 0"),
      // The ISBN tells these two, and the identifier these with the same title.
      record("5", "Mort", "goodreads | 8", isbn: isbn),
      record("6", "Eric", "goodreads | 8", isbn: isbn),
      record("7", "Jingo", "goodreads | 9"), record("8", "Jingo", "goodreads | 9"),
    ])
    #expect(
      try groups() == [
        DuplicateGroup(reason: .isbn(try ISBN(isbn)), books: [5, 6]),
        DuplicateGroup(reason: .identifier(BookIdentifier("asin", "B1")), books: [1, 2]),
        DuplicateGroup(reason: .identifier(BookIdentifier("goodreads", "9")), books: [7, 8]),
      ])
  }
}
