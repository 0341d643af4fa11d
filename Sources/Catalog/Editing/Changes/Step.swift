import FoundationEssentials

/// Something that was done to the catalog and can be undone: one edit, one bulk edit, one run of an import.
public struct HistoryStep: Sendable, Hashable, Identifiable {
  /// The number of a step.
  @frozen public struct ID: NumericID {
    /// The number, as it stands in the file.
    public let rawValue: Int64

    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The kind of a step. `revert` dropped the user's edit of a field, `repair` took in books another program wrote,
  /// `resolve` decided a conflict, `distinct` says that books are not the same, `field` is about a field of the user's own,
  /// `search` about a saved search.
  /// The raw values are the ones in the file.
  public enum Kind: String, Sendable {
    case add, edit, remove, revert, `import`, refresh, repair, resolve, merge, split, distinct, removeSource, field
    case search

    /// Those that take in what others say.
    static let runs: [Kind] = [.import, .refresh]

    /// Whether it takes in what others say.
    var isRun: Bool { Self.runs.contains(self) }
  }

  /// Whether a step stands. The raw values are the ones in the file.
  public enum State: Int64, Sendable {
    /// It stands, and can be undone once every later one that changed the same has been.
    case done = 0
    /// It was taken back, and can be redone.
    case undone = 1
    /// Undone, and another step was made since: it is redone by its number only.
    case overtaken = 2
    /// It is being taken back, or that was stopped midway: undo goes on with it, redo turns back.
    case partlyUndone = 3
    /// It is being done again, or that was stopped midway: redo goes on with it, undo turns back.
    case partlyRedone = 4
  }

  /// A number that grows from step to step.
  public let id: ID
  /// The time when it began.
  public let at: Date
  /// The kind of thing that was done.
  public let kind: Kind
  /// One line that says what was done.
  public let summary: String
  /// Whether it stands.
  public let state: State
  /// Whether nobody asked for it: a refresh of what was due. Undo passes over it, and takes it back by its number.
  public let isByItself: Bool
  /// Who made it; `nil` for the owner of the catalog, and of what nobody asked for.
  public let person: Person?
  /// By what its maker asked for it, where they said so (``BookCatalog/noting(command:)``): one line of at most 1,000
  /// characters. Of what nobody asked for, `nil`.
  public package(set) var command: String?
}

extension HistoryStep.State {
  /// The condition of rows of `step` that are in one of some states.
  fileprivate static func sql(_ states: HistoryStep.State...) -> String {
    "state IN (\(states.map { String($0.rawValue) }.joined(separator: ", ")))"
  }
}

/// The steps, and in which order they were done: `turn` grows with each new step, each undo and each redo.
struct StepTable {
  let connection: Connection

  private static let columns =
    "id, at, kind, summary, state, by_itself, person, (SELECT name FROM person WHERE person.id = step.person), command"
  /// Of the steps of which something stands.
  static let standing = HistoryStep.State.sql(.done, .partlyUndone, .partlyRedone)
  /// Of the steps that `undo` takes back, given who asks for it.
  private static let undoable = "person IS ? AND by_itself = 0 AND \(standing)"
  /// The condition of ``HistoryStep/Kind/isRun``.
  static let isRun = "kind IN (\(HistoryStep.Kind.runs.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
  private static let undone = HistoryStep.State.sql(.undone, .partlyUndone, .partlyRedone)
  /// The state of a step of which something was undone, once another one is made.
  private static let endedState: String = {
    let (undone, overtaken) = (HistoryStep.State.undone.rawValue, HistoryStep.State.overtaken.rawValue)
    return "CASE state WHEN \(undone) THEN \(overtaken) ELSE \(HistoryStep.State.done.rawValue) END"
  }()
  private static let nextTurn = "(SELECT coalesce(max(turn), 0) + 1 FROM step)"

