/// A calibre library made by a test: the folder, and its database with the tables that calibre 6 creates.
public final class CalibreLibraryFolder {
  public let folder = TemporaryFolder()
  /// A connection that acts as calibre on the file.
  public let calibre: ForeignConnection

  public var path: String { folder.path }
  public var database: String { folder.file("metadata.db") }

  /// - Parameter leavingOut: A table that is not created.
  public init(leavingOut: String = "") throws {
    try folder.write("metadata.db", "")
    calibre = try ForeignConnection(folder.file("metadata.db"))
    try calibre.run("PRAGMA user_version = 25; BEGIN")
    for table in Self.schema.split(separator: ";\n") where leavingOut.isEmpty || !table.contains("TABLE \(leavingOut)(")
    {
      try calibre.run(String(table))
    }
    try calibre.run("COMMIT")
  }

  /// Adds or replaces a book that has only a title and a UUID derived from its number.
  public func put(_ number: Int, title: String) throws {
    try calibre.run(
      "INSERT INTO books (id, title, uuid, path, timestamp) VALUES (\(number), '\(title)', '\(Self.uuid(number))',"
        + " 'A/B (\(number))', datetime('2020-01-01', '+\(number) seconds'))"
        + " ON CONFLICT (id) DO UPDATE SET title = excluded.title, series_index = 1.0")
  }

  public static func uuid(_ number: Int) -> String {
    "5884aa98-6ffd-5e7b-a123-" + String(String(1_000_000_000_000 + number).dropFirst())
  }

  /// Adds a column as calibre creates it, with its tables.
  public func addColumn(_ number: Int, _ label: String, _ datatype: String, isMultiple: Bool = false) throws {
    let isNormalized = !["datetime", "comments", "int", "bool", "float", "composite"].contains(datatype)
    try calibre.run(
      "INSERT INTO custom_columns (id, label, name, datatype, is_multiple, normalized)"
        + " VALUES (\(number), '\(label)', '\(label)', '\(datatype)', \(isMultiple), \(isNormalized))")
    guard isNormalized else {
      return try calibre.run(
        "CREATE TABLE custom_column_\(number)(id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER, value, UNIQUE(book))")
    }
    try calibre.run(
      """
      CREATE TABLE custom_column_\(number)(id INTEGER PRIMARY KEY AUTOINCREMENT, value NOT NULL, link TEXT NOT NULL
        DEFAULT '', UNIQUE(value));
      CREATE TABLE books_custom_column_\(number)_link(id INTEGER PRIMARY KEY AUTOINCREMENT, book INTEGER NOT NULL,
        value INTEGER NOT NULL\(datatype == "series" ? ", extra REAL" : ""), UNIQUE(book, value))
      """)
  }

  private static let schema = """
    CREATE TABLE books(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE,
      sort TEXT COLLATE NOCASE, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
      pubdate TIMESTAMP DEFAULT CURRENT_TIMESTAMP, series_index REAL NOT NULL DEFAULT 1.0,
      author_sort TEXT COLLATE NOCASE, isbn TEXT DEFAULT '', lccn TEXT DEFAULT '', path TEXT NOT NULL DEFAULT '',
      flags INTEGER NOT NULL DEFAULT 1, uuid TEXT, has_cover BOOL DEFAULT 0,
      last_modified TIMESTAMP NOT NULL DEFAULT '2000-01-01 00:00:00+00:00');
    CREATE TABLE authors(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT, link TEXT NOT NULL DEFAULT
      '', UNIQUE(name));
    CREATE TABLE books_authors_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL,
      UNIQUE(book, author));
    CREATE TABLE tags(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, UNIQUE(name));
    CREATE TABLE books_tags_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, tag INTEGER NOT NULL, UNIQUE(book, tag));
    CREATE TABLE series(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT, UNIQUE(name));
    CREATE TABLE books_series_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, series INTEGER NOT NULL, UNIQUE(book));
    CREATE TABLE publishers(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, sort TEXT, UNIQUE(name));
    CREATE TABLE books_publishers_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, publisher INTEGER NOT NULL,
      UNIQUE(book));
    CREATE TABLE ratings(id INTEGER PRIMARY KEY, rating INTEGER CHECK(rating > -1 AND rating < 11), UNIQUE(rating));
    CREATE TABLE books_ratings_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, rating INTEGER NOT NULL,
      UNIQUE(book, rating));
    CREATE TABLE languages(id INTEGER PRIMARY KEY, lang_code TEXT NOT NULL COLLATE NOCASE, UNIQUE(lang_code));
    CREATE TABLE books_languages_link(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, lang_code INTEGER NOT NULL,
      item_order INTEGER NOT NULL DEFAULT 0, UNIQUE(book, lang_code));
    CREATE TABLE identifiers(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, type TEXT NOT NULL DEFAULT 'isbn' COLLATE
      NOCASE, val TEXT NOT NULL COLLATE NOCASE, UNIQUE(book, type));
    CREATE TABLE comments(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, text TEXT NOT NULL COLLATE NOCASE, UNIQUE(book));
    CREATE TABLE data(id INTEGER PRIMARY KEY, book INTEGER NOT NULL, format TEXT NOT NULL COLLATE NOCASE,
      uncompressed_size INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE(book, format));
    CREATE TABLE custom_columns(id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, name TEXT NOT NULL,
      datatype TEXT NOT NULL, mark_for_delete BOOL DEFAULT 0 NOT NULL, editable BOOL DEFAULT 1 NOT NULL,
      display TEXT DEFAULT '{}' NOT NULL, is_multiple BOOL DEFAULT 0 NOT NULL, normalized BOOL NOT NULL, UNIQUE(label));
    CREATE VIEW meta AS SELECT id, title, (SELECT sortconcat(bal.id, name) FROM books_authors_link AS bal JOIN authors
      ON(author = authors.id) WHERE book = books.id) authors FROM books;
    CREATE INDEX books_authors_link_bidx ON books_authors_link(book)
    """
}
