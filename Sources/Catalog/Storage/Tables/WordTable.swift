/// The words that the search index holds, each once. Words are added when a book brings them and stay when it goes.
struct WordTable {
  let connection: Connection

  func insert(_ words: some Sequence<Substring>) throws {
    for word in words {
      try connection.run("INSERT OR IGNORE INTO word (word) VALUES (?)", [.text(String(word))])
    }
  }

  func contains(_ word: String) throws -> Bool {
    try connection.integer("SELECT 1 FROM word WHERE word = ?", [.text(word)]) != nil
  }

  func deleteAll() throws {
    try connection.run("DELETE FROM word")
  }
}
