import CatalogModel

/// The columns that the user made in calibre, each in tables of its own, whose form follows from the kind of its values.
final class LibraryColumns {
  /// More than anybody has made; each costs a query a page.
  private static let limit = 500

  private struct Column {
    let label: String
    let datatype: String
    let isList: Bool
    let rows: LibraryStatement
  }

  private let columns: [Column]

  /// A column whose tables are not there, or not as its kind has them, is left out; so is one that calibre is about to
  /// delete, and one that is computed from others.
  init(_ connection: LibraryConnection, hasTable: (String) throws -> Bool) throws {
    var columns: [Column] = []
    let all = try connection.statement(
      "SELECT id, label, datatype, is_multiple, normalized FROM custom_columns WHERE NOT mark_for_delete ORDER BY id"
        + " LIMIT \(Self.limit)")
    try all.forEachRow { row in
      let id = row.integer(0)
      let table = "custom_column_\(id)"
      let link = "books_custom_column_\(id)_link"
      guard let label = row.text(1), let datatype = row.text(2), Self.datatypes.contains(datatype) else { return }
      let sql: String
      if row.integer(4) == 0 {
        guard try hasTable(table) else { return }
        sql = "SELECT book, value FROM \(table) WHERE book BETWEEN ?1 AND ?2 ORDER BY book, id"
      } else {
        guard try hasTable(table), try hasTable(link) else { return }
        sql =
          "SELECT link.book, value.value\(datatype == "series" ? ", link.extra" : "") FROM \(link) AS link"
          + " CROSS JOIN \(table) AS value ON value.id = link.value"
          + " WHERE link.book BETWEEN ?1 AND ?2 ORDER BY link.book, link.id"
      }
      do {
        columns.append(
          Column(
            label: "#\(label)", datatype: datatype, isList: datatype == "text" && row.integer(3) != 0,
            rows: try connection.statement(sql)))
      } catch let failure as LibraryConnection.Failure where failure.isOfSchema {
        // No such column: the table is another kind's.
      }
    }
    self.columns = columns
  }

  private static let datatypes: Set<String> = [
    "text", "comments", "series", "enumeration", "datetime", "int", "float", "bool", "rating",
  ]

  /// Reads the values of books whose numbers lie in a range.
  func read(
    _ numbers: ClosedRange<Int64>, _ take: (_ book: Int64, _ label: String, JSONValue, _ isOfList: Bool) -> Void
  ) throws {
    for column in columns {
      try column.rows.forEachRow(numbers.lowerBound, numbers.upperBound) { row in
        guard let value = Self.value(row, column.datatype) else { return }
        take(row.integer(0), column.label, value, column.isList)
      }
    }
  }

  /// - Returns: `nil` for what is no value of the kind, and for what stands for none.
  private static func value(_ row: LibraryStatement, _ datatype: String) -> JSONValue? {
    switch datatype {
    case "int": row.number(1).flatMap { Int64(exactly: $0) }.map(JSONValue.integer)
    case "float": row.number(1).flatMap { $0.isFinite ? .number($0) : nil }
    case "bool": row.number(1).map { .boolean($0 != 0) }
    // Half stars, of which zero are none.
    case "rating": row.number(1).flatMap { (1...10).contains($0) ? .number($0 / 2) : nil }
    case "datetime": row.text(1).flatMap(CalibreTime.date).map { .string($0.rfc3339) }
    case "series":
      row.text(1).map { name in
        var members: [String: JSONValue] = ["name": .string(name)]
        if let number = row.number(2), number.isFinite { members["number"] = .number(number) }
        return .object(members)
      }
    default: row.text(1).flatMap { $0.isEmpty ? nil : .string($0) }
    }
  }
}
