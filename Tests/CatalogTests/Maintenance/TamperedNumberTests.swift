import FoundationEssentials
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport
@testable import CatalogUI

/// Numbers that another program wrote into a valid file, at the limits of each column. What is then read may be wrong
/// or refused, but nothing crashes.
@Suite("Tampered numbers")
struct TamperedNumberTests {
  private static let texts = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775806", "4611686018427387904", "-1",
    "99999999999999999",
  ]
  private static let reals = ["9e999", "-9e999", "1e308", "-1e19", "9.3e18", "5e-324"]

  /// Fills every table that has numbers with a row.
  private func fill(_ temporary: TemporaryCatalog) async throws {
    let catalog = temporary.catalog
    _ = try await catalog.syncEngine(sources: [try source()]).refresh()
    try await temporary.importRecords([
      try SourceRecord("1", [.title: "Dune", .pages: "400", .series: "Dune", .seriesNumber: "1", .rating: "4"]),
      try SourceRecord("2", [.title: "Emma", .authors: "Jane Austen", .published: "1815"]),
    ])
    try catalog.set(.title, of: 1, to: "Mine")
    try catalog.set(.rating, of: 2, to: "3")
    try catalog.addBook([.title: "By hand"])
    try catalog.undoStep()
    try catalog.tamper { connection in
      try connection.runScript(
        """
        INSERT INTO metadata (book_id, provider, input, fetched_at, pages, average_rating, ratings_count)
          VALUES (1, 'a', 5, 6, 7, 4.5, 8);
        INSERT INTO fetch_state (provider, book_id, input, state, queue, due_at) VALUES ('a', 1, 5, 0, 2, 0);
        INSERT INTO host_state (host, denied) VALUES ('h', 1);
        INSERT INTO quarantine SELECT id, 'q', x'7b7d', 'bad', 1, 1 FROM source LIMIT 1;
        INSERT INTO derived_pending VALUES ('search', 1, 2, 1)
        """)
    }
  }

  private func source(books: Int = 3) throws -> ScriptedSource {
    ScriptedSource(
      records: try (0..<books).map {
        try SourceRecord("\($0)", [.title: "Book \($0)", .ratingsCount: "5", .averageRating: "4", .published: "1999"])
      })
  }

  private func columns(_ catalog: BookCatalog) throws -> [(table: String, column: String, type: String)] {
    try catalog.look { connection in
      var columns: [(String, String, String)] = []
      try connection.temporaryStatement(
        """
        SELECT t.name, c.name, c.type FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.sql LIKE '%STRICT%' AND c.type IN ('INTEGER', 'REAL', 'ANY')
        """
      ).forEachRow { columns.append(($0.text(0), $0.text(1), $0.text(2))) }
      return columns
    }
  }

  /// Calls everything that reads and writes numbers; failures are errors.
  private func useEverything(_ temporary: TemporaryCatalog) async throws {
    let catalog = temporary.catalog
    func attempt(_ body: () throws -> Void) { try? body() }
    attempt { _ = try catalog.check() }
    for key in BookOrder.Key.allCases {
      for order in [BookOrder(key), BookOrder(key, descending: true)] {
        attempt { _ = try catalog.view { try $0.page(order: order, size: 2) } }
        attempt { _ = try catalog.view { try $0.page(matching: "pages:1..", order: order, size: 2) } }
      }
    }
    attempt { _ = try catalog.found("dune OR book") }
    for grouping in BookGrouping.allCases {
      attempt { _ = try catalog.view { try $0.groups(by: grouping, withBooks: true) } }
      attempt {
        try catalog.look { connection in
          let reader = BookTreeReader(groupings: [grouping], query: "", connection: connection)
          let top = try reader.page(below: nil, after: nil, limit: 2)
          _ = try reader.page(below: nil, after: top.items.last, limit: 2)
          for item in top.items { _ = try reader.page(below: item, after: nil, limit: 2) }
        }
      }
    }
    for book in Book.ID(1)...3 {
      attempt { _ = try catalog.text(.pages, of: book) }
      attempt { _ = try catalog.view { try $0.history(of: book) } }
      attempt { _ = try catalog.view { snapshot in try snapshot.book(book).map { try snapshot.provenance(of: $0) } } }
    }
    attempt { _ = try catalog.status() }
    attempt { _ = try catalog.steps() }
    attempt { _ = try catalog.view { try $0.conflictCount() } }
    attempt { _ = try catalog.view { try $0.metadataStatus() } }
    attempt { try catalog.set(.title, of: 2, to: "Other") }
    attempt { try catalog.addBook([.title: "New"]) }
    _ = try? await catalog.syncEngine(sources: [try source(books: 4)]).refresh()
    attempt { try catalog.undoStep() }
    attempt { try catalog.redoStep() }
    _ = try? await temporary.importRecords([try SourceRecord("1", [.title: "Dune", .pages: "401"])])
    attempt { _ = try catalog.check(repair: true) }
    attempt { _ = try catalog.check() }
  }

  @Test("tampered numbers in any column crash nothing", arguments: 0..<3)
  func planted(third: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(third))
    let model = try TemporaryCatalog()
    try await fill(model)
    let columns = try columns(model.catalog)
    #expect(columns.count > 60)
    let backup = model.folder.file("model.db")
    try await model.catalog.backup(to: backup)
    for (index, (table, column, type)) in columns.enumerated() where index % 3 == third {
      let temporary = try TemporaryCatalog()
      try await temporary.catalog.restore(from: backup)
      let number = generator.pick(
        type == "INTEGER" ? Self.texts : type == "REAL" ? Self.reals : Self.texts + Self.reals)
      let isEverywhere = generator.oneIn(2)
      let row = Int.random(in: 0..<100, using: &generator)
      let one = "SELECT \(column) FROM \(table) LIMIT 1 OFFSET (SELECT \(row) % max(count(*), 1) FROM \(table))"
      try temporary.catalog.tamper { connection in
        try connection.runScript("PRAGMA ignore_check_constraints = ON")
        // Numbers that the column cannot hold, or that would be duplicates, are not planted.
        try? connection.runScript(
          "UPDATE \(table) SET \(column) = \(number)"
            + (isEverywhere ? "" : " WHERE \(column) IS (\(one))"))
      }
      try await useEverything(temporary)
    }
  }

  @Test(
    "six numbers that once crashed are handled one by one",
    arguments: [
      "UPDATE book SET ratings_count = 9223372036854775807", "UPDATE book SET series = 'S', series_number = 9e999",
      "UPDATE change SET seq = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM change)",
      "INSERT INTO step (id, at, kind, summary) VALUES (9223372036854775807, 1, 'edit', 'planted')",
      "UPDATE sync_cursor SET generation = 9223372036854775807", "UPDATE lease SET epoch = 9223372036854775807",
      "UPDATE sync_run SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM sync_run)",
      "UPDATE derived_pending SET first_id = 9223372036854775807",
      "UPDATE derived_pending SET at = -9223372036854775808",
      "UPDATE history SET last_book_id = 9223372036854775807 WHERE field = 'added'",
    ])
  func one(sql: String) async throws {
    let temporary = try TemporaryCatalog()
    try await fill(temporary)
    try temporary.catalog.tamper { try $0.runScript(sql) }
    try await useEverything(temporary)
  }
}
