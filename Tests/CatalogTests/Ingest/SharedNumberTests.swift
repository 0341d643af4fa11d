import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog

/// Books of two sources with a number in common.
@Suite("A number shared by two sources") struct SharedNumberTests {
  private static let nouns = ["Orchard", "Tide", "Lantern", "River", "Mirror", "Harbour", "Winter", "Garden"]
  private static let qualities = ["Silent", "Broken", "Golden", "Iron", "Pale", "Hollow", "Distant"]
  private static let given = ["Ada", "Boris", "Clara", "Dmitri", "Elena"]
  private static let families = ["Finch", "Karrman", "Novak", "Ortega", "Quist", "Ulrich"]

  private static func title(_ number: Int) -> String {
    "The \(qualities[number % 7]) \(nouns[number / 7 % 8])" + (number < 56 ? "" : " of \(nouns[number / 56 % 8])s")
  }

  private static func author(_ number: Int) -> String { "\(given[number % 5]) \(families[number / 5 % 6])" }

  private static func isbn(_ number: Int) -> String {
    let digits = "978" + String(100_000_000 + number)
    let sum = digits.enumerated().reduce(0) {
      $0 + ($1.offset.isMultiple(of: 2) ? 1 : 3) * ($1.element.wholeNumberValue ?? 0)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  private struct Pair {
    let one: [BookField: String?]
    let other: [BookField: String?]
  }

  /// Imports one of each pair, then the others, with one number for both. Returns the pairs that became one book.
  private func joined(_ pairs: [Pair], by field: BookField = .isbn) async throws -> Set<Int> {
    let temporary = try TemporaryCatalog()
    func records(_ path: KeyPath<Pair, [BookField: String?]>) throws -> [SourceRecord] {
      try pairs.enumerated().map { index, pair in
        let number = field == .isbn ? Self.isbn(index) : "goodreads | \(1_000 + index)"
        return try SourceRecord("\(index)", pair[keyPath: path].merging([field: number]) { $1 })
      }
    }
    try await temporary.importRecords(records(\.one), source: "one")
    try await temporary.importRecords(records(\.other), source: "other")
    let rows = try temporary.foreign().rows(
      "SELECT remote_id FROM source_record GROUP BY book_id HAVING count(*) = 2 ORDER BY 1")
    return Set(rows.compactMap { $0[0].flatMap(Int.init) })
  }

  @Test func `a file name is no title, so that other authors do not separate it from a book with its number`()
    async throws
  {
    let dune: [BookField: String?] = [.title: "Dune", .authors: "Frank Herbert"]
    let others = ["herbert-01.epub", "Scan 3.PDF", "Dr. Faustus", "Book 2.0"]
    let pairs = others.map { Pair(one: dune, other: [.title: $0, .authors: "Ada Finch"]) }
    try await expectEqual(joined(pairs), [0, 1])
  }

  @Test func `another number in a series separates two books only if their titles do not tell volumes apart`()
    async throws
  {
    func volume(_ title: String, _ number: String) -> [BookField: String?] {
      [.title: title, .authors: "Ada Finch", .series: "Harbour Saga", .seriesNumber: number]
    }
    let titles = [("Golden Winter", "Golden Winter"), ("Golden Winter", "Iron Tide"), ("Harbour Saga", "Harbour Saga")]
    let pairs = titles.map { Pair(one: volume($0.0, "2"), other: volume($0.1, "5")) }
    try await expectEqual(joined(pairs), [0])
  }

  @Test func `an author may have further names and another order of names, but not a first name alone`() async throws {
    let names = [("Finch Ada", "Ada Mary Finch"), ("Ada Mary Finch", "Finch Ada"), ("Ada", "Ada Mary Finch")]
    let pairs = names.map { one, other in
      Pair(one: [.title: "Golden Winter", .authors: one], other: [.title: "Iron Tide", .authors: other])
    }
    try await expectEqual(joined(pairs), [0, 1])
  }

  @Test(arguments: [BookField.isbn, .identifiers])
  func `books whose titles and authors all differ, and volumes of one series, are not joined`(
    field: BookField
  ) async throws {
    let pairs = (0..<400).map { number -> Pair in
      let other = (number * 13 + 31) % 336
      var one: [BookField: String?] = [
        .title: "\(Self.title(number % 336)) \(number)", .authors: Self.author(number % 30),
      ]
      var two: [BookField: String?] = [
        .title: "\(Self.title(other == number % 336 ? other + 1 : other)) \(number + 1_000)",
        .authors: Self.author((number + 7) % 30),
      ]
      switch number % 8 {
      case 0:
        (one[.title], two[.title]) = ("Fist Man, Vol. \(number + 1)", "Fist Man, Vol. \(number + 2)")
        two[.authors] = one[.authors]
      case 1:
        (one[.title], two[.title]) = ("Salt Cycle, Volume Two", "Salt Cycle: Volume Three")
        two[.authors] = one[.authors]
      case 2:
        let title = "\(Self.title(number % 336)) \(number) (Long Tide, #\(number + 1))"
        (one[.title], two[.title]) = (title, "Another Title \(number) (Long Tide, #\(number + 2))")
        two[.authors] = one[.authors]
      case 3:
        (one[.title], one[.series], one[.seriesNumber]) = ("Ice Manga", "Ice Manga", "3")
        (two[.title], two[.series], two[.seriesNumber]) = ("Ice Manga", "Ice Manga", "4")
        two[.authors] = one[.authors]
      default: break
      }
      return Pair(one: one, other: two)
    }
    try await expectEqual(joined(pairs, by: field), [])
  }

  @Test(arguments: [BookField.isbn, .identifiers])
  func `the same book is joined, however titles and authors are written`(field: BookField) async throws {
    let ways: [@Sendable (Int) -> Pair] = [
      { number in Self.pair(number) { $0[.title] = "\($0[.title]!!): A Novel" } },
      { number in Self.pair(number) { $0[.authors] = "Somebody Else" } },
      { number in Self.pair(number) { $0[.title] = "Ein ganz anderer Titel \(number)" } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Quite Another Title", Self.initials(number)) } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Quite Another Title", Self.inverted(number)) } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Quite Another Title", nil) } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Untitled", "Zora Zimmer") } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Quite Another Title", "Unknown Author") } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("scan_\(number).pdf", "Zora Zimmer") } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = (Self.isbn(number), "Zora Zimmer") } },
      { number in
        Self.pair(number) { ($0[.title], $0[.authors]) = ("Тихий сад \(number)", "Лев Иванов") }
      },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("静かな果樹園\(number)", "村上春樹") } },
      { number in Self.pair(number) { ($0[.title], $0[.authors]) = ("Ο σιωπηλός κήπος", "Άντα Φιντς") } },
      { number in
        Pair(
          one: [.title: "战争与和平 \(number)", .authors: "列夫·托尔斯泰"],
          other: [.title: "戰爭與和平 \(number)", .authors: "托爾斯泰"])
      },
      { number in
        Pair(
          one: [.title: "Crime and Punishment \(number)", .authors: "Fyodor Dostoevsky"],
          other: [.title: "Verbrechen und Strafe", .authors: "Fjodor Dostojewski"])
      },
      { number in
        Self.pair(number) {
          $0[.series] = "Narnia"
          $0[.seriesNumber] = "6"
          $0[.title] = "\($0[.title]!!) (Narnia, #1)"
        }
      },
    ]
    let pairs = (0..<480).map { ways[$0 % ways.count]($0) }
    let joined = try await joined(pairs, by: field)
    expectEqual((0..<480).filter { !joined.contains($0) }.map { $0 % ways.count }, [])
  }

  private static func pair(_ number: Int, _ change: (inout [BookField: String?]) -> Void) -> Pair {
    let one: [BookField: String?] = [.title: title(number % 336), .authors: author(number % 30)]
    var other = one
    change(&other)
    return Pair(one: one, other: other)
  }

  private static func initials(_ number: Int) -> String {
    let words = author(number % 30).split(separator: " ")
    return "\(words[0].prefix(1)). \(words[1])"
  }

  private static func inverted(_ number: Int) -> String {
    author(number % 30).split(separator: " ").reversed().joined(separator: ", ")
  }

  @Test func `a record is compared with all records of the book, not only with the shown values`() async throws {
    let temporary = try TemporaryCatalog()
    let isbn = Self.isbn(1)
    func deliver(_ source: String, _ title: String, _ author: String) async throws {
      let record = try SourceRecord("1", [.title: title, .authors: author, .isbn: isbn])
      try await temporary.importRecords([record], source: source)
    }
    try await deliver("one", "Animals of the Coast", "Ada Finch")
    try await deliver("two", "Tiere der Küste", "Ada Finch")
    try await deliver("three", "Animals of the Coast", "Bo Reed")
    try expectEqual(temporary.catalog.bookCount(), 1)
    // If several books share a number, the one with the same title matches.
    try await deliver("four", "People Next Door", "Cy Hall")
    try await deliver("five", "People Next Door", "Cy Hall")
    try await deliver("six", "Something Else", "Di Lund")
    try expectEqual(temporary.catalog.bookCount(), 3)
    let sources = try temporary.foreign().rows(
      "SELECT count(*) FROM source_record GROUP BY book_id ORDER BY book_id")
    expectEqual(sources, [["3"], ["2"], ["1"]])
  }

  @Test func `books kept apart are reported with both names and proposed as duplicates`() async throws {
    let temporary = try TemporaryCatalog()
    let isbn = "9780306406157"
    try await temporary.importRecords(
      [SourceRecord("1", [.title: "Animals of the Coast", .authors: "Ada Finch", .isbn: isbn])], source: "one")
    var notes: [String] = []
    let other = try SourceRecord("1", [.title: "People Next Door", .authors: "Bo Reed", .isbn: isbn])
    _ = try await temporary.catalog.importRecords(
      from: ListReader([other]), source: "two",
      notice: { if case .apart(let number, let reason) = $0 { notes.append("\(number): \(reason)") } })
    expectEqual(
      notes,
      [
        "1: “People Next Door” by Bo Reed has the ISBN 9780306406157 of “Animals of the Coast” by Ada Finch "
          + "but a different title; they are kept as two books"
      ])
    try await expectEqual(
      temporary.catalog.page(order: .title).books.map(\.title),
      [
        "Animals of the Coast", "People Next Door",
      ])
    let groups = try temporary.catalog.duplicateGroups(upTo: .likely)
    expectEqual(groups.map(\.words), ["same ISBN 9780306406157; different titles and authors"])
    // Importing the same file again changes and reports nothing.
    notes = []
    _ = try await temporary.catalog.importRecords(
      from: ListReader([other]), source: "two", notice: { _ in notes.append("") })
    expectEqual(notes, [])
    try expectEqual(temporary.catalog.bookCount(), 2)
  }
}
