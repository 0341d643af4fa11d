import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Duplicates")
struct DuplicateTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func groups() throws -> [DuplicateGroup] { try catalog.duplicateGroups() }

  private func fill(_ books: [BookField: String]...) throws {
    for book in books { try catalog.addBook(book) }
  }

  private func isbn(_ text: String) throws -> DuplicateGroup.Reason { .isbn(try ISBN(text)) }

  @Test("have one ISBN, however it is written")
  func byISBN() throws {
    try fill(
      [.title: "Emma", .isbn: "9780141182803"], [.title: "Dune", .isbn: "9780441013593"],
      [.title: "Dune: a novel", .isbn: "0-441-01359-7"], [.title: "Other", .isbn: "9780340960196"],
      [.title: "EMMA!", .isbn: "9780141182803"], [.title: "Third", .isbn: "9780441013593"])
    #expect(
      try groups() == [
        DuplicateGroup(reason: isbn("9780141182803"), books: [1, 5]),
        DuplicateGroup(reason: isbn("9780441013593"), books: [2, 3, 6]),
      ])
    try catalog.removeBooks(5, 6)
    #expect(try groups() == [DuplicateGroup(reason: isbn("9780441013593"), books: [2, 3])])
    try catalog.write { _ = try $0.merge([2, 3]) }
    #expect(try groups() == [])
  }

  @Test("have the same title and authors, case and accents aside, and no other ISBN")
  func byTitle() throws {
    try fill(
      [.title: "Les Misérables", .authors: "Victor Hugo"], [.title: "les miserables", .authors: "VICTOR HUGO"],
      [.title: "Les Misérables", .authors: "Another"], [.title: "Les Misérables"], [.title: "Les Misérables"],
      [.title: "Dune", .authors: "Frank Herbert"],
      [.title: "DUNE", .authors: "Frank Herbert", .isbn: "9780441013593"],
      // Two editions, and two books of which nobody knows which.
      [.title: "Emma", .authors: "Jane Austen", .isbn: "9780141182803"],
      [.title: "Emma", .authors: "Jane Austen", .isbn: "9780340960196"],
      [.title: "Emma", .authors: "Jane Austen"], [.title: "Emma", .authors: "Jane Austen"],
      [.title: "Ulysses", .authors: "A", .isbn: "9780805211061"],
      [.title: "Ulysses", .authors: "A", .isbn: "9780140444308"],
      [.title: "Ulysses", .authors: "A"])
    #expect(
      try groups() == [
        DuplicateGroup(reason: .titleAndAuthors, books: [6, 7]),
        DuplicateGroup(reason: .titleAndAuthors, books: [10, 11]),
        DuplicateGroup(reason: .titleAndAuthors, books: [1, 2]),
      ])
  }

  @Test("are told once where they have the same ISBN, title and authors")
  func once() throws {
    try fill(
      [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780441013593"],
      [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780441013593"])
    #expect(try groups() == [DuplicateGroup(reason: isbn("9780441013593"), books: [1, 2])])
    try fill([.title: "Dune", .authors: "Frank Herbert"])
    #expect(
      try groups() == [
        DuplicateGroup(reason: isbn("9780441013593"), books: [1, 2]),
        DuplicateGroup(reason: .titleAndAuthors, books: [1, 2, 3]),
      ])
  }

  @Test("are found though only some of them know the language, which decides what an article is")
  func articles() throws {
    try fill(
      [.title: "Les Misérables", .authors: "Victor Hugo", .language: "fre"],
      [.title: "Les Misérables", .authors: "Victor Hugo"],
      [.title: "Misérables", .authors: "Victor Hugo"],
      [.title: "The Castle", .authors: "Franz Kafka"],
      [.title: "The Castle", .authors: "Franz Kafka", .language: "de"],
      [.title: "The Castle", .authors: "Franz Kafka"],
      [.title: "Der Prozess", .authors: "Franz Kafka", .language: "de"],
      [.title: "Der Prozess", .authors: "Franz Kafka", .language: "ger"], [.title: "Prozess", .authors: "Franz Kafka"],
      [.title: "Prozess", .authors: "Franz Kafka"])
    #expect(
      try groups().map(\.books).sorted { $0[0] < $1[0] } == [[1, 2], [4, 5, 6], [7, 8], [9, 10]])
  }

  @Test("agree with comparing every book with every other", arguments: 1...5 as ClosedRange<UInt64>)
  func oracle(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let titles = ["Dune", "dune", "The Dune", "Le Dune", "Der Dune", "Dune 2", "!!!", "!", "A", "A A", "村上"]
    let isbns = ["9780441013593", "0-441-01359-7", "9780141182803"]
    let records = try (1...60).map { number in
      var fields: [BookField: String?] = [.title: random.pick(titles)]
      if !random.oneIn(5) { fields[.authors] = random.pick(["X", "x", "Y", "X; Y"]) }
      if random.oneIn(3) { fields[.isbn] = random.pick(isbns) }
      if random.oneIn(3) { fields[.language] = random.pick(["fre", "de", "en"]) }
      return try SourceRecord("\(number)", fields)
    }
    try await temporary.importRecords(records)
    let books = try catalog.view { try $0.page(size: 1_000).books }.sorted { $0.id < $1.id }
    var expected: Set<[Book.ID]> = []
    for same in Dictionary(grouping: books.filter { $0.isbn != nil }, by: { $0.isbn?.number }).values
    where same.count > 1 {
      expected.insert(same.map(\.id))
    }
    let named = books.filter { !$0.authors.isEmpty }
    for same in Dictionary(
      grouping: named, by: { [Fold.fold($0.title)] + $0.authors.map(Fold.fold) }
    ).values {
      let alike = Set(same.compactMap(\.isbn)).count > 1 ? same.filter { $0.isbn == nil } : same
      if alike.count > 1, alike.contains(where: { $0.isbn == nil }) { expected.insert(alike.map(\.id)) }
    }
    let found = try groups().filter { $0.reason != .alike }.map(\.books)
    #expect(Set(found) == expected, "seed \(seed)")
    #expect(found.count == expected.count, "seed \(seed): each is told once")
  }

  @Test("are looked for along indexes, and the looking ends when the body throws")
  func walking() throws {
    try fill([.title: "Dune", .isbn: "9780441013593"], [.title: "D", .isbn: "9780441013593"])
    var count = 0
    #expect(throws: ScriptedFailure.self) {
      try catalog.view { snapshot in
        try snapshot.forEachDuplicate { _ in
          count += 1
          throw ScriptedFailure("enough")
        }
      }
    }
    #expect(count == 1)
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    try CatalogSnapshot(connection: connection).forEachDuplicate { _ in }
    let read = try connection.preparedStatements { $0.contains("FROM book") && $0.contains("GROUP BY") }
    #expect(read.count == 3)
    for statement in read {
      // The index has all that is asked for, so that the table behind it is not read.
      let index =
        switch statement.sql {
        case let sql where sql.contains("book_identifier"): "SCAN book_identifier"
        case let sql where sql.contains("isbn"): "INDEX book_by_isbn"
        default: "INDEX book_by_title"
        }
      #expect(statement.plan.count == 1 && statement.plan[0].contains(index), "\(statement)")
    }
  }
}
