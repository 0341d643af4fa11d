import CatalogDatabase
import FoundationEssentials

/// A change to the catalog that can be undone, such as one edit, one bulk edit or one run of an import.
public struct HistoryStep: Sendable, Hashable, Identifiable {
  /// The number of a step.
  @frozen public struct ID: NumericID {
    /// The number as stored in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The category of a step. The raw values are stored in the file.
  ///
  /// - `revert` discarded the user's edit of a field.
  /// - `repair` took in books that another program wrote.
  /// - `resolve` decided a conflict.
  /// - `distinct` marked books as different.
  /// - `field` changed a field that the user defined.
  /// - `search` changed a saved search.
  public enum Kind: String, Sendable {
    case add, edit, remove, revert, `import`, refresh, repair, resolve, merge, split, distinct, removeSource, field
    case search

    /// The categories of steps that process records from sources.
    static let runs: [Kind] = [.import, .refresh]

    /// True if the step processes records from sources.
    var isRun: Bool { Self.runs.contains(self) }
  }

  /// The state of a step. The raw values are stored in the file.
  public enum State: Int64, Sendable {
    /// The step is in effect. It can be undone once all later steps that changed the same things are undone.
    case done = 0
    /// The step was undone and can be redone.
    case undone = 1
    /// The step was undone, and another step has been made since. It can be redone only if the caller gives its number.
    case overtaken = 2
    /// The step is being undone, or its undo was interrupted. Another undo continues it; a redo reverses it.
    case partlyUndone = 3
    /// The step is being redone, or its redo was interrupted. Another redo continues it; an undo reverses it.
    case partlyRedone = 4
  }

  /// The number of the step. Later steps have higher numbers.
  public let id: ID
  /// The time at which the step began.
  public let at: Date
  /// The category of the step.
  public let kind: Kind
  /// A one-line description of the change.
  public let summary: String
  /// The state of the step.
  public let state: State
  /// True if an automatic refresh made the step. Undo skips such a step unless the caller names it by its number.
  public let isByItself: Bool
  /// The person who made the step; `nil` for the owner of the catalog and for automatic steps.
  public let person: Person?
  /// The command that made the step: one line of at most 1,000 characters. `nil` if no command was given
  /// (``BookCatalog/recording(command:)``), and for automatic steps.
  public package(set) var command: String?
}

extension HistoryStep.State {
  /// Returns the SQL condition for rows of `step` in one of these states.
  fileprivate static func sql(_ states: HistoryStep.State...) -> String {
    "state IN (\(states.map { String($0.rawValue) }.joined(separator: ", ")))"
  }
}

/// The table of steps, which includes the order in which they were done. Each new step, undo and redo gets a higher
/// sequence number (`turn`).
struct StepTable {
  let connection: Connection

  private static let columns =
    "id, at, kind, summary, state, by_itself, person, (SELECT name FROM person WHERE person.id = step.person), command"
  /// The SQL condition for steps that are completely or partly in effect.
  static let standing = HistoryStep.State.sql(.done, .partlyUndone, .partlyRedone)
  /// The SQL condition for steps that `undo` can revert. Its parameter is the person who wants to undo.
  private static let undoable = "person IS ? AND by_itself = 0 AND \(standing)"
  /// The SQL condition for steps that process records from sources (``HistoryStep/Kind/isRun``).
  static let isRun = "kind IN (\(HistoryStep.Kind.runs.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
  private static let undone = HistoryStep.State.sql(.undone, .partlyUndone, .partlyRedone)
  /// The SQL expression for the state that an undone or partly undone step gets when another step begins.
  private static let endedState: String = {
    let (undone, overtaken) = (HistoryStep.State.undone.rawValue, HistoryStep.State.overtaken.rawValue)
    return "CASE state WHEN \(undone) THEN \(overtaken) ELSE \(HistoryStep.State.done.rawValue) END"
  }()
  private static let nextSequenceNumber = "(SELECT coalesce(max(turn), 0) + 1 FROM step)"

