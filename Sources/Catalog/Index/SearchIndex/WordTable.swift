import CatalogDatabase

/// The vocabulary of the search index, with each word stored once. Words are added with books, but not removed with
/// them.
struct WordTable {
  let connection: Connection

  /// Adds the words of the given terms to the vocabulary. Skips terms of kinds that are not part of the vocabulary.
  func insert(wordsOf terms: some Sequence<Term>) throws {
    for term in terms where term.kind?.isVocabulary == true {
      try connection.run("INSERT OR IGNORE INTO word (word) VALUES (?)", [.text(String(term.value))])
    }
  }

  func contains(_ word: String) throws -> Bool {
    try connection.integer("SELECT 1 FROM word WHERE word = ?", [.text(word)]) != nil
  }

  /// Returns words that begin with a text, in byte order, up to the limit.
  func words(beginningWith beginning: String, limit: Int) throws -> [String] {
    var words: [String] = []
    try connection.statement("SELECT word FROM word WHERE word >= ? AND word < ? LIMIT ?")
      .forEachRow([.text(beginning), .text(beginning + "\u{10FFFF}"), .integer(Int64(limit))]) {
        words.append($0.text(0))
      }
    return words
  }

  /// Returns the first word that is equal to or greater than a text, in byte order, or `nil` if there is none.
  func first(from text: String) throws -> String? {
    try connection.text("SELECT word FROM word WHERE word >= ? LIMIT 1", [.text(text)])
  }

  func deleteAll() throws {
    try connection.run("DELETE FROM word")
  }
}
