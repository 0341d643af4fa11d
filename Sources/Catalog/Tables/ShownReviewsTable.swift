import CatalogDatabase

/// The table `shown_reviews`, which contains the people who share their reviews with everyone who has an account.
struct ShownReviewsTable {
  /// The id that represents the owner in this table, since the owner is not in `person`. The id 0 is already used for a
  /// person who is not in the catalog yet (``Connection/marker``).
  private static let owner = Person.ID(-1)

  let connection: Connection

  /// Returns true if a person shares their reviews.
  ///
  /// - Parameter person: The id of the person, or `nil` for the owner.
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

  /// Returns the marks on a book by all people who share their reviews, ordered by name.
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
