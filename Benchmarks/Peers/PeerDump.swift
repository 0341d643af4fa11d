#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The input of `peer-import.sql`: the schema and the rows of a finished catalog, tab-separated, read as any program
/// can read them. The rows of a full-text index replace those of the catalog's search index, which no other program
/// makes.
struct PeerDump {
  /// The tables of the catalog's search index.
  static let searchTables = ["posting", "book_rank"]

  private let database: RawDatabase
  private let folder: String

  /// - Parameter folder: is made; files in it are replaced.
  static func write(catalog: String, to folder: String) throws {
    try Folder.make(folder)
    let dump = PeerDump(database: try RawDatabase(catalog), folder: folder)
    try dump.writeSchema()
    for table in try dump.tables() where !searchTables.contains(table) { try dump.writeRows(of: table) }
    try PeerSearchRows.write(catalog: catalog, to: folder)
  }

  /// Tables of the catalog's own, without SQLite's.
  private func tables() throws -> [String] {
    try database.statement(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ).texts()
  }

  private func writeSchema() throws {
    let parts = [
      (file: "tables.sql", condition: "type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"),
      (file: "indexes.sql", condition: "type = 'index'"),
      (file: "triggers.sql", condition: "type IN ('view', 'trigger')"),
    ]
    for (file, condition) in parts {
      let statements = try database.statement(
        "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid"
      ).texts()
      try FileWriter.write(Array((statements.joined(separator: "\n") + "\n").utf8), to: "\(folder)/\(file)")
    }
  }

  /// In the order of the table's own key. The first line has the columns' names.
  private func writeRows(of table: String) throws {
    // A column of any type says which one: 'text' in quotes, numbers without.
    let columns = try database.statement(
      "SELECT iif(type = 'ANY', 'quote(' || name || ') AS ' || name, name) FROM pragma_table_info('\(table)')"
    ).texts()
    let rows = try database.statement("SELECT \(columns.joined(separator: ", ")) FROM \(table) NOT INDEXED")
    let file = try FileWriter(path: "\(folder)/\(table).tsv")
    try file.write(TabSeparated.row((0..<rows.columnCount).map { Array(rows.name($0).utf8) }))
    try rows.forEachRow { row in
      try file.write(TabSeparated.row((0..<row.columnCount).map { row.bytes($0) }))
    }
    try file.finish()
  }
}

/// Rows as the shell's `.import` reads them with tabs between.
enum TabSeparated {
  /// The representation of null.
  static let null = Array("\\N".utf8)

  static func row(_ texts: [String]) throws -> [UInt8] { try row(texts.map { Array($0.utf8) }) }

  /// - Parameter values: texts, numbers as text, or identifiers of 16 bytes.
  /// - Throws: when a text is the one that stands for null.
  static func row(_ values: [[UInt8]?]) throws -> [UInt8] {
    var row: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { row.append(UInt8(ascii: "\t")) }
      if value == null { throw BenchError("a text that cannot be told from null: \\N") }
      append(value ?? null, to: &row)
    }
    row.append(UInt8(ascii: "\n"))
    return row
  }

  private static func append(_ value: [UInt8], to row: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    if value.contains(0) {
      let digits = Array("0123456789abcdef".utf8)
      for byte in value { row += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    } else if value.first == quote || value.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 }) {
      row.append(quote)
      for byte in value { row += byte == quote ? [quote, quote] : [byte] }
      row.append(quote)
    } else {
      row += value
    }
  }
}
