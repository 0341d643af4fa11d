import Catalog
import CatalogDatabase
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Files that know books by their ISBNs")
struct ISBNFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("isbn.db") }
  private static let dune = OpenLibraryFixture.dune

  private func make(_ kinds: [DumpKind]) throws -> ISBNFileMaking.Report {
    var dumps: [DumpKind: DumpText] = [.editions: DumpText(), .works: DumpText(), .authors: DumpText()]
    dumps[.editions]?.add(
      "edition", "/books/OL1M",
      #"{"title": "Dune", "isbn_10": ["0441013597", "0441013590"], "isbn_13": ["9780441013593"], "number_of_pages": 604, "publish_date": "c1988", "works": [{"key": "/works/OL5W"}], "by_statement": "by F. Herbert"}"#,
      day: "2024-01-31")
    dumps[.editions]?.add("edition", "/books/OL2M", #"{"title": "Dune again", "isbn_13": ["9780441013593"]}"#)
    dumps[.editions]?.add(
      "edition", "/books/OL3M",
      #"{"title": "Fox", "isbn_13": ["9780140328721"], "authors": [{"key": "/authors/OL8A"}]}"#)
    dumps[.editions]?.add("edition", "/books/OL4M", #"{"isbn_13": ["9781098134181"]}"#)
    dumps[.works]?.add("work", "/works/OL5W", #"{"authors": [{"author": {"key": "/authors/OL7A"}}]}"#)
    dumps[.authors]?.add("author", "/authors/OL7A", #"{"name": "Frank Herbert"}"#)
    dumps[.authors]?.add("author", "/authors/OL8A", #"{"name": "Roald Dahl"}"#)
    let files = try kinds.map { try DumpFile(path: folder.write("\($0)", dumps[$0]?.bytes ?? [])) }
    return try ISBNFileMaking(files: files, path: path).make(progress: { _, _ in }, sorting: {})
  }

  @Test("have a row for each ISBN of an edition with a title, the first of several, in the order of dumps")
  func rows() throws {
    try expectEqual(make([.editions]).rows, 2)
    let file = try ISBNFile(path: path)
    expectEqual(file.summary, .init(rows: 2, published: try PartialDate("2024-01-31")))
    try expectEqual(
      file.book(Self.dune), ISBNFileBook(title: "Dune", author: "F. Herbert", year: 1988, pages: 604, work: "OL5W"))
    try expectEqual(file.book(ISBN("0-14-032872-6")), ISBNFileBook(title: "Fox"))
    #expect(try file.book(OpenLibraryFixture.other) == nil)
  }

  @Test("name authors by the dump of authors, those of works where an edition names none")
  func authors() throws {
    try expectEqual(make([.authors, .works, .editions]).rows, 2)
    let file = try ISBNFile(path: path)
    try expectEqual(file.book(Self.dune)?.author, "Frank Herbert")
    try expectEqual(file.book(OpenLibraryFixture.fox)?.author, "Roald Dahl")
  }

  @Test("are sorted whatever order rows come in, and each is found")
  func order() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let maker = try ISBNFileMaker(path: path)
    let numbers = (0..<3_000).map { 9_780_000_000_000 + $0 * 7 }.shuffled(using: &generator)
    for number in numbers + numbers { try maker.add(isbn: Int64(number), title: "Book \(number)") }
    try expectEqual(maker.finish(published: 0), 3_000, "seed \(seed)")
    let file = try ISBNFile(path: path)
    #expect(file.summary.published == nil)
    for number in numbers {
      try expectEqual(file.book(ISBN(checked: Int64(number)))?.title, "Book \(number)", "seed \(seed)")
    }
  }

  @Test("are made only whole: what stops in the middle leaves the old one, and nothing beside it")
  func whole() throws {
    _ = try make([.editions])
    let before = try folder.read("isbn.db")
    do {
      let maker = try ISBNFileMaker(path: path)
      try maker.add(isbn: 9_780_441_013_593, title: "Half")
    }
    try expectEqual(folder.read("isbn.db"), before)
    var dump = DumpText()
    dump.addOthers("edition", "M", from: 1, count: 2_000)
    let half = try DumpFile(path: folder.write("half.gz", dump.packed.dropLast(20)))
    #expect(throws: SourceFailure.self) {
      try ISBNFileMaking(files: [half], path: path).make(progress: { _, _ in }, sorting: {})
    }
    try expectEqual(folder.read("isbn.db"), before)
    for name in ["isbn.db.rows", "isbn.db.new"] { #expect(throws: (any Error).self) { try folder.read(name) } }
  }

  @Test("that are none, newer or damaged are told as what they are")
  func unusable() throws {
    func code() -> CatalogError.Code? {
      do {
        _ = try ISBNFile(path: path)
        return nil
      } catch { return (error as? CatalogError)?.code }
    }
    expectEqual(code(), .missing)
    try folder.write("isbn.db", "no database at all, whatever its name says")
    expectEqual(code(), .damaged)
    _ = try make([.editions])
    #expect(code() == nil)
    for (sql, expected) in [
      ("PRAGMA user_version = 2", CatalogError.Code.newer), ("PRAGMA user_version = 1; DROP TABLE edition", .damaged),
      ("PRAGMA application_id = 7", .notACatalog),
    ] {
      try Connection(writing: path).runScript(sql)
      expectEqual(code(), expected, "\(sql)")
    }
  }

  @Test("answer where nobody else does, and never say that there is no such book")
  func completer() async throws {
    _ = try make([.editions])
    let completer = ISBNFileCompleter(try ISBNFile(path: path))
    let records = try ["9780441013593", "9781098134181"].map { try SourceRecord($0, [.isbn: $0]) }
    #expect(records.allSatisfy(completer.knowsKind))
    await #expect(throws: SourceFailure.self) { try await completer.completions(of: records) }
    let known = try await completer.knownOffline(of: records)
    #expect(known[0]?.title == "Dune" && known[0]?.published?.year == 1988 && known[1] == nil)
  }
}
