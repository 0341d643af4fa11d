/// Which later steps keep a step from being taken back by itself, out of order.
///
/// The user's value of one field, that of another, and what each source's record says are layers of their own: changed by two
/// steps, they come to the same whichever of these is undone first. All else about a book — that it came in, whether it is
/// shown, where its records stand — depends on what was done to it before, and so does what comes after.
struct LaterSteps {
  let connection: Connection

  /// The steps that stand, were done after a step and changed the same, the one done last in front.
  func steps(behind step: HistoryStep.ID, limit: Int) throws -> [HistoryStep] {
    // Of a run that brought a million books every row would be looked up.
    guard try connection.integer("\(Self.later) LIMIT 1", [.id(step)]) != nil else { return [] }
    return try StepTable(connection: connection).steps(
      """
      WHERE id IN (
        SELECT later.step_id FROM history AS own CROSS JOIN history AS later ON later.book_id = own.book_id
          WHERE own.step_id = ?1 AND +later.step_id IN (\(Self.later)) AND (\(Self.isSame))
        UNION
        SELECT later.step_id FROM history AS own CROSS JOIN history AS later
          ON later.book_id > own.book_id AND later.book_id <= own.last_book_id
          WHERE own.step_id = ?1 AND own.field = 'added' AND +later.step_id IN (\(Self.later))
        UNION
        SELECT later.step_id FROM history AS own CROSS JOIN history AS later
          ON later.field = 'added' AND later.book_id < own.book_id AND later.last_book_id >= own.book_id
          WHERE own.step_id = ?1 AND own.field = 'added' AND +later.step_id IN (\(Self.later)))
      ORDER BY turn DESC LIMIT ?2
      """, [.id(step), .integer(Int64(limit))])
  }

  private static let later =
    "SELECT id FROM step WHERE \(StepTable.standing) AND turn > (SELECT turn FROM step WHERE id = ?1)"

  /// Of two rows about one book. Those about a source are of book 0, and have its number behind their name.
  private static let isSame = """
    own.field = later.field OR \(isWhole("own")) OR \(isWhole("later"))
      OR own.book_id = 0 AND substr(own.field, instr(own.field, ' ')) = substr(later.field, instr(later.field, ' '))
    """

  private static func isWhole(_ row: String) -> String {
    "\(row).field IN ('added', 'hidden') OR \(row).field GLOB 'place *' OR \(row).field GLOB 'word *'"
  }
}
