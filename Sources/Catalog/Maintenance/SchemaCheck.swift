/// Compares a file's schema with that of an empty catalog of its version. Another program may have dropped a guard trigger
/// or an index, or made a trigger that changes what we write. Its own tables, and what belongs to them, are its own affair.
struct SchemaCheck {
  let connection: Connection

  /// What is wrong, and the statements that mend it.
  private struct Difference {
    let message: String
    /// `nil` where data of the user's is missing.
    let statements: [String]?
    /// Whether something has to be made anew from the books.
    var isDerivedTable = false
    var isTable = false
  }

  /// Tables that hold nothing but what is derived, or soon over. None has an index, which would go with it.
  private static let derivedTables: Set<String> = [
    "book_author", "book_tag", "book_identifier", "posting", "posting_change", "book_rank", "word", "page_index",
    "derived_pending", "change", "lease", "host_state",
  ]

  /// What is wrong; and whether all tables are there, so that the catalog can be read.
  func findings() throws -> (findings: [CheckFinding], isReadable: Bool) {
    let differences = try differences()
    let findings = differences.map { CheckFinding(message: $0.message, isRepairable: $0.statements != nil) }
    return (findings, !differences.contains(where: \.isTable))
  }

  /// Makes the schema what it should be, as far as that loses nothing.
  ///
  /// - Returns: whether a table was made that is to be filled from the books.
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
    // A view may stand in the place of a table.
    return alien.map { object in
      Difference(
        message: "another program's \(object.type): \(object.name)",
        statements: ["DROP \(object.type) \(Self.quoted(object.name))"])
    } + missing
  }

  /// - Returns: `nil` where all is well, or somebody else says what is not.
  private static func difference(of expected: SchemaObject, from present: SchemaObject?) -> Difference? {
    guard present?.sql != expected.sql else { return nil }
    // Those of lists are missing while an empty catalog is filled (``ListIndexes``).
    if present == nil, expected.isListIndex { return nil }
    let what = "the \(expected.type) \(expected.name) is \(present == nil ? "missing" : "not as it should be")"
    let isTable = expected.type == "table"
    let isDerived = isTable && derivedTables.contains(expected.name)
    let drop = present == nil ? [] : ["DROP \(expected.type) \(quoted(expected.name))"]
    return Difference(
      message: what, statements: isTable && !isDerived ? nil : drop + [expected.sql], isDerivedTable: isDerived,
      isTable: isTable)
  }

  private static func quoted(_ name: String) -> String {
    // By bytes: the quote may make one character with what follows it.
    let bytes = name.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }
}
