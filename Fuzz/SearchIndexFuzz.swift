import CSQLite
import Catalog
import FoundationEssentials

/// Replaces a set of the search index, ranks or the pending changes of an edit with bytes. The damage is reported, the
/// file is searched as far as possible and repaired, and nothing traps. The first byte chooses the kind of row, the
/// second the row.
struct SearchIndexFuzz {
  private static let queries = [
    "the", "a w", "the of", "wal", "-the", "rating:3..", "pages:100..300 the", "year:<1950", "language:en -a", "is:unread",
    "\"of the\"", "author:j",
  ]

  private let path: String
  /// The file as it should be.
  private let whole: Data
  private let answers: [[Book.ID]]
  /// The title of the book that is edited.
  private let title: String

  static func parser() async -> FuzzTarget.Parser {
    do {
      let fuzz = try await SearchIndexFuzz()
      return { bytes in fuzz.look(at: bytes) }
    } catch { preconditionFailure("no catalog: \(error)") }
  }

  private init() async throws {
    let catalog = try await SampleCatalog.make("index")
    path = catalog.path
    _ = try await catalog.edit(1) { $0.title = "The Walk of the King" }
    answers = try Self.queries.map { try Self.answer($0, catalog) }
    title = try await catalog.read { try $0.book(2)?.title ?? "" }
    catalog.close()
    whole = try Data(contentsOf: URL(filePath: path))
  }

  private static func answer(_ query: String, _ catalog: BookCatalog) throws -> [Book.ID] {
    try catalog.read { try $0.page(matching: query, order: .bestMatch, size: 1_000).books.map(\.id) }
  }

  private func look(at bytes: [UInt8]) {
    do {
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      try whole.write(to: URL(filePath: path))
      try damage(bytes)
      let catalog = try BookCatalog.open(path)
      defer { catalog.close() }
      let found = Self.queries.map { query in answer(query, catalog) }
      let report = try catalog.check()
      if report.findings.isEmpty { precondition(found == answers, "a search is wrong, and the check says nothing") }
      edit(catalog)
      _ = try catalog.check(repair: true)
      let isRepaired = try catalog.check().findings.isEmpty
      precondition(isRepaired, "it is not repaired")
      _ = try catalog.write { try $0.edit([2]) { $0.title = title } }
      let searched = try Self.queries.map { try Self.answer($0, catalog) }
      precondition(searched == answers, "a search is wrong after the repair")
    } catch {
      preconditionFailure("a damaged index cannot be repaired: \(error)")
    }
  }

  /// - Returns: `nil` where the index cannot be read.
  private func answer(_ query: String, _ catalog: BookCatalog) -> [Book.ID]? {
    do { return try Self.answer(query, catalog) } catch {
      precondition((error as? CatalogError)?.code == .damaged, "a search fails: \(error)")
      return nil
    }
  }

  private func edit(_ catalog: BookCatalog) {
    do { _ = try catalog.write { try $0.edit([2]) { $0.title = "A Night of Walkers" } } } catch {
      precondition((error as? CatalogError)?.code == .damaged, "an edit fails: \(error)")
    }
  }

  /// Writes the bytes past everything that keeps the catalog together.
  private func damage(_ bytes: [UInt8]) throws {
    guard bytes.count >= 2 else { return }
    let digits = bytes.dropFirst(2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let row = Int(bytes[1])
    let sql =
      switch bytes[0] % 3 {
      case 0:
        // The sets with the most books come first, because every query reads them.
        """
        UPDATE posting SET books = x'\(digits)' WHERE (era, term, part) =
          (SELECT era, term, part FROM posting ORDER BY length(books) DESC, term LIMIT 1 OFFSET \(row))
        """
      case 1: "UPDATE book_rank SET ranks = x'\(digits)'"
      default: "INSERT OR REPLACE INTO posting_change (book, terms) VALUES (\(row), x'\(digits)')"
      }
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      preconditionFailure("cannot be damaged: \(String(cString: sqlite3_errmsg(handle)))")
    }
  }
}
