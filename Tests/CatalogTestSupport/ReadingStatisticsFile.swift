/// KOReader's statistics made by a test, with the tables that KOReader creates.
public final class ReadingStatisticsFile {
  public let folder = TemporaryFolder()
  /// A connection that acts as KOReader on the file.
  public let reader: ForeignConnection

  public var path: String { folder.file("statistics.sqlite3") }

  /// - Parameters:
  ///   - isOld: True to create the tables of KOReader before October 2020.
  ///   - journal: `WAL` on devices that support it, else `TRUNCATE`.
  public init(isOld: Bool = false, journal: String = "TRUNCATE") throws {
    try folder.write("statistics.sqlite3", "")
    reader = try ForeignConnection(folder.file("statistics.sqlite3"))
    try reader.run("PRAGMA journal_mode=\(journal); \(Self.books)\(isOld ? Self.oldPages : Self.pages)")
  }

  /// Adds or replaces a book.
  public func put(
    _ number: Int, title: String, authors: String = "N/A", series: String = "N/A", language: String = "N/A",
    hash: String? = nil, pages: Int = 100
  ) throws {
    let texts = [title, authors, series, language, hash ?? Self.hash(number)].map {
      "'\($0.replacing("'", with: "''"))'"
    }
    try reader.run(
      "INSERT INTO book (id, title, authors, notes, last_open, highlights, pages, series, language, md5) VALUES (\(number),"
        + " \(texts[0]), \(texts[1]), 0, 0, 0, \(pages), \(texts[2]), \(texts[3]), \(texts[4]))"
        + " ON CONFLICT (id) DO UPDATE SET title = excluded.title, authors = excluded.authors,"
        + " last_open = last_open + 1")
  }

  /// Returns the hash that a book has by default.
  public static func hash(_ number: Int) -> String {
    String(String(1_000_000_000 + number) + "abcdef0123456789abcdefabcdef").prefix(32).description
  }

  /// Records pages as read one after the other, each for a minute.
  ///
  /// - Parameter time: The time of the first page, in seconds since 1970.
  public func read(_ number: Int, _ pages: ClosedRange<Int>, of total: Int = 100, at time: Int) throws {
    for (index, page) in pages.enumerated() {
      try read(number, page: page, of: total, at: time + 60 * index, seconds: 60)
    }
  }

  public func read(_ number: Int, page: Int, of total: Int = 100, at time: Int, seconds: Int) throws {
    try reader.run("INSERT INTO page_stat_data VALUES (\(number), \(page), \(time), \(seconds), \(total))")
  }

  private static let books = """
    CREATE TABLE IF NOT EXISTS book (id integer PRIMARY KEY autoincrement, title text, authors text, notes integer,
      last_open integer, highlights integer, pages integer, series text, language text, md5 text,
      total_read_time integer, total_read_pages integer);
    CREATE UNIQUE INDEX IF NOT EXISTS book_title_authors_md5 ON book(title, authors, md5);

    """

  private static let pages = """
    CREATE TABLE IF NOT EXISTS page_stat_data (id_book integer, page integer NOT NULL DEFAULT 0,
      start_time integer NOT NULL DEFAULT 0, duration integer NOT NULL DEFAULT 0,
      total_pages integer NOT NULL DEFAULT 0, UNIQUE (id_book, page, start_time),
      FOREIGN KEY(id_book) REFERENCES book(id));
    CREATE INDEX IF NOT EXISTS page_stat_data_start_time ON page_stat_data(start_time);
    CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY);
    WITH RECURSIVE counter AS (SELECT 1 as N UNION ALL SELECT N + 1 FROM counter WHERE N < 1000)
      INSERT INTO numbers SELECT N AS number FROM counter;
    CREATE VIEW IF NOT EXISTS page_stat AS
      SELECT id_book, first_page + idx - 1 AS page, start_time, duration / (last_page - first_page + 1) AS duration
      FROM (SELECT id_book, page, total_pages, pages, start_time, duration,
          ((page - 1) * pages) / total_pages + 1 AS first_page,
          max(((page - 1) * pages) / total_pages + 1, (page * pages) / total_pages) AS last_page, idx
        FROM page_stat_data JOIN book ON book.id = id_book
        JOIN (SELECT number as idx FROM numbers) AS N ON idx <= (last_page - first_page + 1));
    PRAGMA user_version=20221111;
    """

  private static let oldPages = """
    CREATE TABLE IF NOT EXISTS page_stat (id_book integer, page integer NOT NULL, start_time integer NOT NULL,
      period integer NOT NULL, UNIQUE (page, start_time), FOREIGN KEY(id_book) REFERENCES book(id));
    CREATE TABLE IF NOT EXISTS info (version integer);
    """
}
