import CatalogDatabase
import CatalogModel
import Platform

/// The user-defined columns of a calibre library, which become user-defined fields. Each column has its own tables,
/// whose structure depends on the kind of its values.
final class LibraryColumns {
  /// The maximum number of columns, more than any user has. Each column costs one query per page.
  private static let limit = 500

  private struct Column {
    /// The user-defined field for the column, without a value.
    let field: OwnValue
    let datatype: String
    let rows: Statement
  }

  private let columns: [Column]

  /// The fields without values, for a book that has no values in these columns.
  var fields: [OwnValue] { columns.map(\.field) }

  /// Finds the columns. Columns whose tables are missing or do not match their kind are left out, and so are columns
  /// marked for deletion and computed columns.
  init(_ connection: Connection, hasTable: (String) throws -> Bool) throws {
    var columns: [Column] = []
    let all = try connection.statement(
      "SELECT id, label, datatype, is_multiple, normalized, display FROM custom_columns WHERE NOT mark_for_delete ORDER BY id"
        + " LIMIT \(Self.limit)")
    try all.forEachRow { row in
      let id = row.integer(0)
      let table = "custom_column_\(id)"
      let link = "books_custom_column_\(id)_link"
      guard let label = row.optionalText(1), let datatype = row.optionalText(2), Self.datatypes.contains(datatype)
      else { return }
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
            field: Self.field(label, datatype, isList: row.integer(3) != 0, display: row.optionalText(5)),
            datatype: datatype,
            rows: try connection.owningStatement(sql)))
      } catch let failure as SQLiteFailure where failure.isOfSchema {
        // A column is missing, so the table does not have the expected structure.
      }
    }
    self.columns = columns
  }

  private static let datatypes: Set<String> = [
    "text", "comments", "series", "enumeration", "datetime", "int", "float", "bool", "rating",
  ]

  /// Returns the field of a column. Its name is the label as calibre shows it: `#shelf`.
  private static func field(_ label: String, _ datatype: String, isList: Bool, display: String?) -> OwnValue {
    let name = "#\(label)"
    switch datatype {
    case "text": return OwnValue(name, isList ? .list : .text, nil)
    case "int", "float", "rating": return OwnValue(name, .number, nil)
    case "bool": return OwnValue(name, .flag, nil)
    case "datetime": return OwnValue(name, .date, nil)
    case "enumeration":
      let words = display.flatMap { try? JSONParser().value(of: Array($0.utf8)[...]) }?["enum_values"]?.items ?? []
      let choice = OwnValue(name, .choice, choices: words.compactMap(\.string), nil)
      return choice.choices.isEmpty || (try? choice.canonical()) == nil ? OwnValue(name, .text, nil) : choice
    default: return OwnValue(name, .text, nil)
    }
  }

  /// Reads the values of the books in a range of ids.
  ///
  /// - Parameter take: Called with the id of a book, the index of the column in ``fields``, and a value. List items are
  ///   passed one by one.
  func read(
    _ numbers: ClosedRange<Int64>, _ take: (_ book: Int64, _ index: Int, FieldValue) -> Void
  ) throws {
    for (index, column) in columns.enumerated() {
      try column.rows.forEachRow([.integer(numbers.lowerBound), .integer(numbers.upperBound)]) { row in
        if let value = Self.value(row, column.datatype) { take(row.integer(0), index, value) }
      }
    }
  }

  /// Converts a value. Returns `nil` if the value is not of the column's kind, or means "no value".
  private static func value(_ row: Statement, _ datatype: String) -> FieldValue? {
    switch datatype {
    case "int": row.number(1).flatMap { Int64(exactly: $0) }.map { .decimal(Double($0)) }
    case "float": row.number(1).flatMap { $0.isFinite ? .decimal($0) : nil }
    case "bool": row.number(1).map { .flag($0 != 0) }
    // The number counts half stars; 0 means no rating.
    case "rating": row.number(1).flatMap { (1...10).contains($0) ? .decimal($0 / 2) : nil }
    case "datetime": row.optionalText(1).flatMap(CalibreTime.day).map(FieldValue.date)
    case "comments": row.optionalText(1).map { .text(MarkupText.plain($0)) }
    // Use the notation that calibre shows: “Saga [2.5]”.
    case "series":
      row.optionalText(1).map { name in
        .text(name + (row.number(2).flatMap { $0.isFinite ? " [\($0.shortest)]" : nil } ?? ""))
      }
    default: row.optionalText(1).map(FieldValue.text)
    }
  }
}
