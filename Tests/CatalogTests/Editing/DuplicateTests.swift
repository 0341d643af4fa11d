import CatalogDatabase
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite("Duplicates")
struct DuplicateTests {
  private let temporary: TemporaryCatalog
  private var catalog: BookCatalog { temporary.catalog }

  init() throws { temporary = try TemporaryCatalog() }

  private func groups() throws -> [DuplicateGroup] { try catalog.duplicateGroups() }

  private func fill(_ books: [BookField: String]...) throws {
    for book in books { try catalog.addBook(book) }
  }

  /// Returns the grades and books of the groups.
  private func gradedGroups() throws -> [String] { try groups().map { "\($0.grade.rawValue) \($0.books)" } }

  @Test("books with the same ISBN are duplicates, however it is written")
  func byISBN() throws {
    try fill(
      [.title: "Emma", .isbn: "9780141182803"], [.title: "Dune", .isbn: "9780441013593"],
      [.title: "Dune: a novel", .isbn: "0-441-01359-7"], [.title: "Other", .isbn: "9780340960196"],
      [.title: "EMMA!", .isbn: "9780141182803"], [.title: "Third", .isbn: "9780441013593"])
    try expectEqual(
      groups().map(\.reason),
      [try ISBN("9780141182803"), try ISBN("9780441013593"), try ISBN("9780441013593")]
        .map(DuplicateGroup.Reason.isbn))
    try expectEqual(gradedGroups(), ["sure [1, 5]", "sure [2, 3]", "likely [2, 3, 6]"])
    try catalog.removeBooks(5, 6)
    try expectEqual(gradedGroups(), ["sure [2, 3]"])
    try catalog.write { _ = try $0.merge([2, 3]) }
    try expectEqual(groups(), [])
  }

  @Test("books with the same title and authors are duplicates in any case and accents, unless their ISBNs differ")
  func byTitle() throws {
    try fill(
      [.title: "Les Misérables", .authors: "Victor Hugo"], [.title: "les miserables", .authors: "VICTOR HUGO"],
      [.title: "Les Misérables", .authors: "Another"], [.title: "Dune", .authors: "Frank Herbert"],
      [.title: "DUNE", .authors: "Frank Herbert", .isbn: "9780441013593"],
      // Two editions, and two books whose editions are unknown.
      [.title: "Emma", .authors: "Jane Austen", .isbn: "9780141182803"],
      [.title: "Emma", .authors: "Jane Austen", .isbn: "9780340960196"],
      [.title: "Emma", .authors: "Jane Austen"], [.title: "Emma", .authors: "Jane Austen"])
    try expectEqual(Set(gradedGroups()), ["sure [1, 2]", "sure [4, 5]", "likely [6, 8, 9]"])
    #expect(try groups().allSatisfy { $0.reason == .titleAndAuthors && $0.differences == [] })
  }

  @Test("titles whose words end in different symbols are not duplicates")
  func signs() throws {
    try fill(
      [.title: "Programming in C", .authors: "Ann Lee"], [.title: "Programming in C++", .authors: "Ann Lee"],
      [.title: "Programming in C#", .authors: "Ann Lee"], [.title: "Programming in C#!", .authors: "Ann Lee"])
    try expectEqual(gradedGroups(), ["sure [3, 4]"])
  }

  @Test("books with the same ISBN, title and authors are reported once")
  func once() throws {
    try fill(
      [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780441013593"],
      [.title: "Dune", .authors: "Frank Herbert", .isbn: "9780441013593"])
    try expectEqual(gradedGroups(), ["sure [1, 2]"])
    try fill([.title: "Dune", .authors: "Frank Herbert"])
    try expectEqual(gradedGroups(), ["sure [1, 2]", "sure [1, 2, 3]"])
  }

  @Test("a book without a language is a duplicate of one whose language decides which words are articles")
  func articles() throws {
    try fill(
      [.title: "Les Misérables", .authors: "Victor Hugo", .language: "fre"],
      [.title: "Les Misérables", .authors: "Victor Hugo"], [.title: "Misérables", .authors: "Victor Hugo"],
      [.title: "The Castle", .authors: "Franz Kafka"],
      [.title: "The Castle", .authors: "Franz Kafka", .language: "de"],
      [.title: "Der Prozess", .authors: "Franz Kafka", .language: "de"],
      [.title: "Der Prozess", .authors: "Franz Kafka", .language: "ger"])
    try expectEqual(Set(gradedGroups()), ["sure [1, 2]", "likely [1, 2, 3]", "sure [4, 5]", "sure [6, 7]"])
  }

  @Test("duplicates match the comparison of every book with every other", arguments: 1...5 as ClosedRange<UInt64>)
  func oracle(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let titles = [
      "Dune", "dune", "The Dune", "Le Dune", "Dune: a novel", "Dune 2", "Dune (Dune, #2)", "!!!", "!", "A", "A A", "村上",
    ]
    let isbns = ["9780441013593", "0-441-01359-7", "9780141182803"]
    let records = try (1...60).map { number in
      var fields: [BookField: String?] = [.title: random.pick(titles)]
      if !random.oneIn(5) { fields[.authors] = random.pick(["X Y", "x y", "Y, X", "Z", "X Y; Z", "Z; X Y"]) }
      if random.oneIn(4) { fields[.isbn] = random.pick(isbns) }
      if random.oneIn(4) { fields[.language] = random.pick(["fre", "de", "en"]) }
      return try SourceRecord("\(number)", fields)
    }
    try await temporary.importRecords(records)
    let books = try catalog.view { try $0.page(size: 1_000).books }.sorted { $0.id < $1.id }.map(AlikeBook.init)
    let found = try catalog.duplicateGroups(upTo: .edition)
    expectEqual(Set(found.map { "\($0.grade) \($0.books)" }).count, found.count, "seed \(seed): each is told once")
    for group in found {
      let own = books.filter { group.books.contains($0.id) }
      for one in own {
        for other in own where other.id > one.id {
          let likeness = try #require(Likeness(one, other), "seed \(seed): \(group) is none")
          #expect(likeness.grade <= group.grade, "seed \(seed): \(group)")
          #expect(likeness.differences.isSubset(of: group.differences), "seed \(seed): \(group)")
        }
      }
    }
    // Books that are like each other and unlike all others form a group.
    for one in books {
      let alike = books.filter { $0.id != one.id && (Likeness(one, $0)?.grade ?? .edition) <= .likely }
      guard alike.count == 1, let other = alike.first,
        books.count(where: { $0.id != other.id && (Likeness(other, $0)?.grade ?? .edition) <= .likely }) == 1
      else { continue }
      let pair = [one.id, other.id].sorted()
      #expect(found.contains { $0.books == pair && $0.grade == Likeness(one, other)?.grade }, "seed \(seed): \(pair)")
    }
  }

  @Test("duplicates are found along indexes, and the search ends when the body throws")
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
    expectEqual(count, 1)
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    try CatalogSnapshot(connection: connection).forEachDuplicate { _ in }
    let read = try connection.preparedStatements { $0.contains("GROUP BY") }
    expectEqual(read.count, 2)
    for statement in read {
      // The index covers the query, so that its table is not read.
      let index = statement.sql.contains("book_identifier") ? "SCAN book_identifier" : "INDEX book_by_isbn"
      #expect(statement.plan.count == 1 && statement.plan[0].contains(index), "\(statement)")
    }
  }
}