  /// Begins a step for the person on whose behalf the transaction runs. Steps that this person has undone become
  /// overtaken, and steps whose undo or redo was interrupted become done. A refresh, which may be automatic, changes
  /// only the states of other refreshes.
  func begin(
    _ kind: HistoryStep.Kind, summary: String, isByItself: Bool = false, now: Date
  ) throws -> HistoryStep.ID {
    let person = isByItself ? SQLValue.null : try PersonTable(connection: connection).made()
    // This fast query avoids the update if nothing is undone, which is the common case.
    if try connection.integer("SELECT 1 FROM step WHERE \(Self.undone) AND person IS ? LIMIT 1", [person]) != nil {
      let overtaken = kind == .refresh ? " AND kind = 'refresh'" : ""
      try connection.run(
        "UPDATE step SET state = \(Self.endedState) WHERE \(Self.undone) AND person IS ?\(overtaken)", [person])
    }
    let id = HistoryStep.ID(try connection.nextID(in: "step"))
    try connection.run(
      """
      INSERT INTO step (id, at, kind, summary, by_itself, person, command, turn)
      VALUES (?, ?, ?, ?, ?, ?, ?, \(Self.nextSequenceNumber))
      """,
      [
        .id(id), .integer(now.milliseconds), .text(kind.rawValue), .text(summary), .integer(isByItself ? 1 : 0),
        person, SQLValue(isByItself ? nil : connection.origin.command),
      ])
    return id
  }

  func set(summary: String, of step: HistoryStep.ID) throws {
    try connection.run("UPDATE step SET summary = ? WHERE id = ?", [.text(summary), .id(step)])
  }

  /// Returns true if no step began after this one.
  func isNewest(_ step: HistoryStep.ID) throws -> Bool { try connection.id("SELECT max(id) FROM step") == step }

  func isDone(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer("SELECT state FROM step WHERE id = ?", [.id(step)]) == HistoryStep.State.done.rawValue
  }

  /// Returns the steps that `undo` or `redo` replays next for the person on whose behalf the transaction runs. For
  /// `undo`, these are the steps in effect, latest first, without automatic steps. For `redo`, these are the undone
  /// steps, most recently undone first.
  func next(_ direction: StepReplay.Direction, limit: Int = 1) throws -> [HistoryStep] {
    let condition = direction == .undo ? Self.undoable : "person IS ? AND \(Self.undone)"
    return try steps(
      "WHERE \(condition)\(try ownSteps) ORDER BY turn DESC LIMIT ?",
      [PersonTable(connection: connection).acting(), .integer(Int64(limit))])
  }

  /// Returns the number of steps that `undo` can revert in succession.
  func undoableCount() throws -> Int {
    let person = try PersonTable(connection: connection).acting()
    return Int(try connection.integer("SELECT count(*) FROM step WHERE \(Self.undoable)\(try ownSteps)", [person]) ?? 0)
  }

  /// The SQL condition that excludes steps that changed the owner's personal fields. Used for people with marks
  /// (``BookCatalog/acting(as:)``), who see their own personal fields instead of the owner's.
  private var ownSteps: String {
    get throws { try connection.marker == nil ? "" : " AND NOT EXISTS (\(Self.ownersFields) AND step_id = step.id)" }
  }

  /// The SQL query for changes to the owner's personal fields.
  private static let ownersFields =
    "SELECT 1 FROM history WHERE field IN (\(Mark.fields.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"

  /// Returns true if a step changed the owner's personal fields.
  func isOfOwnersFields(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer("\(Self.ownersFields) AND step_id = ? LIMIT 1", [.id(step)]) != nil
  }

  /// Returns the current state and sequence number of a step.
  func state(of step: HistoryStep.ID) throws -> (state: HistoryStep.State, sequenceNumber: Int64)? {
    try connection.statement("SELECT state, turn FROM step WHERE id = ?").first([.id(step)]) { row in
      (HistoryStep.State(rawValue: row.integer(0)) ?? .overtaken, row.integer(1))
    }
  }

