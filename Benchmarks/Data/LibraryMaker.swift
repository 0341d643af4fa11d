import CSQLite

/// Makes the database of a calibre library of generated books, with calibre's tables and a column that the user
/// defined.
enum LibraryMaker {
  /// - Parameter folder: of the library; it is made.
  static func make(_ folder: String, books count: Int) throws {
    try Folder.make(folder)
    try FileWriter.write([], to: "\(folder)/metadata.db")
    let database = try RawDatabase("\(folder)/metadata.db")
    try database.run("PRAGMA journal_mode = memory; PRAGMA synchronous = off; PRAGMA user_version = 25; BEGIN")
    try database.run(schema)
    let rows = try Rows(database)
    var generator = BookGenerator()
    for number in 1...count { try rows.add(generator.next(), number) }
    try database.run("COMMIT")
  }

  /// Changes the title of a book, as calibre does it.
  static func change(_ folder: String, book: Int, turn: Int) throws {
    try RawDatabase("\(folder)/metadata.db").run("UPDATE books SET title = 'Changed \(turn)' WHERE id = \(book)")
  }

  /// The statements by which a book becomes rows.
  private struct Rows {
    let book: RawStatement
    /// A name that many books share, and the row that links a book with it.
    let shared: [String: (name: RawStatement, link: RawStatement)]
    let details: [RawStatement]

    init(_ database: RawDatabase) throws {
      book = try database.statement(
        "INSERT INTO books (id, title, timestamp, pubdate, series_index, path, uuid, has_cover)"
          + " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1)")
      var shared: [String: (RawStatement, RawStatement)] = [:]
      for (table, key, column) in [
        ("authors", "author", "name"), ("tags", "tag", "name"), ("series", "series", "name"),
        ("publishers", "publisher", "name"), ("languages", "lang_code", "lang_code"),
        ("custom_column_1", "value", "value"),
      ] {
        let link = table == "custom_column_1" ? "books_custom_column_1_link" : "books_\(table)_link"
        shared[table] = (
          try database.statement("INSERT OR IGNORE INTO \(table) (\(column)) VALUES (?1)"),
          try database.statement(
            "INSERT OR IGNORE INTO \(link) (book, \(key)) SELECT ?1, id FROM \(table) WHERE \(column) = ?2")
        )
      }
      self.shared = shared
      details = [
        try database.statement("INSERT INTO identifiers (book, type, val) VALUES (?1, 'isbn', ?2)"),
        try database.statement("INSERT INTO comments (book, text) VALUES (?1, ?2)"),
        try database.statement(
          "INSERT INTO data (book, format, uncompressed_size, name) VALUES (?1, 'EPUB', 1 + 1000 * ?1, ?2)"),
      ]
    }

    func add(_ given: GeneratedBook, _ number: Int) throws {
      book.bind(number, at: 1)
      let digits = String(1_000_000_000_000 + number).dropFirst()
      for (text, place) in [
        (given.title, 2), (given.added.replacing("T", with: " ").replacing("Z", with: "+00:00"), 3),
        ("\(given.year)-06-15 00:00:00+00:00", 4), (String(given.seriesNumber), 5),
        ("\(given.authors[0])/Book (\(number))", 6), ("5884aa98-6ffd-4e7b-a123-\(digits)", 7),
      ] as [(String, Int32)] {
        book.bind(text, at: place)
      }
      try book.run()
      let names = [
        ("authors", given.authors), ("tags", given.tags), ("series", given.series.map { [$0] } ?? []),
        ("publishers", given.publisher.map { [$0] } ?? []), ("languages", [number % 4 == 0 ? "deu" : "eng"]),
        ("custom_column_1", ["shelf \(number % 40)"]),
      ]
      for (table, values) in names {
        guard let statements = shared[table] else { continue }
        for value in values {
          statements.name.bind(value, at: 1)
          try statements.name.run()
          statements.link.bind(number, at: 1)
          statements.link.bind(value, at: 2)
          try statements.link.run()
        }
      }
      let comment = "<p>\(given.title), by <b>\(given.authors[0])</b>.</p><p>\(given.title.lowercased())</p>"
      for (statement, text) in zip(details, [given.isbn, comment, "Book \(number)"]) {
        statement.bind(number, at: 1)
        statement.bind(text, at: 2)
        try statement.run()
      }
    }
  }

