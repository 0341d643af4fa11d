/// Which later steps keep a step from being taken back by itself, out of order; or from being done again.
///
/// The user's value of one field, that of another, and what each source's record says are layers of their own: changed by two
/// steps, they come to the same whichever of these is undone first. All else about a book — that it came in, whether it is
/// shown, where its records stand — depends on what was done to it before, and so does what comes after.
///
/// What somebody says of a book for themselves stands in nobody's way but their own: it stays where it is, whatever becomes of the
/// book; and nobody learns of it by what they cannot take back. Nor is it kept from being taken back by what becomes of the book, unless
/// that is not shown any more.
struct LaterSteps {
  let connection: Connection

  /// The steps that changed the same and keep a step from being undone, since they stand and were done after it, or from
  /// being redone; the one done last in front.
  func steps(
    behind step: HistoryStep.ID, for direction: StepReplay.Direction = .undo, limit: Int
  ) throws -> [HistoryStep] {
    let later = direction == .undo ? Self.doneLater : Self.changedSinceUndone
    // Of a run that brought a million books every row would be looked up.
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

  /// Of a step that was undone: the steps that were made since, undone again or not, and older ones that do not stand any
  /// more. A refresh overtakes refreshes only, and one that was overtaken by another has nothing to be done again: the other has
  /// brought what it did.
  private static let changedSinceUndone = """
    SELECT step.id FROM step JOIN step AS undone ON undone.id = ?1
    WHERE step.turn > undone.turn
      AND (step.id > undone.id AND (step.kind <> 'refresh' OR undone.kind = 'refresh')
        OR step.state <> \(HistoryStep.State.done.rawValue)
          AND (step.kind <> 'refresh' OR undone.kind = 'refresh'
            OR step.state <> \(HistoryStep.State.overtaken.rawValue)))
    """

  /// Of two rows about one book. Those about a source are of book 0, and have its number behind their name.
  private static let isSame = """
    own.field = later.field AND (NOT \(isMark("own")) OR \(isMakers("own")))
      OR NOT \(isMark("later")) AND (\(isWhole("own")) OR \(isWhole("later"))) AND NOT \(isMark("own"))
      OR \(isMark("own")) AND later.field = 'hidden'
      OR own.book_id = 0 AND substr(own.field, instr(own.field, ' ')) = substr(later.field, instr(later.field, ' '))
    """

  private static func isMark(_ row: String) -> String { "\(row).field GLOB 'mark *'" }

  /// Of a mark whether it is of whoever made the step: one that unites books moves those of all.
  private static func isMakers(_ row: String) -> String {
    "\(row).field GLOB 'mark ' || (SELECT person FROM step WHERE id = ?1) || ' *'"
  }

  private static func isWhole(_ row: String) -> String {
    "\(row).field IN ('added', 'hidden') OR \(row).field GLOB 'place *' OR \(row).field GLOB 'word *'"
  }
}
