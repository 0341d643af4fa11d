import CatalogDatabase

/// Finds the later steps that prevent the undo or the redo of a step.
///
/// The user's value of each field and the record of each source are separate layers. Two steps that changed different
/// layers can be undone in any order. Everything else about a book, such as its visibility, depends on earlier steps.
///
/// A change to a person's mark (the person's own values for a book) blocks only that person's steps. The mark is kept
/// whatever happens to the book, and a refused undo must not reveal the mark to anybody else. A change to the book
/// blocks the undo of a change to a mark only if it hides the book.
struct LaterSteps {
  let connection: Connection

  /// Returns the later steps that changed the same things and therefore block the undo or redo of a step, latest first.
  /// Undo is blocked only by steps that are in effect and were done after the given step.
  func steps(
    after step: HistoryStep.ID, for direction: StepReplay.Direction = .undo, limit: Int
  ) throws -> [HistoryStep] {
    let later = direction == .undo ? Self.doneLater : Self.changedSinceUndone
    // If there are no later steps, this check avoids reading all rows of the step. There may be a million of them.
    guard try connection.integer("\(later) LIMIT 1", [.id(step)]) != nil else { return [] }
    return try StepTable(connection: connection).steps(
      """
      WHERE id IN (
        SELECT later.step_id FROM history AS own CROSS JOIN history AS later ON later.book_id = own.book_id
          WHERE own.step_id = ?1 AND +later.step_id IN (\(later)) AND (\(Self.isSame))
        UNION
        SELECT later.step_id FROM history AS own CROSS JOIN history AS later
          ON later.book_id > own.book_id AND later.book_id <= own.last_book_id
          WHERE own.step_id = ?1 AND own.field = 'added' AND NOT \(Self.isMark("later"))
            AND +later.step_id IN (\(later))
        UNION
        SELECT later.step_id FROM history AS later CROSS JOIN history AS own
          ON own.book_id > later.book_id AND own.book_id <= later.last_book_id
          WHERE later.field = 'added' AND NOT \(Self.isMark("own")) AND +later.step_id IN (\(later)) AND own.step_id = ?1)
      ORDER BY turn DESC LIMIT ?2
      """, [.id(step), .integer(Int64(limit))])
  }

  private static let doneLater =
    "SELECT id FROM step WHERE \(StepTable.standing) AND turn > (SELECT turn FROM step WHERE id = ?1)"

  /// The steps that can block the redo of an undone step: newer steps, and older steps that are no longer in effect.
  ///
  /// Two kinds of steps block only the redo of a refresh: newer refreshes, and older refreshes that were overtaken. An
  /// overtaken refresh has nothing to redo, because a later refresh delivered its changes.
  private static let changedSinceUndone = """
    SELECT step.id FROM step JOIN step AS undone ON undone.id = ?1
    WHERE step.turn > undone.turn
      AND (step.id > undone.id AND (step.kind <> 'refresh' OR undone.kind = 'refresh')
        OR step.state <> \(HistoryStep.State.done.rawValue)
          AND (step.kind <> 'refresh' OR undone.kind = 'refresh'
            OR step.state <> \(HistoryStep.State.overtaken.rawValue)))
    """

  /// The SQL condition under which two rows of the same book depend on each other. Rows about sources belong to book 0,
  /// and their names end with the source's number.
  private static let isSame = """
    own.field = later.field AND (NOT \(isMark("own")) OR \(isMakers("own")))
      OR NOT \(isMark("later")) AND (\(isWhole("own")) OR \(isWhole("later"))) AND NOT \(isMark("own"))
      OR \(isMark("own")) AND later.field = 'hidden'
      OR own.book_id = 0 AND substr(own.field, instr(own.field, ' ')) = substr(later.field, instr(later.field, ' '))
    """

  private static func isMark(_ row: String) -> String { "\(row).field GLOB 'mark *'" }

  /// Returns the SQL condition for marks of the person who made the step. A step that merges books also changes the
  /// marks of other people.
  private static func isMakers(_ row: String) -> String {
    "\(row).field GLOB 'mark ' || (SELECT person FROM step WHERE id = ?1) || ' *'"
  }

  private static func isWhole(_ row: String) -> String {
    "\(row).field IN ('added', 'hidden') OR \(row).field GLOB 'place *' OR \(row).field GLOB 'word *'"
  }
}
