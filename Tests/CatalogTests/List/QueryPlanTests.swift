import CatalogDatabase
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Pages are fast because every order is read off its index and nothing is sorted. SQLite reports the plan of each
/// statement that a reader has prepared (sqlite.org/stmt.html, sqlite.org/eqp.html).
@Suite struct QueryPlanTests {
  /// Returns the statements that a read prepares on a connection of its own.
  private func statements(
    _ temporary: TemporaryCatalog, _ read: (PageReader) throws -> Void
  ) throws -> [PreparedStatement] {
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    try read(PageReader(connection: connection))
    return try connection.preparedStatements { $0.contains("FROM book") || $0.contains("FROM page_index") }
  }

  /// Returns true if a statement that walks along an index reads the table's rows, through its first cursor, only after
  /// those it skips, and never when it counts (sqlite.org/opcode.html).
  private func readsOnlyWhatItShows(_ temporary: TemporaryCatalog, _ sql: String) throws -> Bool {
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    var hasSkipped = false
    var holds = true
    try connection.temporaryStatement("EXPLAIN " + sql).forEachRow { row in
      if row.text(1) == "IfPos" { hasSkipped = true }
      if row.text(1) == "Column", row.integer(2) == 0, !hasSkipped { holds = false }
    }
    return holds
  }

