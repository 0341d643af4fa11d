import CatalogDatabase

/// The table `mark`, with people's own values for books (``Mark``).
struct MarkTable {
  let connection: Connection

  /// Returns a person's own values for a book.
  func mark(of book: Book.ID, by person: Person.ID) throws -> Mark {
    try connection.statement("SELECT says FROM mark WHERE person_id = ? AND book_id = ?")
      .first([.id(person), .id(book)]) { Mark(stored: $0.text(0)) } ?? Mark()
  }

  /// Returns each person's own values for a book. People without such values are left out.
  func marks(of book: Book.ID) throws -> [(person: Person.ID, mark: Mark)] {
    var marks: [(person: Person.ID, mark: Mark)] = []
    try connection.statement("SELECT person_id, says FROM mark WHERE book_id = ? ORDER BY person_id")
      .forEachRow([.id(book)]) { marks.append(($0.id(0), Mark(stored: $0.text(1)))) }
    return marks
  }

  /// Returns true if anyone other than the owner has values of their own for a book.
  func hasMarks(of book: Book.ID) throws -> Bool {
    try connection.integer("SELECT 1 FROM mark WHERE book_id = ? LIMIT 1", [.id(book)]) != nil
  }

  /// Calls the body with each mark, and with the ids of its book and person.
  func forEachMark(_ body: (Book.ID, Person.ID, Mark) throws -> Void) throws {
    try connection.statement("SELECT book_id, person_id, says FROM mark").forEachRow { row in
      try body(row.id(0), row.id(1), Mark(stored: row.text(2)))
    }
  }

  /// Stores a person's own values for a book. If they are all empty, the row is deleted.
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
  /// The person whose own values are read in the current access, or `nil` if the owner's values are read. If the person
  /// is not in the catalog yet, this is an id that no person has.
  var marker: Person.ID? {
    get throws {
      guard origin.hasOwnMarks, let name = origin.person else { return nil }
      if let known = origin.personNumber { return Person.ID(known) }
      let number = try integer("SELECT id FROM person WHERE name = ?", [.text(name)]) ?? 0
      origin.personNumber = number
      return Person.ID(number)
    }
  }

  /// The person whose own values are written in the current access, or `nil` for the owner. If the person is not in the
  /// catalog yet, reading this property adds the person.
  var knownMarker: Person.ID? {
    get throws {
      guard let person = try marker, person == Person.ID(0), let name = origin.person else { return try marker }
      try PersonTable(connection: self).insert(named: name)
      origin.personNumber = nil
      return try marker
    }
  }
}
