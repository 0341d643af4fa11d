import CatalogDatabase
import FoundationEssentials

/// The tables `reading_word` and `reading_conflict`. They contain the readings that the user entered for books, and the
/// values from sources that contradict these readings.
struct ReadingStatementTable {
  let connection: Connection

  /// Returns the readings that the user entered for a book, or `nil` if there are none.
  func statement(of book: Book.ID) throws -> UserReadingStatement? {
    try connection.text("SELECT word FROM reading_word WHERE book_id = ?", [.id(book)])
      .flatMap(UserReadingStatement.init(stored:))
  }

  /// Writes the readings that the user entered for a book.
  ///
  /// - Parameter statement: The readings, or `nil` to delete them together with their conflicts.
  func write(_ statement: UserReadingStatement?, of book: Book.ID) throws {
    if let statement {
      try connection.run(
        """
        INSERT INTO reading_word (book_id, word) VALUES (?, ?)
        ON CONFLICT (book_id) DO UPDATE SET word = excluded.word
        """, [.id(book), .text(statement.storedText)])
    } else {
      try connection.run("DELETE FROM reading_word WHERE book_id = ?", [.id(book)])
      try write(conflicts: [], of: book)
    }
  }

  /// A source's value that contradicts the readings entered by the user.
  struct ReadingConflict {
    let field: BookField
    let theirs: FieldValue?
    let mine: FieldValue?
  }

  /// Replaces the conflicts about a book's readings.
  ///
  /// - Parameter at: The time when the user entered the readings.
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

extension UserReadingStatement {
  /// The readings as JSON, with keys in alphabetical order.
  var storedText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail, because all values can be represented in JSON.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Reads the JSON format of ``storedText``. Returns `nil` for any other text.
  init?(stored: String) {
    guard let statement = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)) else { return nil }
    self = statement
  }
}
