import CatalogDatabase
import FoundationEssentials

/// Undoes or redoes a step in batches. Each batch fits in one short transaction. An import that added a million books
/// is undone in the same way as an edit of one field. A replay that was interrupted, for example because the process
/// was killed, can be continued.
///
/// Undo restores the user's layer as it was before the step. Where the user's layer has no value, the sources' current
/// values are shown. Anything that a later step changed stays as it is and is reported.
///
/// A step other than the last one can be undone if no later step changed the same things (``LaterSteps``).
///
/// The transaction of the first batch chooses the step. If two callers undo at once, two different steps are undone. If
/// a step takes several transactions, both callers work on it together; one of them completes it, and the other
/// continues with the next step.
struct StepReplay: CountedWork {
  enum Direction: Sendable { case undo, redo }

  /// The number of books to change in one transaction.
  static let batch = 1_000

  let direction: Direction
  let now: Date
  /// The step to replay. If it is `nil`, undo replays the caller's last step, and redo replays the step that the caller
  /// undid last.
  let meant: HistoryStep.ID?
  let batch: Int
  /// The step and its sequence number, once the first batch has chosen it.
  private(set) var chosen: (step: HistoryStep, sequenceNumber: Int64)?
  var changed: [Book.ID] = []
  /// The changes that are not replayed, because a later step changed the same things.
  var left: [LeftChange] = []
  private(set) var isFinished = false
  var position: (book: Book.ID, field: String)?
  var rest: ClosedRange<Int64>?
  /// The history entries for the positions up to which the step read sources.
  var cursors: [HistoryTable.Entry] = []

  /// Creates a replay.
  ///
  /// - Parameter meant: The step to undo or redo; by default, the step that was done or undone last.
  init(_ direction: Direction, only meant: HistoryStep.ID? = nil, now: Date, batch: Int = Self.batch) {
    (self.direction, self.meant, self.now, self.batch) = (direction, meant, now, batch)
  }

  /// Replays the next batch inside one transaction.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is no step to replay, or if another caller reversed the
  ///   replay.
  mutating func next(_ connection: Connection) throws {
    let (step, sequenceNumber) = try goOn(connection)
    if let range = rest {
      rest = nil
      try replayAdded(range, of: step, connection)
      return
    }
    let (entries, isLast) = try nextEntries(of: step.id, connection)
    for (index, entry) in entries.enumerated() {
      if case .added(let through) = entry.subject, through > entry.book {
        // A range may be long, so it gets batches of its own.
        if index > 0 { return }
        position = (entry.book, HistoryTable.name(of: entry.subject))
        try replayAdded(entry.book.rawValue...through.rawValue, of: step, connection)
        return
      }
      position = (entry.book, HistoryTable.name(of: entry.subject))
      try replay(entry, of: step, connection)
    }
    guard isLast else { return }
    try takeUpSources(of: step, connection)
    // Since the first batch, a refresh may have moved a cursor past records that later batches changed.
    for entry in cursors { try replayCursor(entry, connection) }
    try StepTable(connection: connection).end(step, direction, sequenceNumber: sequenceNumber)
    isFinished = true
  }

  /// Returns the next entries. All entries of a book are replayed in one transaction, because the book is inconsistent
  /// until the last of them is replayed.
  private func nextEntries(
    of step: HistoryStep.ID, _ connection: Connection
  ) throws -> (entries: [HistoryTable.Entry], isLast: Bool) {
    let table = HistoryTable(connection: connection)
    let entries = try table.entries(of: step, after: position, limit: batch)
    guard entries.count == batch, let last = entries.last else { return (entries, true) }
    let rest = try table.entries(of: step, after: (last.book, HistoryTable.name(of: last.subject)), limit: 100)
    return (entries + rest.prefix { $0.book == last.book }, false)
  }

  /// Returns the outcome.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if the replay has not begun.
  func outcome() throws -> ReplayOutcome {
    guard let chosen else { throw direction.nothing }
    return ReplayOutcome(step: chosen.step, books: changed, left: left)
  }

  /// Returns the step that is being replayed. If another caller has completed that step, returns the next step.
  mutating func goOn(_ connection: Connection) throws -> (step: HistoryStep, sequenceNumber: Int64) {
    let steps = StepTable(connection: connection)
    if let chosen, let now = try steps.state(of: chosen.step.id) {
      if now.sequenceNumber == chosen.sequenceNumber { return chosen }
      if direction.isReversed(by: now.state) {
        throw CatalogError(
          .nothingToDo, direction.name, chosen.step.summary, cause: "someone else reversed it in the meantime",
          hint: "\(direction.name) it again if you still want that")
      }
      self = StepReplay(direction, only: meant, now: self.now, batch: batch)
    }
    let step = try stepToReplay(steps)
    let begun = (step: step, sequenceNumber: try steps.takeUp(step, direction))
    chosen = begun
    return begun
  }

