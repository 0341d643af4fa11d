import Bitmaps
import CatalogDatabase
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("Pending changes of the search index")
struct SearchChangesTests {
  private let temporary: TemporaryCatalog
  private let connection: Connection

  private static let words = ["the", "king", "kin", "kings", "night", "of", "ring", "rings", "łódź", "村上", "1984", "a"]

  init() async throws {
    temporary = try TemporaryCatalog()
    try await temporary.importRecords(
      (1...40).map { number in
        try SourceRecord("\(number)", [.title: "The king \(number)", .authors: "Night Ring", .language: "en"])
      })
    connection = try Connection(path: temporary.path, mode: .readWrite)
  }

  private func edit(_ ids: [Book.ID], _ changes: [FieldChange]) throws {
    try connection.transaction { _ = try BookEditor(connection: connection, now: Date()).edit(ids, changes) }
  }

  private var left: Int64 {
    get throws { try connection.integer("SELECT count(*) FROM posting_change") ?? 0 }
  }

  /// Returns the books of each term, computed from the books.
  private func expected() throws -> [Term: Set<Int64>] {
    var sets: [Term: Set<Int64>] = [:]
    try connection.statement("SELECT \(BookTable.columns) FROM book WHERE hidden = 0").forEachRow { row in
      let book = BookTable.decode(row)
      for term in SearchTerms(book).all { sets[term, default: []].insert(book.id.rawValue) }
    }
    return sets
  }

  /// Expects that each set, ranges of sets and sets of many keys match the books.
  private func expectExact(_ random: inout SeededGenerator, _ comment: Comment) throws {
    let sets = try expected()
    let terms = sets.keys.sorted()
    let reader = try PostingReader(connection: connection)
    for term in terms {
      try expectEqual(reader.books([.term(term)]).numbers, sets[term]?.sorted(), "\(comment): \(term.text)")
    }
    #expect(try reader.books([.term(PostingKind.title.term("nobody"))]).isEmpty)
    for _ in 0..<20 {
      let (one, other) = (random.pick(terms), random.pick(terms))
      let (first, end) = (min(one, other), max(one, other))
      let within = terms.filter { !($0 < first) && $0 < end }
      let books = within.reduce(into: Set<Int64>()) { $0.formUnion(sets[$1] ?? []) }
      try expectEqual(
        reader.books([.range(first, end)]).numbers, books.sorted(), "\(comment): \(first.text)–\(end.text)")
      let limits = NumberSet(7...Int64.random(in: 7...45, using: &random))
      try expectEqual(
        reader.books([.range(first, end), .term(other)], within: limits).numbers,
        books.union(sets[other] ?? []).filter(limits.contains).sorted(), "\(comment)")
    }
    let first = try reader.first(from: SearchRank.term(0), before: SearchRank.term(SearchRank.rankCount))
    let rank = try #require(terms.first { $0.kind == .rank })
    #expect(try #require(first) <= rank)
  }