  /// Starts a step of whoever the transaction runs for. What they have undone before can then not be redone any more, and
  /// what was stopped midway counts as done; a refresh, which nobody may have asked for, does that to other refreshes only.
  func begin(
    _ kind: HistoryStep.Kind, summary: String, isByItself: Bool = false, now: Date
  ) throws -> HistoryStep.ID {
    let person = isByItself ? SQLValue.null : try PersonTable(connection: connection).made()
    // Asked first, since that is quickly found, and usually nothing was undone.
    if try connection.integer("SELECT 1 FROM step WHERE \(Self.undone) AND person IS ? LIMIT 1", [person]) != nil {
      let overtaken = kind == .refresh ? " AND kind = 'refresh'" : ""
      try connection.run(
        "UPDATE step SET state = \(Self.endedState) WHERE \(Self.undone) AND person IS ?\(overtaken)", [person])
    }
    let id = HistoryStep.ID(try connection.nextID(in: "step"))
    try connection.run(
      """
      INSERT INTO step (id, at, kind, summary, by_itself, person, command, turn)
      VALUES (?, ?, ?, ?, ?, ?, ?, \(Self.nextTurn))
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

  /// Whether no step was begun since.
  func isNewest(_ step: HistoryStep.ID) throws -> Bool { try connection.id("SELECT max(id) FROM step") == step }

  func isDone(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer("SELECT state FROM step WHERE id = ?", [.id(step)]) == HistoryStep.State.done.rawValue
  }

  /// The steps of whoever the transaction runs for that `undo` takes back, the one done last in front, those aside that
  /// nobody asked for; or that `redo` does again, the one undone last in front.
  func next(_ direction: StepReplay.Direction, limit: Int = 1) throws -> [HistoryStep] {
    let condition = direction == .undo ? Self.undoable : "person IS ? AND \(Self.undone)"
    return try steps(
      "WHERE \(condition)\(try ownSteps) ORDER BY turn DESC LIMIT ?",
      [PersonTable(connection: connection).acting(), .integer(Int64(limit))])
  }

  /// How many steps `undo` takes back one after the other.
  func undoableCount() throws -> Int {
    let person = try PersonTable(connection: connection).acting()
    return Int(try connection.integer("SELECT count(*) FROM step WHERE \(Self.undoable)\(try ownSteps)", [person]) ?? 0)
  }

  /// The condition that keeps somebody who has marks of their own from steps that they made on the owner's
  /// (``BookCatalog/acting(as:)``): what these changed is not theirs where they see the catalog so.
  private var ownSteps: String {
    get throws { try connection.marker == nil ? "" : " AND NOT EXISTS (\(Self.ownersFields) AND step_id = step.id)" }
  }

  /// What changes a field that each person has for themselves, and is the owner's.
  private static let ownersFields =
    "SELECT 1 FROM history WHERE field IN (\(Mark.fields.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"

  /// Whether a step changed what the owner says for themselves.
  func isOfOwnersFields(_ step: HistoryStep.ID) throws -> Bool {
    try connection.integer("\(Self.ownersFields) AND step_id = ? LIMIT 1", [.id(step)]) != nil
  }

  /// How a step is now, and the turn that it is of.
  func state(of step: HistoryStep.ID) throws -> (state: HistoryStep.State, turn: Int64)? {
    try connection.statement("SELECT state, turn FROM step WHERE id = ?").first([.id(step)]) { row in
      (HistoryStep.State(rawValue: row.integer(0)) ?? .overtaken, row.integer(1))
    }
  }

  /// Notes that a step is being taken back or done again. Who does the same already is joined.
  ///
  /// - Returns: the turn, by which it is known whether somebody else ended it or turned back.
  func takeUp(_ step: HistoryStep, _ direction: StepReplay.Direction) throws -> Int64 {
    if step.state != direction.partly { try set(direction.partly, of: step.id) }
    return try state(of: step.id)?.turn ?? 0
  }

  /// Notes that a step was taken back or done again as a whole. What was undone cannot be redone where whoever made it made
  /// another one meanwhile.
  func end(_ step: HistoryStep, _ direction: StepReplay.Direction, turn: Int64) throws {
    guard direction == .undo else { return try set(.done, of: step.id) }
    let others = step.kind == .refresh ? "" : " AND kind <> 'refresh'"
    let isOvertaken =
      try connection.integer(
        """
        SELECT 1 FROM step WHERE turn > ? AND state = \(HistoryStep.State.done.rawValue) AND person IS ?\(others) LIMIT 1
        """, [.integer(turn), step.person.map { .id($0.id) } ?? .null]) != nil
    try set(isOvertaken ? .overtaken : .undone, of: step.id)
  }

  private func set(_ state: HistoryStep.State, of step: HistoryStep.ID) throws {
    try connection.run(
      "UPDATE step SET state = ?, turn = \(Self.nextTurn) WHERE id = ?", [.integer(state.rawValue), .id(step)])
  }

  /// The step of an id, if there is something of it to be taken back or to be done again: also where another one was made
  /// since it was undone.
  func step(_ step: HistoryStep.ID, to direction: StepReplay.Direction) throws -> HistoryStep? {
    let condition =
      direction == .undo ? Self.standing : "(\(Self.undone) OR state = \(HistoryStep.State.overtaken.rawValue))"
    return try steps("WHERE id = ? AND \(condition)", [.id(step)]).first
  }

  /// The newest steps first.
  func all(limit: Int) throws -> [HistoryStep] {
    try steps("ORDER BY id DESC LIMIT ?", [.integer(Int64(limit))])
  }

  /// The steps that touched a book, the newest first.
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
  /// What a step is until the replay has come to its end.
  fileprivate var partly: HistoryStep.State { self == .undo ? .partlyUndone : .partlyRedone }

  /// What a step is, or becomes, when somebody does the opposite.
  fileprivate var opposite: [HistoryStep.State] {
    self == .undo ? [.done, .partlyRedone] : [.undone, .overtaken, .partlyUndone]
  }

  /// Whether a state is what comes of the opposite.
  func isReversed(by state: HistoryStep.State) -> Bool { opposite.contains(state) }
}
