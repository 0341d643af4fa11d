import CatalogTestSupport
import FoundationEssentials

/// A typical calibre library: ten books with series, ratings, comments and files, and two custom columns.
final class CalibreHome {
  let library: CalibreLibraryFolder

  private struct Entry {
    let title: String
    let author: String
    var series: (name: String, number: Int)?
    var stars: Int?
    var tags: [String] = []
    var formats: [String] = []
    var place: String?
    var isRead: Bool?
    var comment: String?
  }

  private static let entries = [
    Entry(
      title: "A Memory Called Empire", author: "Arkady Martine", series: ("Teixcalaan", 1), stars: 5,
      tags: ["science fiction", "space opera"], formats: ["EPUB"], place: "reader", isRead: true,
      comment: "<p>An ambassador arrives in the capital of an empire, with her predecessor in her head.</p>"),
    Entry(
      title: "A Desolation Called Peace", author: "Arkady Martine", series: ("Teixcalaan", 2),
      tags: ["science fiction"],
      formats: ["EPUB"], place: "reader", isRead: false),
    Entry(
      title: "Ancillary Justice", author: "Ann Leckie", series: ("Imperial Radch", 1), stars: 4,
      formats: ["EPUB", "AZW3"]),
    Entry(title: "Ancillary Sword", author: "Ann Leckie", series: ("Imperial Radch", 2), formats: ["EPUB"]),
    Entry(
      title: "The Goblin Emperor", author: "Katherine Addison", stars: 5, tags: ["fantasy"], formats: ["EPUB"],
      isRead: true),
    Entry(title: "Pale Fire", author: "Vladimir Nabokov", tags: ["classics"], formats: ["PDF"], place: "desk"),
    Entry(title: "The Waves", author: "Virginia Woolf", tags: ["classics"], formats: ["EPUB", "PDF"]),
    Entry(title: "Orlando", author: "Virginia Woolf", stars: 3, tags: ["classics"], formats: ["EPUB"], isRead: true),
    Entry(title: "The Sea, the Sea", author: "Iris Murdoch", tags: ["classics"]),
    Entry(
      title: "L'Étranger", author: "Albert Camus", tags: ["classics", "in French"], formats: ["EPUB"], isRead: false),
  ]

  init() throws {
    library = try CalibreLibraryFolder()
    try library.addColumn(1, "place", "text")
    try library.addColumn(2, "read", "bool")
    try library.calibre.run("BEGIN")
    for (index, entry) in Self.entries.enumerated() { try put(entry, number: index + 1) }
    try library.calibre.run("COMMIT")
  }

  /// Changes the library as a user of calibre might in a day: edits a title, adds a tag and removes a book.
  func change() throws {
    try library.calibre.run(
      """
      BEGIN;
      UPDATE books SET title = 'L''Étranger (Folio)', last_modified = '2024-06-01 12:00:00+00:00'
        WHERE title = 'L''Étranger';
      INSERT INTO tags (name) VALUES ('biography');
      INSERT INTO books_tags_link (book, tag)
        SELECT books.id, tags.id FROM books, tags WHERE title = 'Orlando' AND name = 'biography';
      UPDATE books SET last_modified = '2024-06-01 12:00:00+00:00' WHERE title = 'Orlando';
      DELETE FROM books WHERE title = 'Pale Fire';
      COMMIT
      """)
  }

  private func put(_ entry: Entry, number: Int) throws {
    let folder = "Books/\(number)"
    try library.calibre.run(
      """
      INSERT INTO books (id, title, uuid, path, timestamp, pubdate, series_index, last_modified) VALUES (\(number),
        \(Self.quoted(entry.title)), '\(CalibreLibraryFolder.uuid(number))', '\(folder)',
        '2024-02-\(10 + number) 18:00:00+00:00', '0101-01-01 00:00:00+00:00', \(entry.series?.number ?? 1),
        '2024-03-01 12:00:00+00:00')
      """)
    try link("authors", "author", entry.author, to: number)
    if let series = entry.series { try link("series", "series", series.name, to: number) }
    for tag in entry.tags { try link("tags", "tag", tag, to: number) }
    if let stars = entry.stars {
      try library.calibre.run(
        """
        INSERT OR IGNORE INTO ratings (id, rating) VALUES (\(stars), \(2 * stars));
        INSERT INTO books_ratings_link (book, rating) VALUES (\(number), \(stars))
        """)
    }
    if let comment = entry.comment {
      try library.calibre.run("INSERT INTO comments (book, text) VALUES (\(number), \(Self.quoted(comment)))")
    }
    if let place = entry.place {
      try library.calibre.run(
        """
        INSERT OR IGNORE INTO custom_column_1 (value) VALUES ('\(place)');
        INSERT INTO books_custom_column_1_link (book, value)
          SELECT \(number), id FROM custom_column_1 WHERE value = '\(place)'
        """)
    }
    if let isRead = entry.isRead {
      try library.calibre.run("INSERT INTO custom_column_2 (book, value) VALUES (\(number), \(isRead))")
    }
    try FileManager.default.createDirectory(atPath: library.folder.file(folder), withIntermediateDirectories: true)
    for format in entry.formats {
      try library.folder.write("\(folder)/book.\(format.lowercased())", "the text of \(entry.title)\n")
      try library.calibre.run(
        "INSERT INTO data (book, format, uncompressed_size, name) VALUES (\(number), '\(format)', 10, 'book')")
    }
  }

  private func link(_ table: String, _ column: String, _ name: String, to number: Int) throws {
    try library.calibre.run(
      """
      INSERT OR IGNORE INTO \(table) (name) VALUES (\(Self.quoted(name)));
      INSERT INTO books_\(table)_link (book, \(column)) SELECT \(number), id FROM \(table) WHERE name = \(Self.quoted(name))
      """)
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
