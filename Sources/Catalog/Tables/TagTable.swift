/// The tags of shown books.
struct TagTable {
  let connection: Connection

  /// Calls the body once for each tag, in byte order. Uses one seek for each tag, however many books have it, whereas
  /// `SELECT DISTINCT` would read all rows. The seeks run inside one statement, which continues from each tag as it is
  /// stored. If a tag is not valid UTF-8, the body receives it in repaired form, from which a seek could not continue.
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
