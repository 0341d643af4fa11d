import CatalogDatabase

/// Compares a file's schema with that of an empty catalog of the same version. Another program may have dropped a guard
/// trigger or an index, or created a trigger that changes the catalog's writes. Tables that other programs created, and
/// their indexes, are ignored.
struct SchemaCheck {
  let connection: Connection

  /// A difference between the schemas, with the SQL statements that fix it.
  private struct Difference {
    let message: String
    /// The SQL statements that fix the difference, or `nil` if the user's data is missing.
    let statements: [String]?
    /// True if the difference is in a table that must be rebuilt from the books.
    var isDerivedTable = false
    var isTable = false
  }

  /// The tables that contain only derived or short-lived data. None of these tables has a separate index, which would
  /// be lost with the table.
  private static let derivedTables: Set<String> = [
    "book_author", "book_tag", "book_identifier", "posting", "posting_change", "book_rank", "word", "page_index",
    "derived_pending", "change", "lease", "host_state",
  ]

  /// Returns the differences as findings. The catalog is readable if all of its tables exist.
  func findings() throws -> (findings: [CheckFinding], isReadable: Bool) {
    let differences = try differences()
    let findings = differences.map { CheckFinding(message: $0.message, isRepairable: $0.statements != nil) }
    return (findings, !differences.contains(where: \.isTable))
  }

  /// Fixes the schema as far as possible without losing data.
  ///
  /// - Returns: True if a table was created that must be filled from the books.
  func mend() throws -> Bool {
    let differences = try differences()
    for statement in differences.flatMap({ $0.statements ?? [] }) { try connection.runScript(statement) }
    return differences.contains { $0.isDerivedTable && $0.statements != nil }
  }

  private func differences() throws -> [Difference] {
    let expected = try SchemaObject.all(ofVersion: connection.integer("PRAGMA user_version") ?? 0)
    let present = try SchemaObject.all(in: connection)
    let presentByName = Dictionary(present.map { ($0.fullName, $0) }) { first, _ in first }
    let missing = expected.compactMap { Self.difference(of: $0, from: presentByName[$0.fullName]) }
    let tables = Set(expected.filter { $0.type == "table" }.map(\.name))
    let names = Set(expected.map(\.fullName))
    let alien = present.filter { object in
      guard !names.contains(object.fullName) else { return false }
      return object.type == "view" || (object.type != "table" && tables.contains(object.table))
    }
    // Objects that other programs created are dropped first, because a view may have the name of a missing table.
    return alien.map { object in
      Difference(
        message: "another program's \(object.type): \(object.name)",
        statements: ["DROP \(object.type) \(Self.quoted(object.name))"])
    } + missing
  }

  /// Returns the difference between an expected database object and the existing object; `nil` if there is no
  /// difference, or if another check reports the difference.
  private static func difference(of expected: SchemaObject, from present: SchemaObject?) -> Difference? {
    guard present?.sql != expected.sql else { return nil }
    // Indexes of lists are missing while an empty catalog is being filled (``ListIndexes``).
    if present == nil, expected.isListIndex { return nil }
    let what = "the \(expected.type) \(expected.name) is \(present == nil ? "missing" : "not as expected")"
    let isTable = expected.type == "table"
    let isDerived = isTable && derivedTables.contains(expected.name)
    let drop = present == nil ? [] : ["DROP \(expected.type) \(quoted(expected.name))"]
    return Difference(
      message: what, statements: isTable && !isDerived ? nil : drop + [expected.sql], isDerivedTable: isDerived,
      isTable: isTable)
  }

  private static func quoted(_ name: String) -> String {
    // The name is processed as bytes, because a quotation mark may form a single character with the character after it.
    let bytes = name.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }
}
