import Catalog
import CatalogTestSupport

/// The expected contents of a file: every acknowledged edit and, after the last refresh, the server's values.
struct TortureRecord {
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  /// The last acknowledged value of each book, as the round and the number of its edit.
  private var edits: [Book.ID: [Int]] = [:]

  private static func order(_ value: String) -> [Int] { value.split(separator: " ").compactMap { Int($0) } }

  mutating func take(_ run: ChildRun) { for edit in run.edits { edits[edit.book] = Self.order(edit.value) } }

  var count: Int { edits.count }

  /// Checks a file after its process has ended. An edit that was not acknowledged may be present, but no acknowledged
  /// edit may be missing.
  func check(_ catalog: BookCatalog) throws {
    let findings = try catalog.check().findings.map(\.message)
    guard findings.isEmpty else { throw Wrong(description: "check says \(findings)") }
    for (book, order) in edits.sorted(by: { $0.key < $1.key }) {
      guard let found = try catalog.read({ try $0.book(book) }), found.visibility == .shown else {
        throw Wrong(description: "book \(book) was edited and is hidden")
      }
      let shown = Self.order(found.publisher ?? "")
      guard !shown.lexicographicallyPrecedes(order) else {
        throw Wrong(description: "book \(book) shows the edit \(shown), and \(order) was acknowledged")
      }
    }
    let file = try ForeignConnection(catalog.path)
    guard try file.value("PRAGMA integrity_check") == "ok" else { throw Wrong(description: "the file is damaged") }
    let twice = try file.rows("SELECT book_id FROM source_record GROUP BY book_id HAVING count(*) > 1")
    guard twice.isEmpty else { throw Wrong(description: "books with several records: \(twice)") }
  }

  /// Refreshes to the end and checks that the catalog contains the server's books and the edits.
  func converge(_ catalog: BookCatalog, _ server: TortureServer) async throws {
    let engine = catalog.syncEngine(sources: [server])
    let report = try await engine.refresh()[0]
    guard report.outcome == .complete else { throw Wrong(description: "the next refresh ended \(report.outcome)") }
    try check(catalog)
    // The interrupted enumeration may have included books that were removed later. The next one does not.
    _ = try await engine.refresh()
    let file = try ForeignConnection(catalog.path)
    var shown: [Int: Int] = [:]
    for row in try file.rows(
      """
      SELECT remote_id, pages FROM book JOIN source_record ON book_id = book.id
      WHERE hidden = 0 AND gone_at IS NULL
      """)
    { shown[Int(row[0] ?? "") ?? -1] = Int(row[1] ?? "") }
    guard shown == server.books else {
      let wrong = Set(shown.keys).symmetricDifference(server.books.keys).sorted().prefix(5)
      throw Wrong(description: "\(shown.count) of \(server.books.count) books are there; wrong are \(wrong)")
    }
    let quiet = try await engine.refresh()[0]
    guard quiet.step == nil else { throw Wrong(description: "asking again changed something: \(quiet.counts)") }
  }
}
