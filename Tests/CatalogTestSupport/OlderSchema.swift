@testable import Catalog
@testable import CatalogModel

/// Reverts migrations, so that a test can upgrade a catalog that has a history.
enum OlderSchema {
  /// The fields that the first schema did not have.
  static let laterFields: [BookField] = [
    .subtitle, .contributors, .identifiers, .firstPublished, .format, .duration, .review, .otherSeries, .description,
    .cover, .files, .attachments, .copies, .earlierReadings, .progress,
  ]

  /// The statements that revert each migration, newest first.
  private static let steps: [(name: String, statements: [String])] = [
    (
      "work-years",
      [
        "DROP INDEX book_by_work_year", "ALTER TABLE book DROP COLUMN work_year",
        "DELETE FROM posting WHERE term GLOB '[YZ]*'", "DELETE FROM page_index WHERE run IN (16, 17)",
      ]
    ),
    (
      "readings",
      [
        "DROP VIEW conflict", "DROP VIEW edit_conflict", conflictsOfEdits, "DROP TABLE reading_conflict",
        "DROP TABLE reading_word", "ALTER TABLE source_record DROP COLUMN said",
        "DELETE FROM history WHERE field = 'readings'",
      ]
    ),
    ("shown-reviews", ["DROP TABLE shown_reviews"]),
    ("marks", ["DROP TABLE mark", "DELETE FROM posting WHERE term GLOB '[~^M]*'"]),
    ("accounts", ["DROP TABLE session", "DROP TABLE device_token", "DROP TABLE account"]),
    ("step-command", ["ALTER TABLE step DROP COLUMN command"]),
    ("saved-searches", ["DROP TABLE saved_search"]),
    (
      "reading",
      [
        "DROP INDEX book_by_changed", "ALTER TABLE source_record DROP COLUMN personal",
        "DELETE FROM posting WHERE term GLOB '[FBi]*' OR term GLOB 'qstarted*' OR term GLOB 'qfinished*'",
      ]
    ),
    (
      "persons",
      ["DROP INDEX step_by_person", "ALTER TABLE step DROP COLUMN person", "DROP TABLE person"]
    ),
    ("own-orders", ["DELETE FROM posting WHERE term GLOB 'q[0-9]<*' OR term GLOB 'q[0-9][0-9]<*'"]),
    (
      "ratings",
      [
        "DROP INDEX book_by_rating", "DROP INDEX book_by_average",
        firstStatement(beginning: "CREATE INDEX book_by_rating"),
        "DELETE FROM page_index WHERE run IN (14, 15)",
      ]
    ),
    (
      "own-fields",
      ["DROP TABLE own_field", "ALTER TABLE source DROP COLUMN mine", "ALTER TABLE step DROP COLUMN by_itself"]
    ),
    ("decoder", ["ALTER TABLE sync_cursor DROP COLUMN decoder"]),
    (
      "editions",
      [
        "DROP VIEW conflict", "DROP INDEX field_edit_conflict", "DROP TABLE book_identifier",
        "ALTER TABLE book DROP COLUMN details",
        firstStatement(beginning: "CREATE INDEX field_edit_conflict"),
        firstStatement(beginning: "CREATE VIEW conflict"),
      ]
    ),
    ("search-changes", ["DROP TABLE posting_change"]),
    (
      "search-bits",
      [
        """
        CREATE VIRTUAL TABLE search_index USING fts5(
          title, authors, series, tags, notes, facets,
          content='', columnsize=0, prefix='1 2 3', tokenize='ascii'
        )
        """,
        "INSERT INTO search_index (rowid, title) SELECT id, title FROM book WHERE hidden = 0",
        "DROP TABLE posting", "DROP TABLE book_rank",
        "CREATE TEMP TABLE pending AS SELECT * FROM derived_pending", "DROP TABLE derived_pending",
        firstStatement(ofTable: "derived_pending"),
        "INSERT INTO derived_pending SELECT what, first_id, last_id, 0, at FROM temp.pending",
        "DROP TABLE temp.pending",
      ]
    ),
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

  /// The names of the migrations that can be reverted, newest first.
  static let names = steps.map(\.name)

  /// The view of conflicts from before it included readings.
  private static var conflictsOfEdits: String {
    let script = EmbeddedMigrations.all.last { $0.name.contains("editions") }?.sql ?? ""
    guard let start = script.firstRange(of: "CREATE VIEW conflict")?.lowerBound else { return "" }
    return String(script[start...].prefix(while: { $0 != ";" }))
  }

  /// Returns the exact statement that created a table in the first schema.
  private static func firstStatement(ofTable name: String) -> String {
    firstStatement(beginning: "CREATE TABLE \(name) (")
  }

  private static func firstStatement(beginning: String) -> String {
    let schema = EmbeddedMigrations.all[0].sql
    guard let start = schema.firstRange(of: beginning)?.lowerBound,
      let end = schema[start...].firstRange(of: ";\n")?.lowerBound
    else { return "" }
    return String(schema[start..<end])
  }

  /// Reverts the file of a catalog that is not open to its state before a migration.
  static func goBack(_ path: String, before name: String) throws {
    let file = try ForeignConnection(path)
    for step in steps {
      for statement in step.statements { try file.run(statement) }
      guard step.name == name else { continue }
      let number = EmbeddedMigrations.all.prefix { !$0.name.contains(name) }.count
      return try file.run("PRAGMA user_version = \(number)")
    }
    preconditionFailure("no migration is called \(name)")
  }
}
