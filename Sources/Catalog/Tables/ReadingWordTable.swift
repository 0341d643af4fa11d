import FoundationEssentials

/// The user's statements about the readings of books, and the sources' values that contradict them.
struct ReadingWordTable {
  let connection: Connection

  /// Returns the user's statement about a book's readings, or `nil` if there is none.
  func word(of book: Book.ID) throws -> UsersReadingWord? {
    try connection.text("SELECT word FROM reading_word WHERE book_id = ?", [.id(book)])
      .flatMap(UsersReadingWord.init(stored:))
  }

  /// Writes the user's statement about a book's readings.
  ///
  /// - Parameter word: The statement, or `nil` to delete it together with its conflicts.
  func write(_ word: UsersReadingWord?, of book: Book.ID) throws {
    if let word {
      try connection.run(
        """
        INSERT INTO reading_word (book_id, word) VALUES (?, ?)
        ON CONFLICT (book_id) DO UPDATE SET word = excluded.word
        """, [.id(book), .text(word.storedText)])
    } else {
      try connection.run("DELETE FROM reading_word WHERE book_id = ?", [.id(book)])
      try write(conflicts: [], of: book)
    }
  }

  /// A value from a source that contradicts the user.
  struct ReadingConflict {
    let field: BookField
    let theirs: FieldValue?
    let mine: FieldValue?
  }

  /// Replaces the conflicts of a book.
  ///
  /// - Parameter at: The time of the user's statement.
  func write(conflicts: [ReadingConflict], of book: Book.ID, at: Date = Date(milliseconds: 0)) throws {
    try connection.run("DELETE FROM reading_conflict WHERE book_id = ?", [.id(book)])
    if connection.changes > 0 { connection.changedBooks.insert(book) }
    for conflict in conflicts {
      try connection.run(
        "INSERT OR IGNORE INTO reading_conflict (book_id, field, theirs, mine, at) VALUES (?, ?, ?, ?, ?)",
        [
          .id(book), .text(conflict.field.rawValue), SQLValue(conflict.theirs?.storedText),
          SQLValue(conflict.mine?.storedText), .integer(at.milliseconds),
        ])
      connection.changedBooks.insert(book)
    }
  }
}

extension UsersReadingWord {
  /// The statement as JSON, with its keys in alphabetical order.
  var storedText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All of its values can be encoded as JSON.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Reads the format of ``storedText``. Returns `nil` for any other text.
  init?(stored: String) {
    guard let word = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
    self = word
  }
}
