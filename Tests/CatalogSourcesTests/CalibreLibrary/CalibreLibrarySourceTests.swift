import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import CatalogSources

extension CalibreLibraryFolder {
  /// - Parameters:
  ///   - patience: The seconds that the source waits for a lock.
  ///   - later: The seconds by which the source's clock is ahead.
  func source(patience: Double = 0, later: Double = 60) -> CalibreLibrarySource {
    CalibreLibrarySource(name: "library", path: path, patience: patience, now: { .now.addingTimeInterval(later) })
  }

  /// Returns the files in the folder with their contents.
  func contents() throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.read($0)) })
  }

  /// Sets the modification time of the database.
  func date(_ seconds: Int) {
    var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    utimensat(AT_FDCWD, database, &times, 0)
  }
}

@Suite("calibre libraries on disk") struct CalibreLibrarySourceTests {
  private let library: CalibreLibraryFolder

  init() throws {
    library = try CalibreLibraryFolder()
    for number in 1...3 { try library.put(number, title: "Book \(number)") }
  }

  @Test("who commits is waited for, and then said to be writing")
  func exclusiveLock() async throws {
    try library.calibre.run("BEGIN EXCLUSIVE; UPDATE books SET title = 'Changed' WHERE id = 1")
    await expectFailure(.busy, "calibre is writing") { try await library.source().page(after: nil) }
    let waiting = library.source(patience: 3_000)
    let page = Task { try await waiting.page(after: nil) }
    await Task.yield()
    try library.calibre.run("COMMIT")
    try await expectEqual(page.value.records.last?.values[.title].value, .text("Changed"))
    try library.calibre.run("BEGIN EXCLUSIVE")
    let cancelled = Task { try await waiting.page(after: nil) }
    await Task.yield()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try library.calibre.run("COMMIT")
  }

  @Test("what is not committed yet is not read, and keeps nobody from reading")
  func openTransaction() async throws {
    try library.calibre.run("BEGIN IMMEDIATE; UPDATE books SET title = 'Changed'")
    let records = try await library.source().page(after: nil).records
    expectEqual(records.map { $0.values[.title].value }, [.text("Book 3"), .text("Book 2"), .text("Book 1")])
    // Readers do not block the writer either.
    try library.calibre.run("COMMIT")
  }

  @Test("a change that was left midway is not touched, and is read once calibre has taken it back")
  func hotJournal() async throws {
    // The change is too large for the writer's cache, so pages of the open transaction are already in the file.
    try library.calibre.run(
      """
      PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE books SET title = 'Half done';
      INSERT INTO comments (book, text) SELECT value, hex(randomblob(4000)) FROM json_each('[1,2,3,4,5,6,7,8,9]')
      """)
    let left = try CalibreLibraryFolder()
    for name in ["metadata.db", "metadata.db-journal"] { try left.folder.write(name, library.folder.read(name)) }
    try library.calibre.run("ROLLBACK")
    let before = try left.contents()
    for mode in [0o500, 0o700] as [mode_t] {
      chmod(left.path, mode)
      await expectFailure(.failed, "open the library in calibre once") { try await left.source().page(after: nil) }
      try expectEqual(left.contents(), before)
    }
    _ = try ForeignConnection(left.database).rows("SELECT * FROM books")
    try await expectEqual(left.source().page(after: nil).records.count, 3)
  }

  @Test("nothing is written beside a library, and nothing in it")
  func nothingWritten() async throws {
    let before = try library.contents()
    var reader = SourceReader()
    try await reader.refresh(library.source(), size: 2)
    try await reader.refresh(library.source(), size: 2)
    #expect(try library.contents() == before && before.count == 1)
  }

  @Test("a library with a write-ahead log is not read, since that would make files")
  func writeAheadLog() async throws {
    try library.calibre.run("PRAGMA journal_mode = wal; UPDATE books SET title = 'x'")
    let before = try library.contents().keys.sorted()
    await expectFailure(.failed, "journal_mode=delete") { try await library.source().page(after: nil) }
    try expectEqual(library.contents().keys.sorted(), before)
    let copy = try CalibreLibraryFolder()
    try copy.folder.write("metadata.db-wal", "x")
    await expectFailure(.failed, "journal_mode=delete") { try await copy.source().page(after: nil) }
    try expectEqual(copy.contents().keys.sorted(), ["metadata.db", "metadata.db-wal"])
  }

  @Test("what is no library is told")
  func otherFiles() async throws {
    let folder = TemporaryFolder()
    let source = CalibreLibrarySource(name: "library", path: folder.path, patience: 0)
    await expectFailure(.missing, "no such file") { try await source.page(after: nil) }
    await expectFailure(.missing, "no such file") {
      try await CalibreLibrarySource(name: "library", path: "/tmp/a\0b").page(after: nil)
    }
    try folder.write("metadata.db", "")
    await expectFailure(.malformed, "too short") { try await source.page(after: nil) }
    try folder.write("metadata.db", String(repeating: "no database ", count: 1_000))
    await expectFailure(.malformed, "not an SQLite database") { try await source.page(after: nil) }
    let header = try library.folder.read("metadata.db").prefix(100)
    try folder.write("metadata.db", header)
    await #expect(throws: SourceFailure.self) { try await source.page(after: nil) }
    try FileManager.default.removeItem(atPath: folder.file("metadata.db"))
    mkdir(folder.file("metadata.db"), 0o700)
    await expectFailure(.malformed, "not a regular file") { try await source.page(after: nil) }
  }

