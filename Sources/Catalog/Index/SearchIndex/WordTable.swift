/// The words in the search index, each stored once. Words are added with books and kept when the books are removed.
struct WordTable {
  let connection: Connection

  /// Adds the words of vocabulary terms.
  func insert(wordsOf terms: some Sequence<Term>) throws {
    for term in terms where term.kind?.isVocabulary == true {
      try connection.run("INSERT OR IGNORE INTO word (word) VALUES (?)", [.text(String(term.value))])
    }
  }

  func contains(_ word: String) throws -> Bool {
    try connection.integer("SELECT 1 FROM word WHERE word = ?", [.text(word)]) != nil
  }

  /// Returns the first words that begin with a text, in byte order.
  func words(beginningWith beginning: String, limit: Int) throws -> [String] {
    var words: [String] = []
    try connection.statement("SELECT word FROM word WHERE word >= ? AND word < ? LIMIT ?")
      .forEachRow([.text(beginning), .text(beginning + "\u{10FFFF}"), .integer(Int64(limit))]) {
        words.append($0.text(0))
      }
    return words
  }

  /// Returns the first word at or after a text, in byte order; `nil` after the last word.
  func first(from text: String) throws -> String? {
    try connection.text("SELECT word FROM word WHERE word >= ? LIMIT 1", [.text(text)])
  }

  func deleteAll() throws {
    try connection.run("DELETE FROM word")
  }
}
