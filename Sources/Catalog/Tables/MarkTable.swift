/// Rows of `mark`.
struct MarkTable {
  let connection: Connection

  /// Returns a person's mark on a book.
  func mark(of book: Book.ID, by person: Person.ID) throws -> Mark {
    try connection.statement("SELECT says FROM mark WHERE person_id = ? AND book_id = ?")
      .first([.id(person), .id(book)]) { Mark(stored: $0.text(0)) } ?? Mark()
  }

  /// Returns the non-empty marks of all people on a book.
  func marks(of book: Book.ID) throws -> [(person: Person.ID, mark: Mark)] {
    var marks: [(person: Person.ID, mark: Mark)] = []
    try connection.statement("SELECT person_id, says FROM mark WHERE book_id = ? ORDER BY person_id")
      .forEachRow([.id(book)]) { marks.append(($0.id(0), Mark(stored: $0.text(1)))) }
    return marks
  }

  /// Returns true if anyone other than the owner has a mark on a book.
  func hasMarks(of book: Book.ID) throws -> Bool {
    try connection.integer("SELECT 1 FROM mark WHERE book_id = ? LIMIT 1", [.id(book)]) != nil
  }

  /// Calls the body with each mark.
  func forEachMark(_ body: (Book.ID, Person.ID, Mark) throws -> Void) throws {
    try connection.statement("SELECT book_id, person_id, says FROM mark").forEachRow { row in
      try body(row.id(0), row.id(1), Mark(stored: row.text(2)))
    }
  }

  /// Stores a person's mark on a book, or deletes it if it is empty.
  func write(_ mark: Mark, of book: Book.ID, by person: Person.ID) throws {
    guard let text = mark.storedText else {
      return try connection.run(
        "DELETE FROM mark WHERE person_id = ? AND book_id = ?", [.id(person), .id(book)])
    }
    try connection.run(
      "INSERT OR REPLACE INTO mark (book_id, person_id, says) VALUES (?, ?, ?)", [.id(book), .id(person), .text(text)])
  }
}

extension Connection {
  /// The person whose marks the current access shows in books, or `nil` if it shows the owner's values. For a person
  /// who is not in the catalog yet, this is an id that no person has.
  var marker: Person.ID? {
    get throws {
      guard origin.hasOwnMarks, let name = origin.person else { return nil }
      if let known = origin.personNumber { return Person.ID(known) }
      let number = try integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0
      origin.personNumber = number
      return Person.ID(number)
    }
  }

  /// The person for whom the current access writes a mark. Reading this property adds the person to the catalog if
  /// necessary.
  var knownMarker: Person.ID? {
    get throws {
      guard let person = try marker, person == Person.ID(0), let name = origin.person else { return try marker }
      try PersonTable(connection: self).insert(named: name)
      origin.personNumber = nil
      return try marker
    }
  }
}
