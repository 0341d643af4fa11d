import CatalogTestSupport
import Testing

@testable import Catalog

/// Takes migrations back, so that a catalog with a history of its own can be upgraded in a test.
enum OlderSchema {
  /// What takes each migration back, the newest first.
  private static let steps: [(name: String, statements: [String])] = [
    ("source-notes", ["DROP TABLE source_note"]),
    ("record-rank", ["ALTER TABLE source_record DROP COLUMN rank"]),
    (
      "step-order",
      [
        "DROP INDEX step_undone", "DROP INDEX step_by_turn", "ALTER TABLE step DROP COLUMN undone",
        "ALTER TABLE step ADD COLUMN undone INTEGER",
        """
        UPDATE step SET undone = (SELECT count(*) FROM step AS s WHERE s.state = 1 AND s.turn <= step.turn)
        WHERE state = 1
        """,
        "ALTER TABLE step DROP COLUMN turn", "CREATE INDEX step_undone ON step (undone) WHERE state = 1",
      ]
    ),
  ]

  /// Makes a catalog's file, which nobody has open, what it was before a migration.
  static func goBack(_ path: String, before name: String) throws {
    let file = try ForeignConnection(path)
    for step in steps {
      for statement in step.statements { try file.run(statement) }
      guard step.name == name else { continue }
      let number = try #require(EmbeddedMigrations.all.firstIndex { $0.name.contains(name) })
      return try file.run("PRAGMA user_version = \(number)")
    }
    Issue.record("no migration is called \(name)")
  }
}
