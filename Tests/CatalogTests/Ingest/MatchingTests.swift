import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog

/// `scripts/matching.py` does this on a larger scale and with more spellings.
@Suite("Matching of rows without an ISBN") struct MatchingTests {
  /// The true identity of a row.
  private enum Truth: Equatable {
    case book(Int)
    case none
  }

  private static let quality = ["Silent", "Broken", "Golden", "Éternel", "Iron", "Pale", "Hollow"]
  private static let noun = ["Orchard", "Tide", "Łódź", "Lantern", "Café", "River", "Mirror", "Œuvre"]
  private static let given = ["Ada", "Bo", "Søren", "Uma", "Zoë"]
  private static let family = ["Karr", "Novák", "O'Neil", "Żak", "Østergård", "Smith-Jones"]

  private static func title(_ number: Int) -> String {
    "\(quality[number % 7]) \(noun[number / 7 % 8]) \(number / 56 + 1)"
  }

  private static func author(_ number: Int) -> String { "\(given[number % 5]) \(family[number / 5 % 6])" }

  @Test("rows join the book they describe and no other, whatever looks similar", arguments: [1, 2, 3])
  func random(seed: UInt64) async throws {
    let temporary = try TemporaryCatalog()
    var generator = SeededGenerator(seed: seed)
    // Every tenth book has two editions that differ only in their numbers.
    var books: [SourceRecord] = []
    for number in 0..<1_000 {
      let fields: [BookField: String?] = [.title: Self.title(number), .authors: Self.author(number)]
      books.append(try SourceRecord("\(number)", fields))
      if number.isMultiple(of: 10) { books.append(try SourceRecord("\(number) again", fields)) }
    }
    try await temporary.importRecords(books, source: "books")
    var rows: [SourceRecord] = []
    var truths: [Truth] = []
    for row in 0..<200 {
      let number = Int.random(in: 0..<1_000, using: &generator)
      var (title, author) = (Self.title(number), Self.author(number))
      var truth = number.isMultiple(of: 10) ? Truth.none : .book(number)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: title = title.uppercased()
      case 1: (title, author) = ("  " + title.replacing(" ", with: "   "), Fold.fold(author))
      case 2: (title, truth) = (title + "0", .none)
      case 3: (author, truth) = ("Vera \(author.split(separator: " ").last ?? "")", .none)
      default: break
      }
      // A longer number may be that of another book.
      if let other = (0..<1_000).first(where: { Self.title($0) == title && Self.author($0) == author }) {
        truth = other.isMultiple(of: 10) ? .none : .book(other)
      }
      rows.append(try SourceRecord("row \(row)", [.title: title, .authors: author]))
      truths.append(truth)
    }
    try await temporary.importRecords(rows, source: "rows")
    let found = try temporary.foreign().rows(
      """
      SELECT r.remote_id, b.remote_id FROM source_record r JOIN source s ON s.id = r.source_id AND s.name = 'rows'
      LEFT JOIN source_record b ON b.book_id = r.book_id AND b.source_id <> r.source_id
      """)
    expectEqual(found.count, 200)
    // A book joined by one row of a source is not joined by another: which of the two it is is unknown.
    var taken: Set<Int> = []
    for (row, truth) in truths.enumerated() {
      let joined = found.first { $0[0] == "row \(row)" }.flatMap { $0[1] }
      var expected: String?
      if case .book(let number) = truth, taken.insert(number).inserted { expected = String(number) }
      expectEqual(joined, expected, "row \(row) of seed \(seed)")
    }
  }
}
