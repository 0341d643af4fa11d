import FoundationEssentials

/// Reads and writes what the user says of the readings of books, and what contradicts it.
struct ReadingWordTable {
  let connection: Connection

  /// The user's word on a book; `nil` if they said nothing of its readings.
  func word(of book: Book.ID) throws -> UsersReadingWord? {
    try connection.text("SELECT word FROM reading_word WHERE book_id = ?", [.id(book)])
      .flatMap(UsersReadingWord.init(stored:))
  }

  /// - Parameter word: `nil` to forget the user's word.
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

  /// A statement of a source that contradicts the user.
  struct ReadingConflict {
    let field: BookField
    let theirs: FieldValue?
    let mine: FieldValue?
  }

  /// Replaces the conflicts of a book.
  ///
  /// - Parameter at: The time of the user's word.
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
  /// The word as JSON, with its keys in alphabetical order.
  var storedText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every value of it can be written as JSON.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Reads what ``storedText`` wrote; `nil` for any other text.
  init?(stored: String) {
    guard let word = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
    self = word
  }
}
