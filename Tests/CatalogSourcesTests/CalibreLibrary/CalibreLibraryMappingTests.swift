import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Books of calibre libraries") struct CalibreLibraryMappingTests {
  private let library: CalibreLibraryFolder

  init() throws { library = try CalibreLibraryFolder() }

  private func record(_ number: Int = 7) async throws -> SourceRecord {
    let id = CalibreLibraryFolder.uuid(number)
    return try #require(try await library.source().page(after: nil).records.first { $0.remoteID == id })
  }

  private func statedValues(by record: SourceRecord) -> [String] {
    BookField.allCases.compactMap { field in record.values[field].value.map { "\(field): \($0)" } }
  }

  @Test("the tables of a book become fields")
  func mapping() async throws {
    try library.put(7, title: " The  Dispossessed ")
    try library.calibre.run(
      """
      UPDATE books SET timestamp = '2024-01-01 00:10:00.250000+00:00', pubdate = '1974-05-31 22:00:00+00:00',
        series_index = 5.5, path = 'Ursula/Dispossessed (7)', has_cover = 1 WHERE id = 7;
      INSERT INTO authors (id, name) VALUES (1, 'Another| Jr.'), (2, 'Ursula K. Le Guin');
      INSERT INTO books_authors_link (id, book, author) VALUES (10, 7, 2), (11, 7, 1), (12, 7, 99), (13, 99, 1);
      INSERT INTO tags (id, name) VALUES (1, 'science fiction'), (2, 'anarchism');
      INSERT INTO books_tags_link (book, tag) VALUES (7, 1), (7, 2);
      INSERT INTO series (id, name) VALUES (1, 'Hainish Cycle');
      INSERT INTO books_series_link (book, series) VALUES (7, 1);
      INSERT INTO publishers (id, name) VALUES (1, 'Harper');
      INSERT INTO books_publishers_link (book, publisher) VALUES (7, 1);
      INSERT INTO ratings (id, rating) VALUES (1, 9);
      INSERT INTO books_ratings_link (book, rating) VALUES (7, 1);
      INSERT INTO languages (id, lang_code) VALUES (1, 'fra'), (2, 'eng');
      INSERT INTO books_languages_link (book, lang_code, item_order) VALUES (7, 1, 1), (7, 2, 0);
      INSERT INTO identifiers (book, type, val) VALUES (7, 'goodreads', '13651'), (7, 'isbn', '9780061054884'),
        (7, 'no such type', 'x'), (7, 'google', 'none');
      INSERT INTO data (book, format, uncompressed_size, name) VALUES (7, 'EPUB', 12, 'D');
      INSERT INTO comments (book, text) VALUES (7, '<p>Two worlds &amp; one wall</p>')
      """)
    let record = try await record()
    #expect(record.hasOwnID && record.uuid?.uuidString.lowercased() == CalibreLibraryFolder.uuid(7))
    #expect(record.unknown == nil)
    expectEqual(
      statedValues(by: record),
      [
        "title: The Dispossessed", "authors: Ursula K. Le Guin; Another, Jr.", "isbn: 9780061054884",
        "publisher: Harper", "published: 1974-06-01", "language: eng", "series: Hainish Cycle", "seriesNumber: 5.5",
        "tags: anarchism; science fiction", "rating: 4.5", "added: 2024-01-01T00:10:00.250Z",
        "identifiers: goodreads | 13651", "description: Two worlds & one wall",
        "cover: \(FileAddress.text(ofPath: library.folder.file("Ursula/Dispossessed (7)/cover.jpg")))",
        "files: \(FileAddress.text(ofPath: library.folder.file("Ursula/Dispossessed (7)/D.epub"))) | application/epub+zip"
          + " | 12",
      ])
  }

  @Test("a book that says nothing has no values, and says so of each")
  func emptyBook() async throws {
    try library.put(7, title: "A")
    try library.calibre.run(
      """
      UPDATE books SET timestamp = NULL, pubdate = '0101-01-01 00:00:00+00:00' WHERE id = 7;
      INSERT INTO ratings (id, rating) VALUES (1, 0);
      INSERT INTO books_ratings_link (book, rating) VALUES (7, 1)
      """)
    let record = try await record()
    expectEqual(statedValues(by: record), ["title: A"])
    for field in [BookField.authors, .isbn, .publisher, .published, .series, .seriesNumber, .averageRating, .tags] {
      #expect(record.values[field] == .null || record.values[field].value?.description == "", "\(field)")
    }
  }

  @Test(
    "times as calibre writes them",
    arguments: [
      ("2008-01-01 00:00:00+00:00", "2008"), ("2007-12-31 23:00:00+00:00", "2008"), ("2008-07-04", nil),
      ("2008-07-03 18:00:00-06:00", "2008-07-04"), ("2008-07-04 16:00:00", "2008-07-05"), ("0101-01-01 00:00:00", nil),
      ("0100-12-31 22:00:00+00:00", nil), ("nonsense", nil), ("", nil), ("99999-01-01 00:00:00", nil),
    ])
  func dates(given: String, expected: String?) async throws {
    try library.put(7, title: "A")
    try library.calibre.run("UPDATE books SET pubdate = '\(given)' WHERE id = 7")
    try await expectEqual(record().values[.published].value?.description, expected)
  }

  @Test("columns that the user made are kept as what their kind is in JSON")
  func columns() async throws {
    try library.put(7, title: "A")
    let kinds = ["text", "comments", "series", "enumeration", "datetime", "int", "float", "bool", "rating"]
    for (index, kind) in kinds.enumerated() { try library.addColumn(index + 1, "c_\(kind)", kind) }
    try library.calibre.run(
      #"UPDATE custom_columns SET display = '{"enum_values": ["to do", "reading"]}' WHERE datatype = 'enumeration'"#)
    try library.addColumn(20, "shelves", "text", isMultiple: true)
    try library.addColumn(21, "unset", "bool")
    try library.addColumn(22, "dead", "int")
    try library.addColumn(23, "composite", "composite")
    try library.addColumn(24, "lost", "text")
    try library.addColumn(25, "turned", "int")
    try library.addColumn(26, "unrated", "rating")
    try library.addColumn(27, "undated", "datetime")
    try library.addColumn(28, "odd", "int")
    try library.calibre.run(
      """
      INSERT INTO custom_column_1 (id, value) VALUES (5, 'loaned');
      INSERT INTO books_custom_column_1_link (book, value) VALUES (7, 5), (8, 5), (7, 6);
      INSERT INTO custom_column_2 (book, value) VALUES (7, '<p>Mine</p>');
      INSERT INTO custom_column_3 (id, value) VALUES (1, 'Saga');
      INSERT INTO books_custom_column_3_link (book, value, extra) VALUES (7, 1, 2.5);
      INSERT INTO custom_column_4 (id, value) VALUES (1, 'reading');
      INSERT INTO books_custom_column_4_link (book, value) VALUES (7, 1);
      INSERT INTO custom_column_5 (book, value) VALUES (7, '2020-02-29 23:00:00+00:00');
      INSERT INTO custom_column_6 (book, value) VALUES (7, 12);
      INSERT INTO custom_column_7 (book, value) VALUES (7, 0.25);
      INSERT INTO custom_column_8 (book, value) VALUES (7, 0);
      INSERT INTO custom_column_9 (id, value) VALUES (1, 7);
      INSERT INTO books_custom_column_9_link (book, value) VALUES (7, 1);
      INSERT INTO custom_column_20 (id, value) VALUES (1, 'blue'), (2, 'attic');
      INSERT INTO books_custom_column_20_link (id, book, value) VALUES (4, 7, 1), (3, 7, 2);
      INSERT INTO custom_column_22 (book, value) VALUES (7, 1);
      UPDATE custom_columns SET mark_for_delete = 1 WHERE id = 22;
      INSERT INTO custom_column_23 (book, value) VALUES (7, 'x');
      DROP TABLE books_custom_column_24_link;
      UPDATE custom_columns SET datatype = 'text', normalized = 1 WHERE id = 25;
      INSERT INTO custom_column_26 (id, value) VALUES (1, 0);
      INSERT INTO books_custom_column_26_link (book, value) VALUES (7, 1);
      INSERT INTO custom_column_27 (book, value) VALUES (7, '0101-01-01 00:00:00+00:00');
      INSERT INTO custom_column_28 (book, value) VALUES (7, 'many')
      """)
    let record = try await record()
    #expect(record.unknown == nil)
    expectEqual(
      record.own.filter { $0.value != nil }.map { "\($0.name) \($0.kind) \($0.value?.description ?? "")" },
      [
        "#c_text text loaned", "#c_comments text Mine", "#c_series text Saga [2.5]", "#c_enumeration choice reading",
        "#c_datetime date 2020-03-01", "#c_int number 12", "#c_float number 0.25", "#c_bool flag no",
        "#c_rating number 3.5", "#shelves list attic; blue",
      ])
    expectEqual(record.own.filter { $0.value == nil }.map(\.name), ["#unset", "#unrated", "#undated", "#odd"])
    expectEqual(record.own.first { $0.kind == .choice }?.choices, ["to do", "reading"])
  }

  @Test("a description as long as a chapter is cut at a whole character")
  func longDescription() async throws {
    try library.put(7, title: "A")
    try library.calibre.run("INSERT INTO comments (book, text) VALUES (7, replace(hex(zeroblob(100000)), '0', 'é'))")
    try await expectEqual(record().values[.description].value, .text(String(repeating: "é", count: 131_072)))
  }

  @Test("files lie in the folder of their book, each with its kind and size")
  func files() {
    var book = LibraryBook(number: 1)
    (book.path, book.hasCover) = ("Ursula/Dispossessed (7)", true)
    book.formats = [
      .init(name: "EPUB", file: "Dispossessed - Ursula", size: 1_000),
      .init(name: "ORIGINAL_EPUB", file: "Dispossessed - Ursula", size: 0), .init(name: "XYZ", file: "a", size: -1),
    ]
    let base = "/books/Ursula/Dispossessed (7)"
    expectEqual(
      book.files(in: "/books"),
      [
        BookFile(path: "\(base)/Dispossessed - Ursula.epub", mediaType: "application/epub+zip", size: 1_000),
        BookFile(path: "\(base)/Dispossessed - Ursula.original_epub", mediaType: "application/epub+zip"),
        BookFile(path: "\(base)/a.xyz"),
      ])
    expectEqual(book.cover(in: "/books"), FileAddress.text(ofPath: "\(base)/cover.jpg"))
    book.hasCover = false
    #expect(book.cover(in: "/books") == nil)
  }

  @Test(
    "no name leads out of the library",
    arguments: [
      ("..", "a", "EPUB"), ("a/../..", "a", "EPUB"), ("/etc", "passwd", "EPUB"), ("", "a", "EPUB"),
      ("a//b", "a", "EPUB"),
      ("a", "../a", "EPUB"), ("a", "a", "../EPUB"), ("a", "a", "E/B"), ("a", "", ""), ("./a", "a", "EPUB"),
      ("a\0b", "a", "EPUB"), ("a", "a\nb", "EPUB"), ("a", "a", "é"),
    ])
  func hostilePaths(path: String, file: String, format: String) {
    var book = LibraryBook(number: 1)
    (book.path, book.hasCover) = (path, true)
    book.formats = [.init(name: format, file: file, size: 1)]
    #expect(book.files(in: "/books").isEmpty)
    if path != "a" { #expect(book.cover(in: "/books") == nil) }
  }

  @Test("a book without a UUID of its own is known by its number")
  func numbers() async throws {
    for number in 1...4 { try library.put(number, title: "Book \(number)") }
    try library.calibre.run(
      """
      UPDATE books SET uuid = upper(uuid) WHERE id = 1;
      UPDATE books SET uuid = (SELECT lower(uuid) FROM books WHERE id = 1) WHERE id = 2;
      UPDATE books SET uuid = NULL WHERE id = 3;
      UPDATE books SET uuid = 'none' WHERE id = 4
      """)
    let records = try await library.source().page(after: nil).records
    expectEqual(records.map(\.remoteID), ["4", "3", "2", CalibreLibraryFolder.uuid(1)])
    expectEqual(records.map { $0.uuid == nil }, [true, true, true, false])
  }

  @Test("a book with a value that no field holds is kept whole, and can be read again")
  func badBook() async throws {
    try library.put(7, title: "A")
    try library.addColumn(1, "shelf", "comments")
    try library.calibre.run(
      """
      INSERT INTO series (id, name) VALUES (1, 'S');
      INSERT INTO books_series_link (book, series) VALUES (7, 1);
      INSERT INTO identifiers (book, type, val) VALUES (7, 'goodreads', '13651'), (7, 'isbn', '9780061054884');
      INSERT INTO custom_column_1 (book, value) VALUES (7, 'x');
      INSERT INTO data (book, format, uncompressed_size, name) VALUES (7, 'EPUB', 5, 'f');
      UPDATE books SET has_cover = 1, title = '', series_index = -1 WHERE id = 7
      """)
    let source = library.source()
    var reader = SourceReader()
    try await reader.refresh(source)
    let bad = try #require(reader.bad.first)
    #expect(bad.remoteID == CalibreLibraryFolder.uuid(7) && bad.reason.hasPrefix("title"))
    let repaired = String(decoding: bad.payload, as: UTF8.self).replacing(
      #""title":"""#, with: #""title":"B""#)
    try library.calibre.run("UPDATE books SET title = 'B' WHERE id = 7")
    try expectEqual(source.record(from: Array(repaired.utf8)), try await record())
  }
}
