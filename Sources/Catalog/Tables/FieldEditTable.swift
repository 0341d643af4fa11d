import CatalogDatabase
import FoundationEssentials

/// The table `field_edit`, with the user's edits. Each row contains a field's edited value, the source's value at the
/// time of the edit, and the source's current value.
struct FieldEditTable {
  let connection: Connection

  private static let columns = "field, base, theirs, value, at"
  private static let editsSQL = "SELECT \(columns) FROM field_edit WHERE book_id = ?"

  /// Returns the user's edits of a book.
  func edits(of book: Book.ID) throws -> [FieldEdit] {
    var edits: [FieldEdit] = []
    try connection.statement(Self.editsSQL).forEachRow([.id(book)]) { row in
      guard let field = BookField(rawValue: row.text(0)) else { return }
      edits.append(
        FieldEdit(
          field: field, base: row.optionalText(1).flatMap(field.decode),
          theirs: row.optionalText(2).flatMap(field.decode),
          value: EditedValue(stored: row.optionalText(3), field: field),
          at: Date(milliseconds: row.integer(4))))
    }
    return edits
  }

  func hasEdits(of book: Book.ID) throws -> Bool {
    try connection.integer("SELECT 1 FROM field_edit WHERE book_id = ? LIMIT 1", [.id(book)]) != nil
  }

  func write(_ edit: FieldEdit, of book: Book.ID) throws {
    try connection.run(
      """
      INSERT INTO field_edit (book_id, field, base, theirs, value, at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (book_id, field) DO UPDATE
      SET base = excluded.base, theirs = excluded.theirs, value = excluded.value, at = excluded.at
      """,
      [
        .id(book), .text(edit.field.rawValue), SQLValue(edit.base?.storedText), SQLValue(edit.theirs?.storedText),
        SQLValue(edit.value.storedText), .integer(edit.at.milliseconds),
      ])
    // The book is reported as changed even if its shown value stays the same, because a list may be restricted to
    // edited books.
    connection.changedBooks.insert(book)
  }

  func delete(_ field: BookField, of book: Book.ID) throws {
    try connection.run(
      "DELETE FROM field_edit WHERE book_id = ? AND field = ?", [.id(book), .text(field.rawValue)])
    connection.changedBooks.insert(book)
  }
}
