/// The tags of shown books, and the books of each.
struct TagTable {
  let connection: Connection

  /// Calls the body for each tag once, in the order of bytes: one seek each, however many books have it. SQLite itself would read
  /// all rows to tell them apart. The seeks are the statement's own, so that a tag which is no text, and is told repaired, leads on.
  func forEachTag(_ body: (String) throws -> Void) throws {
    try connection.statement(
      """
      WITH RECURSIVE next(tag) AS (
        SELECT min(tag) FROM book_tag
        UNION ALL SELECT (SELECT min(tag) FROM book_tag WHERE tag > next.tag) FROM next WHERE next.tag IS NOT NULL)
      SELECT tag FROM next WHERE tag IS NOT NULL
      """
    ).forEachRow { try body($0.text(0)) }
  }
}
