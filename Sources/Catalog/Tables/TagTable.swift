import CatalogDatabase

/// The tags of shown books, in the table `book_tag`.
struct TagTable {
  let connection: Connection

  /// Calls the body once for each distinct tag, in byte order. This takes one index seek for each tag, however many
  /// books have it, while `SELECT DISTINCT` would read all rows. A single recursive statement makes all seeks, so that
  /// each seek continues from the stored bytes of the previous tag. The text that the body receives may differ from
  /// these bytes, because invalid UTF-8 is replaced.
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
