/// The words that the search index holds, each once. Words are added when a book brings them and stay when it goes.
struct WordTable {
  let connection: Connection

  /// Takes in the words of those terms that are of the vocabulary.
  func insert(wordsOf terms: some Sequence<Term>) throws {
    for term in terms where term.kind?.isVocabulary == true {
      try connection.run("INSERT OR IGNORE INTO word (word) VALUES (?)", [.text(String(term.value))])
    }
  }

  func contains(_ word: String) throws -> Bool {
    try connection.integer("SELECT 1 FROM word WHERE word = ?", [.text(word)]) != nil
  }

  /// The first words, in the order of their bytes, that begin so.
  func words(beginningWith beginning: String, limit: Int) throws -> [String] {
    var words: [String] = []
    try connection.statement("SELECT word FROM word WHERE word >= ? AND word < ? LIMIT ?")
      .forEachRow([.text(beginning), .text(beginning + "\u{10FFFF}"), .integer(Int64(limit))]) {
        words.append($0.text(0))
      }
    return words
  }

  /// The first word at or behind a text, in the order of bytes; `nil` behind the last.
  func first(from text: String) throws -> String? {
    try connection.text("SELECT word FROM word WHERE word >= ? LIMIT 1", [.text(text)])
  }

  func deleteAll() throws {
    try connection.run("DELETE FROM word")
  }
}
