import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// A catalog of a released program: 985 books of a source and a table, edits, conflicts, a merge, removed books, two
/// undone steps, and an import of sixty more that was killed before their words were indexed. The program's answers to
/// queries are stored with it.
@Suite("A catalog of a released program")
struct ReleasedCatalogTests {
  private static let files = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Released").path

  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    let catalog = try Data(contentsOf: URL(filePath: Self.files + "/schema-4.catalog"))
    path = try folder.write("catalog.db", catalog)
  }

  private func opening() throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.createsFile = false
    return try BookCatalog.open(path, options: options)
  }

  private struct Answer {
    let query: String
    let count: Int
    let first: [Book.ID]

    init?(_ line: Substring) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, let count = Int(parts[1]) else { return nil }
      (query, self.count) = (String(parts[0]), count)
      first = parts[2].split(separator: " ").compactMap { Book.ID(String($0)) }
    }
  }

  private static func answers() throws -> [Answer] {
    let text = try String(contentsOf: URL(filePath: files + "/schema-4.answers"), encoding: .utf8)
    return try text.split(separator: "\n").map { try #require(Answer($0)) }
  }

  @Test("searches have the same results as before, at once and with the index complete")
  func searches() throws {
    let catalog = try opening()
    defer { catalog.close() }
    let answers = try Self.answers()
    expectEqual(answers.count, 52)
    for isIndexed in [false, true] {
      for answer in answers {
        let (count, first) = try catalog.read { snapshot in
          (
            try snapshot.count(of: BookQuery(answer.query)),
            try snapshot.page(matching: answer.query, order: .bestMatch).books.map(\.id)
          )
        }
        #expect(count == answer.count && first == answer.first, "\(answer.query), whole: \(isIndexed)")
      }
      // That program stored the user's rating as the average.
      for (query, condition) in [
        ("rating:>4", "rating > 4"), ("average:4..4.5", "average_rating BETWEEN 4 AND 4.5"),
        ("year:1980..1999", "published >= 19800000 AND published < 20000000"), ("no:year", "published IS NULL"),
        ("edition:1980..1999", "published >= 19800000 AND published < 20000000"),
      ] {
        let expected = try ForeignConnection(path).rows("SELECT count(*) FROM book WHERE hidden = 0 AND \(condition)")
        try expectEqual(
          catalog.read({ try $0.count(of: BookQuery(query)) }), Int(expected[0][0] ?? ""),
          "\(query), whole: \(isIndexed)")
      }
      _ = try catalog.check(repair: true)
    }
    try expectEqual(catalog.findings(), [])
  }

  @Test("the catalog keeps every row except the index's, and all its steps can be undone and redone")
  func contents() throws {
    let tables = ["book", "field_edit", "source_record", "source", "history", "step"]
    let texts = "SELECT * FROM "
    let before = try tables.map { try ForeignConnection(path).rows(texts + $0) }
    let catalog = try opening()
    defer { catalog.close() }
    for (table, rows) in zip(tables, before) {
      // Newer columns have no value yet, except the owners of sources and steps and the dates of works.
      let now = try ForeignConnection(path).rows(texts + table)
      expectEqual(now.map { row in Array(row.prefix(rows.first?.count ?? 0)) }, rows, "\(table)")
      #expect(
        now.allSatisfy {
          $0.dropFirst(rows.first?.count ?? 0).allSatisfy { $0 == nil || ["book", "source", "step"].contains(table) }
        }, "\(table)")
    }
    try expectEqual(catalog.bookCount(), 1_045)
    try expectEqual(catalog.view { try $0.conflictCount() }, 20)
    try expectEqual(catalog.text(.title, of: 3), "My own title 3, the first")
    let shown = try catalog.shownText()
    try expectEqual(catalog.text(.title, of: 501), "The Puschasisgrel Tartu Dark")
    var steps = 0
    while try catalog.view({ try !$0.stepsToUndo().isEmpty }) {
      try expectEqual(catalog.undoStep().left, [])
      steps += 1
    }
    expectEqual(steps, 32)
    try expectEqual(catalog.bookCount(), 0)
    try expectEqual(catalog.findings(), [])
    for _ in 0..<steps { try catalog.redoStep() }
    try expectEqual(catalog.shownText(), shown)
    try expectEqual(catalog.findings(), [])
  }
}