  /// Returns the step to replay.
  ///
  /// - Throws: ``CatalogError/Code/nothingToDo`` if there is none, or if other steps block it.
  func stepToReplay(_ steps: StepTable) throws -> HistoryStep {
    let step: HistoryStep
    if let meant {
      guard let known = try steps.step(meant, to: direction) else {
        throw CatalogError(
          .nothingToDo, direction.name, "step \(meant)",
          cause: "step \(meant) has nothing to \(direction.name)")
      }
      if try steps.connection.marker != nil, try steps.isOfOwnersFields(meant) {
        throw CatalogError(
          .nothingToDo, direction.name, "step \(meant)",
          cause: "step \(meant) changed the owner's personal fields",
          hint: "only the owner can \(direction.name) it")
      }
      step = known
    } else {
      guard let next = try steps.next(direction).first else { throw direction.nothing }
      step = next
    }
    let later = LaterSteps(connection: steps.connection)
    guard let other = try later.steps(after: step.id, for: direction, limit: 1).first else { return step }
    // The next step is blocked, but it may be possible to redo another undone step.
    let others = direction == .redo && meant == nil ? try steps.next(.redo, limit: Self.alternatives).dropFirst() : []
    let possible = try others.first { try later.steps(after: $0.id, for: .redo, limit: 1).isEmpty }
    throw direction.refused(step, because: other, insteadOf: possible, isOthers: try isOthers(other, steps.connection))
  }

  /// Returns true if the caller has marks of their own and the step belongs to somebody else. In that case, the content
  /// of the step must not be revealed to the caller.
  private func isOthers(_ step: HistoryStep, _ connection: Connection) throws -> Bool {
    guard let person = try connection.marker else { return false }
    return step.person?.id != person
  }

  /// The maximum number of undone steps to examine when looking for one that can be redone.
  private static let alternatives = 100

  mutating func replay(_ entry: HistoryTable.Entry, of step: HistoryStep, _ connection: Connection) throws {
    let (from, to) = direction == .undo ? (entry.new, entry.old) : (entry.old, entry.new)
    switch entry.subject {
    case .cursor:
      cursors.append(entry)
      return try replayCursor(entry, connection)
    case .source(let source): return try replaySource(source, from, to, connection)
    case .location: return try replayLocation(of: entry.book, step, from, to, connection)
    case .ownField(let field): return try replayOwnField(field, from, to, connection)
    case .savedSearch(let key): return try replaySavedSearch(key, from, to, connection)
    // These entries are not replayed. They are used only while their step is in effect.
    case .passedOver, .distinct: return
    case .added, .visibility, .readings, .field, .mark, .record: break
    }
    guard let book = try BookTable(connection: connection).book(entry.book) else { return }
    switch entry.subject {
    case .added: try replayAdded(book.id.rawValue...book.id.rawValue, of: step, connection)
    case .visibility: try replayVisibility(of: book, step, from, to, connection)
    case .readings: try replayReadings(of: book, from, to, connection)
    case .field(let field):
      if try isOfReadings(field, of: book, step, connection) {
        return
      } else if field.isPersonal {
        try replayPersonal(field, of: book, step, from, to, connection)
      } else {
        try replayEdit(field, of: book, from, to, connection)
      }
    case .mark(let person, let field): try replayMark(field, by: person, of: book, from, to, connection)
    case .record(let source, let remoteID):
      try replayRecord(source, remoteID, of: book, from, to, connection)
    case .cursor, .source, .ownField, .savedSearch, .location, .passedOver, .distinct: return
    }
  }

  /// Resets the cursor of a source to the position at which the step began to read. Both undo and redo do this, however
  /// far the source has been read since: a record that is delivered twice changes nothing, but a skipped record would
  /// be lost. If the step left the cursor at the beginning of the source, redo also sets it to the beginning. A step
  /// does so if it removed the source, or if a full enumeration was running.
  func replayCursor(_ entry: HistoryTable.Entry, _ connection: Connection) throws {
    guard case .cursor(let source) = entry.subject else { return }
    let (from, to) = direction == .undo ? (entry.new, entry.old) : (entry.old, entry.new)
    let cursors = SyncCursorTable(connection: connection)
    let current = try cursors.position(of: source)
    // A full enumeration that is running or about to begin must read all records, since it also detects removed
    // records.
    let isEnumerating = current.enumeration != .none || (current.cursor == nil && from?.value != nil)
    let target = isEnumerating || to?.value == nil ? nil : entry.old
    try cursors.set(target?.value, epoch: target?.base, of: source)
  }

}

extension StepReplay.Direction {
  var name: String { self == .undo ? "undo" : "redo" }

  /// - Parameters:
  ///   - possible: A step that can be redone instead.
  ///   - isOthers: True if the caller may learn only that a conflicting step exists.
  fileprivate func refused(
    _ step: HistoryStep, because other: HistoryStep, insteadOf possible: HistoryStep?, isOthers: Bool
  ) -> CatalogError {
    if isOthers {
      return CatalogError(
        .nothingToDo, name, step.summary, cause: "someone else has changed the same fields since",
        hint: "make the change again")
    }
    let number = "step \(other.id)" + (other.person.map { " by \($0.name)" } ?? "")
    let isEarlier = self == .redo && other.id < step.id
    let reason =
      (isEarlier ? "\(number), which changed the same fields, was undone" : "\(number) changed the same fields later")
      + ": “\(other.summary)”"
    if self == .undo {
      return CatalogError(
        .nothingToDo, name, step.summary, cause: reason, hint: "undo step \(other.id) first")
    }
    let instead = possible.map { "step \($0.id) can be redone by number: “\($0.summary)”" }
    return CatalogError(
      .nothingToDo, name, step.summary, cause: "cannot redo step \(step.id), “\(step.summary)”: \(reason)",
      hint: [isEarlier ? "redo step \(other.id) first" : "make the change again", instead].compactMap(\.self)
        .joined(separator: "; "))
  }

  fileprivate var nothing: CatalogError {
    CatalogError(.nothingToDo, name, "the last step", cause: "there is nothing to \(name)")
  }
}
