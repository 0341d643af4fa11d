import CatalogDatabase
import FoundationEssentials

/// Finds conflicts. Conflicts about fields are read through the partial index that the view `conflict` uses, and
/// removals through the index of tombstones.
struct ConflictReader {
  let connection: Connection

  /// The SQL clauses for books that are shown although no source has them any more. The alias `lost` stands for a
  /// tombstone of the book.
  private static let detached = """
    FROM source_record AS lost JOIN book ON book.id = lost.book_id
    WHERE lost.gone_at IS NOT NULL AND book.\(BookTable.isShown) AND NOT EXISTS (
      SELECT 1 FROM source_record WHERE book_id = lost.book_id AND gone_at IS NULL)
    """

  /// The tables of conflicts about fields, each with the SQL expression for the base value. The first table is for
  /// edits and has a partial index; the second table is for readings. They are read separately, because SQLite would
  /// materialize and sort a view of both tables for each page.
  private static let tables = [("edit_conflict", "base"), ("reading_conflict", "NULL")]

  /// Returns the SQL clauses that join conflicts with their books. The join order is fixed, because in the opposite
  /// order SQLite would search for conflicts of every book.
  private static func fields(of table: String) -> String {
    "FROM \(table) AS conflict CROSS JOIN book ON book.id = conflict.book_id WHERE book.\(BookTable.isShown)"
  }

  func count() throws -> Int {
    let fields = try Self.tables.reduce(0) {
      $0 + (try connection.integer("SELECT count(*) \(Self.fields(of: $1.0))") ?? 0)
    }
    let removals = try connection.integer("SELECT count(DISTINCT lost.book_id) \(Self.detached)") ?? 0
    return Int(fields + removals)
  }

  func conflicts(limit: Int, after last: Conflict?) throws -> [Conflict] {
    let limit = max(0, limit)
    // A removal has an empty field name and therefore comes before the other conflicts of its book.
    let all = try removals(limit, after: last) + fields(limit, after: last)
    return Array(all.sorted { ($0.book, $0.fieldName) < ($1.book, $1.fieldName) }.prefix(limit))
  }

  /// Returns the conflict about a subject of a book; `nil` if there is none.
  func conflict(of book: Book.ID, _ subject: ConflictSubject) throws -> Conflict? {
    switch subject {
    case .removal: return try removals(1, from: book).first { $0.book == book }
    case .field(let field):
      return try fields(2 * BookField.allCases.count, afterKey: (book, "")).first {
        $0.book == book && $0.subject == .field(field)
      }
    }
  }

  private func fields(_ limit: Int, after last: Conflict?) throws -> [Conflict] {
    try fields(limit, afterKey: last.map { ($0.book, $0.fieldName) } ?? (Book.ID(Int64.min), ""))
  }

  private func fields(_ limit: Int, afterKey key: (book: Book.ID, field: String)) throws -> [Conflict] {
    var found: [Conflict] = []
    for (table, base) in Self.tables {
      try connection.statement(
        """
        SELECT conflict.book_id, title, field, \(base), theirs, mine, at \(Self.fields(of: table))
        AND (conflict.book_id, field) > (?, ?) ORDER BY conflict.book_id, field LIMIT ?
        """
      ).forEachRow([.id(key.book), .text(key.field), .integer(Int64(limit))]) { row in
        guard let field = BookField(rawValue: row.text(2)) else { return }
        func value(_ column: Int32) -> FieldValue? { row.optionalText(column).flatMap(field.decode) }
        let kind = Conflict.Kind.field(
          field, base: value(3), theirs: value(4), mine: value(5), at: Date(milliseconds: row.integer(6)))
        found.append(Conflict(book: row.id(0), title: row.text(1), kind: kind))
      }
    }
    return Array(found.sorted { ($0.book, $0.fieldName) < ($1.book, $1.fieldName) }.prefix(limit))
  }

  private func removals(_ limit: Int, after last: Conflict?) throws -> [Conflict] {
    try removals(limit, from: last.map { $0.book.advanced(by: 1) } ?? Book.ID(Int64.min))
  }

  private func removals(_ limit: Int, from book: Book.ID) throws -> [Conflict] {
    var found: [Conflict] = []
    // If several sources had the book, the row contains the name of the last source to lose it: with `max`, SQLite
    // takes the other columns from the row of the maximum (sqlite.org/quirks.html, 6).
    try connection.statement(
      """
      SELECT lost.book_id, title, max(lost.gone_at), (SELECT name FROM source WHERE id = lost.source_id) \(Self.detached)
      AND lost.book_id >= ? GROUP BY lost.book_id ORDER BY lost.book_id LIMIT ?
      """
    ).forEachRow([.id(book), .integer(Int64(limit))]) { row in
      let kind = Conflict.Kind.removal(source: row.text(3), since: Date(milliseconds: row.integer(2)))
      found.append(Conflict(book: row.id(0), title: row.text(1), kind: kind))
    }
    return found
  }
}

extension Conflict {
  fileprivate var fieldName: String {
    if case .field(let field, _, _, _, _) = kind { field.rawValue } else { "" }
  }
}