  /// Marks a step as partly undone or redone. If a replay in the same direction is already running, the caller joins
  /// it.
  ///
  /// - Returns: The sequence number of the step. If the number changes later, another caller has finished or reversed
  ///   the replay.
  func takeUp(_ step: HistoryStep, _ direction: StepReplay.Direction) throws -> Int64 {
    if step.state != direction.partly { try set(direction.partly, of: step.id) }
    return try state(of: step.id)?.sequenceNumber ?? 0
  }

  /// Marks a step as completely undone or redone. An undone step becomes overtaken if the person who made it has made
  /// another step in the meantime.
  func end(_ step: HistoryStep, _ direction: StepReplay.Direction, sequenceNumber: Int64) throws {
    guard direction == .undo else { return try set(.done, of: step.id) }
    let others = step.kind == .refresh ? "" : " AND kind <> 'refresh'"
    let isOvertaken =
      try connection.integer(
        """
        SELECT 1 FROM step WHERE turn > ? AND state = \(HistoryStep.State.done.rawValue) AND person IS ?\(others) LIMIT 1
        """, [.integer(sequenceNumber), step.person.map { .id($0.id) } ?? .null]) != nil
    try set(isOvertaken ? .overtaken : .undone, of: step.id)
  }

  private func set(_ state: HistoryStep.State, of step: HistoryStep.ID) throws {
    try connection.run(
      "UPDATE step SET state = ?, turn = \(Self.nextSequenceNumber) WHERE id = ?",
      [.integer(state.rawValue), .id(step)])
  }

  /// Returns the step with the given id if it can be undone or redone, completely or in part. An undone step can be
  /// redone even if other steps were made since then.
  func step(_ step: HistoryStep.ID, to direction: StepReplay.Direction) throws -> HistoryStep? {
    let condition =
      direction == .undo ? Self.standing : "(\(Self.undone) OR state = \(HistoryStep.State.overtaken.rawValue))"
    return try steps("WHERE id = ? AND \(condition)", [.id(step)]).first
  }

  /// Returns the newest steps, latest first.
  func all(limit: Int) throws -> [HistoryStep] {
    try steps("ORDER BY id DESC LIMIT ?", [.integer(Int64(limit))])
  }

  /// Returns the steps that changed a book, newest first.
  func steps(of book: Book.ID, limit: Int) throws -> [HistoryStep] {
    try steps(
      """
      WHERE id IN (
        SELECT step_id FROM history WHERE book_id = ?1
        UNION SELECT step_id FROM history WHERE field = 'added' AND book_id <= ?1 AND last_book_id >= ?1)
      ORDER BY id DESC LIMIT ?2
      """, [.id(book), .integer(Int64(limit))])
  }

  func steps(_ condition: String, _ values: [SQLValue]) throws -> [HistoryStep] {
    var steps: [HistoryStep] = []
    try connection.statement("SELECT \(Self.columns) FROM step \(condition)").forEachRow(values) {
      steps.append(Self.decode($0))
    }
    return steps
  }

  private static func decode(_ row: Statement) -> HistoryStep {
    HistoryStep(
      id: row.id(0), at: Date(milliseconds: row.integer(1)),
      kind: HistoryStep.Kind(rawValue: row.text(2)) ?? .edit,
      summary: row.text(3), state: HistoryStep.State(rawValue: row.integer(4)) ?? .overtaken,
      isByItself: row.integer(5) != 0,
      person: row.optionalText(7).map { Person(id: row.id(6), name: $0) }, command: row.optionalText(8))
  }
}

extension StepReplay.Direction {
  /// The state of a step while it is replayed in this direction.
  fileprivate var partly: HistoryStep.State { self == .undo ? .partlyUndone : .partlyRedone }

  /// The states that a step has before a replay in this direction, or during and after a replay in the opposite
  /// direction.
  fileprivate var opposite: [HistoryStep.State] {
    self == .undo ? [.done, .partlyRedone] : [.undone, .overtaken, .partlyUndone]
  }

  /// Returns true if a state results from a replay in the opposite direction.
  func isReversed(by state: HistoryStep.State) -> Bool { opposite.contains(state) }
}
