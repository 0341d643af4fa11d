import FoundationEssentials

/// Something that was done to the catalog and can be undone: one edit, one bulk edit, one run of an import.
public struct Step: Sendable, Equatable, Identifiable {
  /// What was done. `revert` dropped the user's edit of a field, `repair` took in books another program wrote, `resolve`
  /// decided a conflict. The raw values are the ones in the file.
  public enum Kind: String, Sendable {
    case add, edit, remove, revert, `import`, refresh, repair, resolve, merge, split, removeSource
  }

  /// Whether a step stands. The raw values are the ones in the file.
  public enum State: Int64, Sendable {
    /// It stands, and can be undone once every later one has been.
    case done = 0
    /// It was taken back, and can be redone.
    case undone = 1
    /// Undone, and another step was made since: it cannot be redone.
    case overtaken = 2
  }

  /// A number that grows from step to step.
  public let id: Int64
  /// When it began.
  public let at: Date
  /// What was done.
  public let kind: Kind
  /// One line that says what was done.
  public let summary: String
  /// Whether it stands.
  public let state: State
}

struct StepTable {
  let connection: Connection

  private static let columns = "id, at, kind, summary, state"

  /// Starts a step. What was undone before can then not be redone any more; a refresh, which nobody may have asked for,
  /// takes that from other refreshes only.
  func begin(_ kind: Step.Kind, summary: String, now: Date) throws -> Int64 {
    // Asked first, since that is quickly said, and usually nothing was undone.
    if try connection.integer("SELECT 1 FROM step WHERE state = 1 LIMIT 1") != nil {
      let overtaken = kind == .refresh ? " AND kind = 'refresh'" : ""
      try connection.run("UPDATE step SET state = 2 WHERE state = 1\(overtaken)")
    }
    let id = try connection.nextID(in: "step")
    try connection.run(
      "INSERT INTO step (id, at, kind, summary) VALUES (?, ?, ?, ?)",
      [.integer(id), .integer(now.milliseconds), .text(kind.rawValue), .text(summary)])
    return id
  }

  func set(summary: String, of step: Int64) throws {
    try connection.run("UPDATE step SET summary = ? WHERE id = ?", [.text(summary), .integer(step)])
  }

  func set(state: Step.State, of step: Int64) throws {
    let undone = state == .undone ? "(SELECT coalesce(max(undone), 0) + 1 FROM step WHERE state = 1)" : "NULL"
    try connection.run(
      "UPDATE step SET state = ?, undone = \(undone) WHERE id = ?", [.integer(state.rawValue), .integer(step)])
  }

  func isDone(_ step: Int64) throws -> Bool {
    try connection.integer("SELECT state FROM step WHERE id = ?", [.integer(step)]) == Step.State.done.rawValue
  }

  /// The step that `undo` takes back: the last one that is done.
  func lastDone() throws -> Step? {
    try first("WHERE state = 0 ORDER BY id DESC")
  }

  /// The step that `redo` does again: the one undone last.
  func lastUndone() throws -> Step? {
    try first("WHERE state = 1 ORDER BY undone DESC")
  }

  /// The newest steps first.
  func all(limit: Int) throws -> [Step] {
    try steps("ORDER BY id DESC LIMIT ?", [.integer(Int64(limit))])
  }

  /// The steps that touched a book, the newest first.
  func steps(of book: Int64, limit: Int) throws -> [Step] {
    try steps(
      """
      WHERE id IN (
        SELECT step_id FROM history WHERE book_id = ?1
        UNION SELECT step_id FROM history WHERE field = 'added' AND book_id <= ?1 AND last_book_id >= ?1)
      ORDER BY id DESC LIMIT ?2
      """, [.integer(book), .integer(Int64(limit))])
  }

  private func first(_ condition: String) throws -> Step? {
    try connection.statement("SELECT \(Self.columns) FROM step \(condition) LIMIT 1").first([], Self.decode)
  }

  private func steps(_ condition: String, _ values: [SQLValue]) throws -> [Step] {
    var steps: [Step] = []
    try connection.statement("SELECT \(Self.columns) FROM step \(condition)").forEachRow(values) {
      steps.append(Self.decode($0))
    }
    return steps
  }

  private static func decode(_ row: Statement) -> Step {
    Step(
      id: row.integer(0), at: Date(milliseconds: row.integer(1)), kind: Step.Kind(rawValue: row.text(2)) ?? .edit,
      summary: row.text(3), state: Step.State(rawValue: row.integer(4)) ?? .overtaken)
  }
}
