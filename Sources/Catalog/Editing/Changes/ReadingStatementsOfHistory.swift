import CatalogDatabase
import FoundationEssentials

/// Reconstructs the user's statements about readings from the history of older versions, which recorded each field
/// separately.
struct ReadingStatementsOfHistory {
  let connection: Connection

  private struct StepEntries {
    let id: HistoryStep.ID
    let kind: HistoryStep.Kind
    let at: Date
    var old: [BookField: FieldValue?] = [:]
    var new: [BookField: FieldValue?] = [:]
  }

  /// Returns the user's statement about the readings of a book.
  ///
  /// - Parameters:
  ///   - undone: A step to ignore, because it is being undone.
  ///   - redone: A step to include, because it is being redone.
  /// - Returns: The statement; `nil` if the user set none of the book's readings.
  func statement(
    of book: Book, without undone: HistoryStep.ID? = nil, with redone: HistoryStep.ID? = nil
  ) throws -> UserReadingStatement? {
    let steps = try steps(of: book.id, with: redone)
    var shown: [BookField: FieldValue?] = [:]
    for field in BookField.readings { shown[field] = book[field] }
    // Rewinds `shown` to the state before the first of the steps.
    for step in steps.reversed() { shown.merge(step.old) { $1 } }
    var byHand: Set<BookField> = []
    var statedOn = PartialDate.day(at: book.added)
    if try !HistoryTable(connection: connection).isAddedByRun(book.id) {
      byHand.formUnion(BookField.readings.filter { Self.says(shown[$0] ?? nil, $0) })
    }
    var replaced: [Reading] = []
    for step in steps where step.id != undone {
      let before = Self.readings(shown)
      shown.merge(step.new) { $1 }
      if step.kind.leavesUserStatement {
        byHand.formUnion(step.new.keys)
        let after = Self.readings(shown)
        replaced += before.filter { reading in !after.contains { $0.hasDays(of: reading) } }
        statedOn = PartialDate.day(at: step.at)
      } else {
        byHand.subtract(step.new.keys)
      }
    }
    let hasCurrent = !byHand.isDisjoint(with: [.readState, .started, .finished])
    guard hasCurrent || byHand.contains(.earlierReadings) else { return nil }
    let after = Self.readings(shown)
    return UserReadingStatement(
      current: hasCurrent ? Self.current(shown) : nil,
      earlier: byHand.contains(.earlierReadings) ? Self.earlier(shown) : nil,
      replaced: replaced.filter { reading in !after.contains { $0.hasDays(of: reading) } }, statedOn: statedOn)
  }

  private func steps(of book: Book.ID, with redone: HistoryStep.ID?) throws -> [StepEntries] {
    var steps: [StepEntries] = []
    let names = BookField.readings.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    try connection.statement(
      """
      SELECT step.id, kind, at, field, old, old_base, new, new_base FROM history JOIN step ON step.id = step_id
      WHERE book_id = ?1 AND field IN (\(names)) AND (\(StepTable.standing) OR step.id = ?2)
        AND kind <> '\(HistoryStep.Kind.repair.rawValue)' ORDER BY step_id
      """
    ).forEachRow([.id(book), SQLValue(redone)]) { row in
      guard let field = BookField(rawValue: row.text(3)) else { return }
      let id = row.id(0) as HistoryStep.ID
      if steps.last?.id != id {
        steps.append(
          StepEntries(
            id: id, kind: HistoryStep.Kind(rawValue: row.text(1)) ?? .edit, at: Date(milliseconds: row.time(2))))
      }
      func value(_ column: Int32) -> FieldValue? {
        HistoryTable.decode(row, at: column)?.value.flatMap { field.decode($0) }
      }
      steps[steps.count - 1].old.updateValue(value(4), forKey: field)
      steps[steps.count - 1].new.updateValue(value(6), forKey: field)
    }
    return steps
  }

  private static func says(_ value: FieldValue?, _ field: BookField) -> Bool {
    value != nil && value != .readState(.unread)
  }

  private static func current(_ shown: [BookField: FieldValue?]) -> CurrentReading {
    var state = ReadState.unread
    if case .readState(let value)?? = shown[.readState] { state = value }
    return CurrentReading(
      state, started: (shown[.started] ?? nil).date, finished: (shown[.finished] ?? nil).date)
  }

  private static func earlier(_ shown: [BookField: FieldValue?]) -> [Reading] {
    guard case .records(let records)?? = shown[.earlierReadings] else { return [] }
    return records.compactMap(Reading.init(record:))
  }

  /// Returns the readings that have a first or last day.
  private static func readings(_ shown: [BookField: FieldValue?]) -> [Reading] {
    let current = current(shown)
    return (earlier(shown) + [Reading(started: current.started, finished: current.finished, outcome: current.state)])
      .filter { !$0.isUndated }
  }
}

extension Reading {
  /// Returns true if both readings have the same first day and the same last day.
  func hasDays(of other: Reading) -> Bool { started == other.started && finished == other.finished }
}