  private static let schema = """
    CREATE TABLE books(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, sort TEXT, timestamp TIMESTAMP,
      pubdate TIMESTAMP, series_index REAL NOT NULL DEFAULT 1.0, author_sort TEXT, path TEXT NOT NULL DEFAULT '',
      flags INTEGER NOT NULL DEFAULT 1, uuid TEXT, has_cover BOOL DEFAULT 0,
      last_modified TIMESTAMP NOT NULL DEFAULT '2000-01-01 00:00:00+00:00');
    CREATE TABLE ratings(id INTEGER PRIMARY KEY, rating INTEGER, UNIQUE(rating));
    CREATE TABLE books_ratings_link(id INTEGER PRIMARY KEY, book INTEGER, rating INTEGER, UNIQUE(book, rating));
    CREATE TABLE identifiers(id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT, UNIQUE(book, type));
    CREATE TABLE comments(id INTEGER PRIMARY KEY, book INTEGER, text TEXT, UNIQUE(book));
    CREATE TABLE data(id INTEGER PRIMARY KEY, book INTEGER, format TEXT, uncompressed_size INTEGER, name TEXT,
      UNIQUE(book, format));
    CREATE TABLE custom_columns(id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT, name TEXT, datatype TEXT,
      mark_for_delete BOOL DEFAULT 0, editable BOOL DEFAULT 1, display TEXT DEFAULT '{}', is_multiple BOOL DEFAULT 0,
      normalized BOOL, UNIQUE(label));
    INSERT INTO custom_columns (label, name, datatype, normalized) VALUES ('shelf', 'Shelf', 'text', 1);
    CREATE TABLE custom_column_1(id INTEGER PRIMARY KEY, value TEXT, UNIQUE(value));
    CREATE TABLE books_custom_column_1_link(id INTEGER PRIMARY KEY, book INTEGER, value INTEGER, UNIQUE(book, value));
    CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT, sort TEXT, UNIQUE(name));
    CREATE TABLE books_authors_link(id INTEGER PRIMARY KEY, book INTEGER, author INTEGER, UNIQUE(book, author));
    CREATE TABLE tags(id INTEGER PRIMARY KEY, name TEXT, UNIQUE(name));
    CREATE TABLE books_tags_link(id INTEGER PRIMARY KEY, book INTEGER, tag INTEGER, UNIQUE(book, tag));
    CREATE TABLE series(id INTEGER PRIMARY KEY, name TEXT, sort TEXT, UNIQUE(name));
    CREATE TABLE books_series_link(id INTEGER PRIMARY KEY, book INTEGER, series INTEGER, UNIQUE(book));
    CREATE TABLE publishers(id INTEGER PRIMARY KEY, name TEXT, sort TEXT, UNIQUE(name));
    CREATE TABLE books_publishers_link(id INTEGER PRIMARY KEY, book INTEGER, publisher INTEGER, UNIQUE(book));
    CREATE TABLE languages(id INTEGER PRIMARY KEY, lang_code TEXT, UNIQUE(lang_code));
    CREATE TABLE books_languages_link(id INTEGER PRIMARY KEY, book INTEGER, lang_code INTEGER, item_order INTEGER
      DEFAULT 0, UNIQUE(book, lang_code))
    """

  /// The query with which a program would read everything that the library stores about its books.
  static let readingSQL = """
    SELECT books.*, (SELECT group_concat(name) FROM books_authors_link AS link JOIN authors ON authors.id = author \
    WHERE link.book = books.id), (SELECT group_concat(name) FROM books_tags_link AS link JOIN tags ON tags.id = tag \
    WHERE link.book = books.id), (SELECT name FROM books_series_link AS link JOIN series ON series.id = series \
    WHERE link.book = books.id), (SELECT name FROM books_publishers_link AS link JOIN publishers ON \
    publishers.id = publisher WHERE link.book = books.id), (SELECT group_concat(val) FROM identifiers \
    WHERE book = books.id), (SELECT text FROM comments WHERE book = books.id), (SELECT group_concat(format) FROM data \
    WHERE book = books.id), (SELECT value.value FROM books_custom_column_1_link AS link JOIN custom_column_1 AS value \
    ON value.id = link.value WHERE link.book = books.id) FROM books
    """
}