  @Test("pending changes are read with the sets and stay few", arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func some(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    }
    var removed: [Book.ID] = []
    for step in 1...90 {
      // A few books occur again and again.
      let id = Book.ID(random.oneIn(2) ? Int.random(in: 1...4, using: &random) : Int.random(in: 1...40, using: &random))
      guard !removed.contains(id) else { continue }
      switch Int.random(in: 0..<14, using: &random) {
      case 0: try edit([id], [.set(.tags, .list([some(1...2)]))])
      case 1: try edit([id], [.set(.notes, .text(some(1...30)))])
      case 3: try edit([id], [.set(.readState, .readState(random.pick(ReadState.allCases)))])
      case 4: try edit([id], [.set(.rating, .decimal(random.pick([1, 2.5, 5]))), .set(.pages, .integer(312))])
      case 5: try edit([id], [.set(.language, .text(random.pick(["en", "fr", "de"])))])
      case 6: try edit([id], [.set(.published, .date(PartialDate(random.pick(["1922", "1984-06", "2001"]))))])
      case 7: try edit([id], [.set(.authors, .list([some(1...2), some(1...2)]))])
      case 8: try edit([id], [.set(.publisher, .text(some(1...2)))])
      case 9:
        try edit([id], [.set(.series, .text(some(1...2))), .set(.seriesNumber, .decimal(random.pick([1, 2.5])))])
      case 10: try edit([id], [.set(.ratingsCount, .integer(1 << Int.random(in: 0...20, using: &random)))])
      case 2 where id > 20:
        try connection.transaction { _ = try BookEditor(connection: connection, now: Date()).remove([id]) }
        removed.append(id)
      default: try edit([id], [.set(.title, .text(some(1...4)))])
      }
      #expect(try left <= 16)
      if random.oneIn(12) {
        try connection.transaction { try PostingChangeTable(connection: connection).merge(atMost: 3) }
      }
      if step % 6 == 0 { try expectExact(&random, "seed \(seed), step \(step)") }
    }
    try expectEqual(temporary.catalog.findings(), [])
    try connection.transaction { try PostingChangeTable(connection: connection).merge() }
    try expectEqual(left, 0)
    try expectExact(&random, "seed \(seed), at the end")
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("pending changes vanish when a book is as before")
  func back() throws {
    try edit([1], [.set(.title, .text("Emma"))])
    try expectEqual(left, 1)
    try edit([1], [.set(.title, .text("The king 1"))])
    try expectEqual(left, 0)
  }

  @Test("changes of long notes are merged into the sets at once")
  func long() throws {
    try edit([1], [.set(.notes, .text((1...600).map { "w\($0)" }.joined(separator: " ")))])
    try expectEqual(left, 0)
    try expectEqual(temporary.catalog.found("w599 w600"), [1])
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("changes of many books are merged into the sets with the edit")
  func many() throws {
    try edit(Array(1...40), [.set(.tags, .list(["royal"]))])
    #expect(try left <= 16)
    try expectEqual(temporary.catalog.found("tag:royal").count, 40)
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("pending changes are merged before a load writes to the sets")
  func load() async throws {
    try edit([1], [.set(.title, .text("Emma"))])
    try edit([2], [.set(.tags, .list(["royal"]))])
    try await temporary.importRecords(
      (1...2).map { try SourceRecord("\($0)", [.title: "A ring \($0)", .authors: "Night Ring", .language: "en"]) })
    try expectEqual(left, 0)
    #expect(try temporary.catalog.found("emma") == [1] && temporary.catalog.found("ring tag:royal") == [2])
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test(
    "damaged pending changes are found and rebuilt",
    arguments: [
      // Too short; not the bytes of a term; not text; a duplicate term; a term both added and removed; of no book; of a
      // book's own.
      "(1, x'')", "(1, x'0000')", "(1, x'00000000')", "(1, x'FFFFFFFF')", "(1, x'0900000074')", "(1, x'02000000FF')",
      "(1, x'02000000740200000074')", "(1, x'02000000740300000074')", "(-1, x'0300000074')",
      "(9223372036854775807, x'0300000074')", "(1, x'0300000074')", "(1000, x'0300000074')",
      "(1, x'0200000074')",
    ])
  func damaged(row: String) throws {
    let before = try temporary.catalog.shownText()
    try temporary.foreign().run("INSERT INTO posting_change (book, terms) VALUES \(row)")
    // The result may be wrong or an error, but must not crash.
    _ = try? temporary.catalog.found("king")
    _ = try? temporary.catalog.found("ki t*")
    let report = try temporary.catalog.check()
    #expect(!report.findings.isEmpty && report.findings.allSatisfy(\.isRepairable))
    #expect(try temporary.catalog.check(repair: true).isRepaired)
    try expectEqual(temporary.catalog.findings(), [])
    try expectEqual(temporary.catalog.shownText(), before)
    try expectEqual(temporary.catalog.found("king 7"), [7])
    try temporary.catalog.set(.title, of: 7, to: "Emma")
    try expectEqual(temporary.catalog.found("emma"), [7])
    try expectEqual(temporary.catalog.findings(), [])
  }
}
