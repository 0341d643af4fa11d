@testable import Catalog
@testable import CatalogModel

/// A statement, and how SQLite runs it.
struct PreparedStatement {
  let sql: String
  /// The lines of its query plan (sqlite.org/eqp.html).
  let plan: [String]
}

extension Connection {
  /// The statements that this connection has prepared and keeps (sqlite.org/stmt.html).
  ///
  /// - Parameter isMeant: says of a statement's text whether it is asked for; all others are left out.
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