  @Test(
    "a database with other tables is told by what is missing",
    arguments: [
      ("DROP TABLE ratings", "no such table: ratings"),
      ("ALTER TABLE books RENAME COLUMN uuid TO other", "no such column: uuid"),
      ("DROP TABLE tags; CREATE VIEW tags AS SELECT 1 AS id, 'x' AS name", "no such table: tags"),
      ("DROP TABLE tags; CREATE VIRTUAL TABLE tags USING fts5(name)", "no such table: tags"),
    ])
  func otherSchema(change: String, words: String) async throws {
    try library.calibre.run(change)
    await expectFailure(.malformed, words) { try await library.source().page(after: nil) }
  }

  @Test("a damaged database takes no book out of the catalog")
  func damaged() async throws {
    let catalog = try BookCatalog.temporary()
    try await expectEqual(refresh(library.source(), into: catalog)?.counts.added, 3)
    var bytes = try library.folder.read("metadata.db")
    for offset in 4_096..<bytes.count { bytes[offset] = 0xA5 }
    // A program that damages a page also increments the change counter.
    bytes[27] &+= 1
    try library.folder.write("metadata.db", bytes)
    library.date(1)
    #expect(try await refresh(library.source(), into: catalog)?.failure != nil)
    try await expectEqual(catalog.count(), 3)
    await expectFailure(.malformed, "damaged") { try await library.source().page(after: nil) }
    for count in stride(from: 100, to: bytes.count, by: 4_096 - 7) {
      try library.folder.write("metadata.db", bytes.prefix(count))
      await #expect(throws: SourceFailure.self) { try await library.source().page(after: nil) }
    }
  }

  @Test("nothing is read of a library whose file is the same, and all where its time is another")
  func unchanged() async throws {
    library.date(1_000_000)
    var reader = SourceReader()
    try await reader.refresh(library.source())
    let bytes = try library.folder.read("metadata.db")
    // The file keeps its identity, size and time. Reading its contents would reveal the change.
    let descriptor = open(library.database, O_WRONLY)
    write(descriptor, Array(repeating: UInt8(7), count: 200), 200)
    library.date(1_000_000)
    try await expectEqual(reader.refresh(library.source()), .unchanged)
    pwrite(descriptor, bytes, 200, 0)
    close(descriptor)
    // A restored backup that was changed has the same size and the same change counter.
    library.date(2_000_000)
    try await expectEqual(reader.refresh(library.source()), .read(pages: 1, records: 3))
    // Another file replaces the database.
    try library.folder.write("other", bytes)
    try library.folder.move("other", to: "new")
    rename(library.folder.file("new"), library.database)
    library.date(2_000_000)
    try await expectEqual(reader.refresh(library.source()), .read(pages: 1, records: 3))
  }

  @Test("a library that was written just now is read again")
  func justWritten() async throws {
    var reader = SourceReader()
    try await reader.refresh(library.source(later: 0))
    try library.put(1, title: "Changed")
    try await expectEqual(reader.refresh(library.source()), .read(pages: 1, records: 3))
    expectEqual(reader.titles[CalibreLibraryFolder.uuid(1)], "Changed")
  }

  @Test("a refresh goes on with what it copied, whatever is written meanwhile; another object begins anew")
  func changedBetweenPages() async throws {
    let source = library.source()
    guard case .page(let first) = try await source.page(SourceRequest(size: 1)) else { return }
    try library.put(4, title: "New")
    try library.calibre.run("DELETE FROM books WHERE id = 1")
    await expectFailure(.cursorRefused, "it changed") { try await library.source().page(after: first.cursor) }
    let rest = try await source.page(after: first.cursor)
    expectEqual(rest.records.map { $0.values[.title].value }, [.text("Book 2"), .text("Book 1")])
    // The new contents are not mistaken for those already read.
    var reader = SourceReader()
    try await reader.refresh(library.source())
    #expect(reader.titles.count == 3 && rest.isLast)
  }

  @Test("through a catalog: a changed book changes, a removed one is withdrawn, and what came last is the newest")
  func catalog() async throws {
    let catalog = try BookCatalog.temporary()
    for number in 4...700 { try library.put(number, title: "Book \(number)") }
    try await expectEqual(refresh(library.source(), into: catalog)?.counts.added, 700)
    try await expectEqual(catalog.page(order: .newestFirst, size: 2).books.map(\.title), ["Book 700", "Book 699"])
    try library.put(2, title: "Changed")
    try library.calibre.run("DELETE FROM books WHERE id = 3")
    let counts = try await refresh(library.source(), into: catalog)?.counts
    #expect(counts?.updated == 1 && counts?.removed == 1 && counts?.added == 0)
    try await expectEqual(catalog.count(), 699)
  }

  @Test("the same library by its server and by its file is one set of books")
  func serverAndFile() async throws {
    let catalog = try BookCatalog.temporary()
    let server = CalibreFixture()
    server.put(1, title: "Of the server")
    server.members.withLock { $0 = #""uuid":"\#(CalibreLibraryFolder.uuid(2))","# }
    try await expectEqual(refresh(server.source(), into: catalog)?.counts.added, 1)
    try await expectEqual(refresh(library.source(), into: catalog)?.counts.added, 2)
    try await expectEqual(catalog.count(), 3)
  }

  private func refresh(_ source: any BookSource, into catalog: BookCatalog) async throws -> RefreshReport? {
    try await catalog.syncEngine(sources: [source]).refresh(RefreshOptions()).first
  }
}
