import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog

/// Books of two sources without a number in common.
@Suite("Titles spelled differently by two sources") struct WrittenOtherwiseTests {
  private static let books = 320

  private static func title(_ number: Int) -> String {
    let qualities = ["Silent", "Broken", "Golden", "Iron", "Pale", "Hollow", "Distant"]
    return "The \(qualities[number % 7]) Orchard-Keeper \(number)"
  }

  private static func record(_ number: Int, _ title: String, _ authors: String = "Ada M. Finch; Bo Reed") throws
    -> SourceRecord
  {
    try SourceRecord("\(number)", [.title: title, .authors: authors])
  }

  /// Imports the books, then the rows, and returns the numbers of the joined ones.
  private func joined(_ books: [SourceRecord], _ rows: [SourceRecord]) async throws -> Set<String> {
    let temporary = try TemporaryCatalog()
    try await temporary.importRecords(books, source: "books")
    try await temporary.importRecords(rows, source: "rows")
    let found = try temporary.foreign().rows(
      """
      SELECT group_concat(remote_id, ' ') FROM (SELECT book_id, remote_id FROM source_record ORDER BY source_id)
      GROUP BY book_id HAVING count(*) > 1
      """)
    return Set(found.compactMap { $0[0] })
  }

  @Test func `titles that differ in case, punctuation, articles, initials or series are joined`() async throws {
    let ways: [(String) -> (String, String)] = [
      { ("\($0) (The Long Tide, #1)", "Ada M. Finch; Bo Reed") },
      { ($0.uppercased(), "ADA M. FINCH; BO REED") },
      { ($0.replacing("-", with: " ") + "!", "Finch, Ada M.; Reed, Bo") },
      { (String($0.dropFirst(4)), "A. M. Finch; B. Reed") },
      { ("\($0) [Long Tide, Book 1]", "Ada Mary Finch; Bo Reed") },
    ]
    let numbers = 0..<Self.books
    let plain = try numbers.map { try Self.record($0, Self.title($0)) }
    let written = try numbers.map { number in
      let (title, authors) = ways[number % ways.count](Self.title(number))
      return try Self.record(number, title, authors)
    }
    let all = Set(numbers.map { "\($0) \($0)" })
    try await expectEqual(joined(plain, written), all)
    try await expectEqual(joined(written, plain), all)
  }

  @Test func `two volumes of one series stay apart, even with the same title`() async throws {
    func record(_ number: String) throws -> SourceRecord {
      try SourceRecord(
        number, [.title: "Selected Tales", .authors: "Ada M. Finch", .series: "Collected Works", .seriesNumber: number])
    }
    try await expectEqual(joined([record("1")], [record("2")]), [])
    try await expectEqual(joined([record("1")], [record("1")]), ["1 1"])
    let volumes = [
      ("Long Tide, #2", "The Long Tide, #1"), ("Long Tide Series, #2", "Long Tide, #1"), ("Tide, #2", "Tide, #2½"),
    ]
    for (one, other) in volumes {
      try await expectEqual(joined([Self.record(1, "Salt (\(one))")], [Self.record(1, "Salt (\(other))")]), [])
    }
  }

  @Test func `titles with an ampersand or a word for it are joined, in any order`() async throws {
    let (one, other) = (try Self.record(1, "Salt & Road"), try Self.record(1, "Salt and Road"))
    try await expectEqual(joined([one], [other]), ["1 1"])
    try await expectEqual(joined([other], [one]), ["1 1"])
  }

  @Test func `titles that differ in words, subtitle, volume or person stay apart`() async throws {
    let ways: [(String) -> (String, String)] = [
      { ("\($0): A Memoir", "Ada M. Finch; Bo Reed") }, { ("\($0) – The Beginning", "Ada M. Finch; Bo Reed") },
      { ("\($0)0", "Ada M. Finch; Bo Reed") }, { ("\($0)s", "Ada M. Finch; Bo Reed") },
      { ("\($0) [Abridged]", "Ada M. Finch; Bo Reed") }, { ("\($0)", "Ada M. Finch") },
      { ("\($0)", "Eve M. Finch; Bo Reed") }, { ("\($0)", "Ada M. Finch Jr.; Bo Reed") },
      { ("\($0) (The Long Tide, #2)", "Zoe Finch; Bo Reed") }, { ("\($0), Vol. 2", "Ada M. Finch; Bo Reed") },
    ]
    let numbers = 1_000..<1_000 + Self.books
    let rows = try numbers.map { number in
      let (title, authors) = ways[number % ways.count](Self.title(number))
      return try Self.record(number, title, authors)
    }
    try await expectEqual(joined(numbers.map { try Self.record($0, Self.title($0)) }, rows), [])
  }

  @Test func `a bracketed title joins none of several books, and no later volume of a series with that name`()
    async throws
  {
    let volumes = try [
      Self.record(1, "Dune (Dune, #1)"), Self.record(2, "Fist Man (Fist Man, #1)"),
      Self.record(3, "Fist Man (Fist Man, #2)"), Self.record(4, "Ice Manga (Ice Manga, #7)"),
      Self.record(5, "Salt (Long Tide, #1)"), Self.record(6, "Salt (Short Tide, #1)"),
      Self.record(7, "Old Salt (Long Tide, #3)"),
    ]
    let rows = try [
      Self.record(1, "Dune"), Self.record(2, "Fist Man"), Self.record(4, "Ice Manga"), Self.record(5, "Salt"),
      Self.record(7, "Old Salt (Long Tide, #4)"),
    ]
    try await expectEqual(joined(volumes, rows), ["1 1"])
  }

  @Test func `more than 64 titles with the same beginning are not matched by guessing`() async throws {
    func books(_ count: Int) throws -> [SourceRecord] {
      try (0..<count).map { try Self.record($0, "Love \($0) (Tide, #\($0 + 1))") } + [
        Self.record(999, "Love (Tide, #3)")
      ]
    }
    try await expectEqual(joined(books(40), [Self.record(999, "Love")]), ["999 999"])
    try await expectEqual(joined(books(80), [Self.record(999, "Love")]), [])
  }
}