  private func filled() async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    var random = SeededGenerator(seed: 1)
    try await temporary.importRecords(try random.records(50))
    return temporary
  }

  private static let indexes: [BookOrder.Key: String] = [
    .title: "book_by_title", .author: "book_by_author", .year: "book_by_work_year", .edition: "book_by_year",
    .added: "book_by_added", .rating: "book_by_rating", .average: "book_by_average", .pages: "book_by_pages",
    .series: "book_by_series",
  ]

  @Test func `no order sorts, and each reads its own index`() async throws {
    let temporary = try await filled()
    for key in BookOrder.Key.allCases {
      for isDescending in [false, true] {
        let order = KeyOrder(key, descending: isDescending)
        let read = try statements(temporary) { reader in
          var position = PagePosition.start
          while let next = try reader.page(.all, order, at: position, size: 7).next { position = .after(next) }
          _ = try reader.page(.all, order, at: .offset(30), size: 7)
          _ = try reader.page(.all, order, at: .offset(49), size: 7)
          _ = try reader.page(.all, order, at: .offset(1_000), size: 7)
        }.filter { $0.sql.contains("FROM book") }
        // From the start, within a cursor's key, and after it. If a key may be unknown, also the books without one,
        // from the start and after a cursor.
        expectEqual(read.count, order.key.mayBeUnknown ? 5 : 3, "\(order.name): \(read.map(\.sql))")
        let index = try #require(Self.indexes[key])
        for statement in read {
          expectEqual(statement.plan.count, 1, "\(order.name): \(statement)")
          #expect(statement.plan.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(order.name): \(statement)")
          #expect(statement.plan.allSatisfy { $0.contains("INDEX \(index)") }, "\(order.name): \(statement)")
        }
        // After a cursor, the index is entered at the key instead of being walked through.
        for statement in read where statement.sql.contains("= ? AND id") || statement.sql.contains("IS NULL AND id") {
          #expect(statement.plan[0].hasPrefix("SEARCH"), "\(order.name): \(statement)")
          #expect(statement.plan[0].contains("rowid"), "\(order.name): \(statement)")
        }
      }
    }
  }

  @Test func `a position in an order is found by seeks, and skipped rows are read off the index alone`()
    async throws
  {
    let temporary = try await filled()
    try temporary.catalog.tamper { connection in
      connection.pageIndexSizes = PageIndexSizes(bucket: 2, group: 2)
      try PageIndexWriter(connection: connection).rebuild()
    }
    for key in BookOrder.Key.allCases {
      let index = try #require(Self.indexes[key])
      for isDescending in [false, true] {
        let order = KeyOrder(key, descending: isDescending)
        let read = try statements(temporary) { reader in
          reader.connection.pageIndexSizes.bucket = 2
          for offset in 3..<50 {
            for book in try reader.page(.all, order, at: .offset(offset), size: 1).books {
              try expectEqual(reader.position(of: book.id, .all, order), offset)
            }
          }
        }
        for statement in read where statement.sql.contains("FROM page_index") {
          expectEqual(statement.plan.count, 1, "\(order.name): \(statement)")
          #expect(
            statement.plan[0].hasPrefix("SEARCH page_index USING PRIMARY KEY (run=? AND level=? AND (key,id)"),
            "\(order.name): \(statement)")
        }
        let ofBooks = read.filter { $0.sql.contains("FROM book") && !$0.sql.contains("AND id = ?") }
        for statement in ofBooks {
          expectEqual(statement.plan.count, 1, "\(order.name): \(statement)")
          #expect(statement.plan[0].contains("INDEX \(index)"), "\(order.name): \(statement)")
          #expect(try readsOnlyWhatItShows(temporary, statement.sql), "\(order.name): \(statement)")
          if statement.sql.contains("= ? AND id") || statement.sql.contains("IS NULL AND id") {
            #expect(statement.plan[0].contains("rowid"), "\(order.name): \(statement)")
          }
        }
        #expect(
          ofBooks.contains { $0.sql.contains("\(key.column) = ? AND id") }, "no key was cut at ids: \(order.name)")
      }
    }
  }

  /// Returns the statements that reading a query's list prepares, in each way that a list is read.
  private func statements(
    _ temporary: TemporaryCatalog, of query: String, _ order: KeyOrder, _ limits: SelectionLimits
  ) throws -> [PreparedStatement] {
    try statements(temporary) { reader in
      let selection = try QueryCompiler(connection: reader.connection).selection(for: QueryParser.parse(query))
      let reader = PageReader(connection: reader.connection, limits: limits)
      var position = PagePosition.start
      while let next = try reader.page(selection, order, at: position, size: 7).next { position = .after(next) }
      _ = try reader.count(selection)
    }
  }

  @Test func `filtered lists sort only few books and walk along at most an index`() async throws {
    let temporary = try await filled()
    let gathering = SelectionLimits(smallLimit: -1, testCost: .max)
    let testing = SelectionLimits(smallLimit: -1, testCost: 1)
    for (key, index) in Self.indexes {
      let order = KeyOrder(key)
      for limits in [gathering, testing, SelectionLimits()] {
        for query in ["-is:read", "ring OR dune", "language:en -war is:unread"] {
          let read = try statements(temporary, of: query, order, limits).filter { $0.sql.contains("ORDER BY") }
          #expect(!read.isEmpty)
          for statement in read where statement.sql.contains("FROM book") {
            expectEqual(statement.plan.count, 1, "\(query): \(statement)")
            #expect(statement.plan[0].contains("INDEX \(index)"), "\(query): \(statement)")
            if statement.sql.hasPrefix("SELECT id") {
              #expect(try readsOnlyWhatItShows(temporary, statement.sql), "\(query): \(statement)")
            }
          }
          for statement in read where statement.sql.contains("json_each") {
            #expect(statement.plan.contains("SEARCH book USING INTEGER PRIMARY KEY (rowid=?)"), "\(statement)")
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("isbn:978", "book_by_isbn"), ("is:edited", "PRIMARY KEY"),
    ]) func `index conditions are gathered from their index`(query: String, index: String) async throws
  {
    let temporary = try await filled()
    let read = try statements(temporary, of: query, .newestFirst, SelectionLimits(smallLimit: 3, testCost: .max))
    let gathering = read.filter { !$0.sql.contains("ORDER BY") && !$0.sql.contains("id = ?") }
    #expect(!gathering.isEmpty)
    for statement in gathering where !statement.sql.contains("hidden = 0 AND added_at") {
      #expect(statement.plan.allSatisfy { !$0.hasPrefix("SCAN book") }, "\(statement)")
      #expect(statement.plan.contains { $0.contains(index) }, "\(statement)")
    }
  }

  @Test func `sets of books are found by their terms`() async throws {
    let temporary = try await filled()
    let connection = try Connection(path: temporary.path, mode: .readWrite)
    for query in ["the dune", "du", "dunes -the pages:100..200", "\"the dune\" year:>1990", "rating:4.."] {
      _ = try RankedSearch(QueryParser.parse(query), connection: connection).matches(after: nil, limit: 1_000)
    }
    let read = try connection.preparedStatements { $0.contains("FROM posting ") || $0.contains("FROM book_rank") }
    #expect(read.count > 3)
    for statement in read {
      #expect(statement.plan.allSatisfy { $0.hasPrefix("SEARCH") && !$0.contains("TEMP") }, "\(statement)")
    }
  }

  @Test func `a book is found by number, ISBN and UUID without reading others`() async throws {
    let temporary = try await filled()
    let read = try statements(temporary) { reader in
      let books = BookTable(connection: reader.connection)
      _ = try books.book(1)
      _ = try books.ids(of: ISBN("0441013597"))
      _ = try books.id(of: UUID())
    }
    expectEqual(read.count, 3)
    for statement in read {
      #expect(statement.plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(statement)")
      expectEqual(statement.plan.count, 1, "\(statement)")
    }
  }
}
