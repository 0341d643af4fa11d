/// Rows of `shown_reviews`: who shows their reviews to all who have an account.
struct ShownReviewsTable {
  /// What the table has of the owner, who is no person: 0 is somebody who is not known yet (``Connection/marker``).
  private static let owner = Person.ID(-1)

  let connection: Connection

  /// Whether somebody shows theirs; `nil` is the owner.
  func contains(_ person: Person.ID?) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM shown_reviews WHERE person_id = ?)", [.id(person ?? Self.owner)]) == 1
  }

  func insert(_ person: Person.ID?) throws {
    try connection.run("INSERT OR IGNORE INTO shown_reviews (person_id) VALUES (?)", [.id(person ?? Self.owner)])
  }

  func delete(_ person: Person.ID?) throws {
    try connection.run("DELETE FROM shown_reviews WHERE person_id = ?", [.id(person ?? Self.owner)])
  }

  /// What the persons say of a book who show it, with their names, in the order of these.
  func marks(of book: Book.ID) throws -> [(person: Person, mark: Mark)] {
    var marks: [(person: Person, mark: Mark)] = []
    try connection.statement(
      """
      SELECT person.id, name, says FROM mark JOIN shown_reviews USING (person_id) JOIN person ON person.id = person_id
      WHERE book_id = ? ORDER BY name
      """
    ).forEachRow([.id(book)]) { row in
      marks.append((Person(id: row.id(0), name: row.text(1)), Mark(stored: row.text(2))))
    }
    return marks
  }
}
