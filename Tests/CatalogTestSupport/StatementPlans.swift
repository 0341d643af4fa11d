import CatalogDatabase

@testable import Catalog
@testable import CatalogModel

/// A statement and SQLite's plan for it.
struct PreparedStatement {
  let sql: String
  /// The lines of its query plan (sqlite.org/eqp.html).
  let plan: [String]
}

extension Connection {
  /// Returns the prepared statements that this connection keeps (sqlite.org/stmt.html).
  ///
  /// - Parameter isMeant: Returns true for the text of a statement to include.
  func preparedStatements(where isMeant: (String) -> Bool) throws -> [PreparedStatement] {
    var texts: [String] = []
    try temporaryStatement("SELECT sql FROM sqlite_stmt").forEachRow { texts.append($0.text(0)) }
    return try texts.filter { isMeant($0) && !$0.contains("sqlite_stmt") }.map { sql in
      var plan: [String] = []
      try temporaryStatement("EXPLAIN QUERY PLAN " + sql).forEachRow { plan.append($0.text(3)) }
      return PreparedStatement(sql: sql, plan: plan)
    }
  }
}
