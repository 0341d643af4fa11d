import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("KOReader's statistics") struct KOReaderSourceTests {
  private static let start = 1_704_110_400

  private func items(_ path: String) async throws -> [SourceItem] {
    let source = KOReaderSource(name: "kobo", path: path)
    guard case .page(let page) = try await source.page(SourceRequest()) else { return [] }
    return page.items
  }

  private func records(_ path: String) async throws -> [SourceRecord] {
    try await items(path).compactMap { if case .record(let record, _) = $0 { record } else { nil } }
  }

  private func value(_ record: SourceRecord, _ field: BookField) -> String? { record.values[field].value?.description }

  @Test("books come with their authors, series and languages, and with the days on which they were read")
  func records() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(
      1, title: "Good Omens", authors: "Neil Gaiman\nPratchett, Terry", series: "Good Omens #1.5", language: "en-GB")
    try statistics.put(2, title: "Frank Herbert - Dune", series: "", language: "")
    try statistics.put(3, title: "Never opened", authors: "Ada", series: "Saga")
    try statistics.read(1, 1...100, at: Self.start)
    try statistics.read(2, 1...10, at: Self.start)
    let records = try await records(statistics.path)
    expectEqual(records.map { value($0, .title) }, ["Never opened", "Dune", "Good Omens"])
    expectEqual(
      records.map { $0.values[.authors].value.items },
      [
        ["Ada"], ["Frank Herbert"], ["Neil Gaiman", "Terry Pratchett"],
      ])
    expectEqual(records.map { value($0, .series) }, ["Saga", nil, "Good Omens"])
    expectEqual(records.map { value($0, .seriesNumber) }, [nil, nil, "1.5"])
    expectEqual(records.map { value($0, .language) }, [nil, nil, "en-GB"])
    expectEqual(records.map { value($0, .readState) }, [nil, "reading", "read"])
    let day = PartialDate.day(at: Date(timeIntervalSince1970: Double(Self.start))).description
    expectEqual(records.map { value($0, .started) }, [nil, day, day])
    expectEqual(records.map { value($0, .finished) != nil }, [false, false, true])
    expectEqual(records.map(\.remoteID), [3, 2, 1].map(ReadingStatisticsFile.hash))
    expectEqual(records.map { $0.values[.finished] }[1], .null, "what is said no more is said no more")
  }

  @Test(
    "where a document has no title, the name of its file says what it is",
    arguments: [
      ("Frank Herbert - Dune.epub", "N/A", "Dune", "Frank Herbert"), ("Dune.KEPUB.epub", "", "Dune", ""),
      ("Frank Herbert - Dune - notes.pdf", "N/A", "Frank Herbert - Dune - notes", ""),
      ("1984 - part 2.txt", "N/A", "1984 - part 2", ""), ("Ada - Notes.txt.zip", "", "Notes", "Ada"),
      ("Dune - Messiah.fb2.zip", "Frank Herbert", "Dune - Messiah", "Frank Herbert"),
      ("Robots.txt", "Ada", "Robots.txt", "Ada"), (".epub", "N/A", ".epub", ""), ("Web 2.0", "N/A", "Web 2.0", ""),
    ])
  func fileNames(_ given: String, _ authors: String, _ title: String, _ names: String) async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(1, title: given, authors: authors)
    let record = try #require(try await records(statistics.path).first)
    #expect(value(record, .title) == title && value(record, .authors) ?? "" == names)
  }

  @Test("a file with another title is the same book, and a book without a hash is known by its title and authors")
  func identity() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(1, title: "dune_final_2", hash: ReadingStatisticsFile.hash(7))
    try statistics.put(2, title: "Dune", authors: "Frank Herbert", hash: ReadingStatisticsFile.hash(7).uppercased())
    try statistics.put(3, title: "Emma", authors: "Jane Austen", hash: "")
    try statistics.put(4, title: "Emma", authors: "Jane Austen", hash: "no hash")
    try statistics.read(1, 1...50, at: Self.start)
    try statistics.read(2, 51...100, at: Self.start + 86_400)
    let records = try await records(statistics.path)
    expectEqual(records.map { value($0, .title) }, ["Emma", "Dune"])
    #expect(records[1].remoteID == ReadingStatisticsFile.hash(7) && value(records[1], .readState) == "read")
    expectEqual(records[0].remoteID, BookIdentity.key(title: "Emma", authors: ["Jane Austen"]))
  }

  @Test func `two books that only have a hash in common stay apart and are reported`() async throws {
    let statistics = try ReadingStatisticsFile()
    let hash = ReadingStatisticsFile.hash(7)
    try statistics.put(1, title: "Dune", authors: "Frank Herbert", hash: hash)
    try statistics.put(2, title: "Emma", authors: "Jane Austen", hash: hash)
    try statistics.put(3, title: "Dune Messiah", authors: "Herbert, Frank", hash: hash)
    try statistics.put(4, title: "Emma", authors: "Jane  AUSTEN", hash: hash)
    try statistics.read(1, 1...100, at: Self.start)
    try statistics.read(4, 1...10, at: Self.start)
    let records = try await records(statistics.path)
    expectEqual(records.map { value($0, .title) }, ["Emma", "Dune Messiah"])
    expectEqual(records.map { value($0, .readState) }, ["reading", "read"])
    #expect(records[1].remoteID == hash && records[0].remoteID.hasPrefix(hash + " "))
    #expect(records.map(\.leftOut.count) == [1, 0] && records[0].leftOut[0].value == hash)
    var kept = StatisticsBook(number: 2, hash: hash, title: "Emma", authors: "Jane Austen")
    kept.distinction = kept.key
    try expectEqual(StatisticsBook(payload: kept.payload).remoteID, records[0].remoteID)
  }

  @Test("earlier readings are kept beside the last one")
  func earlierReadings() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(1, title: "Dune", authors: "Frank Herbert")
    try statistics.read(1, 1...100, at: Self.start)
    try statistics.read(1, 1...30, of: 60, at: Self.start + 100 * 86_400)
    let record = try #require(try await records(statistics.path).first)
    #expect(value(record, .readState) == "reading" && value(record, .finished) == nil)
    guard case .records(let readings)? = record.values[.earlierReadings].value else { throw CancellationError() }
    #expect(readings.count == 1 && readings[0]["outcome"] == .readState(.read))
  }

  @Test func `the last page of each day is a position in the book`() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(1, title: "Dune", authors: "Frank Herbert")
    try statistics.put(2, title: "Emma", authors: "Jane Austen")
    try statistics.read(1, 1...20, at: Self.start)
    // With another font size, on another day; then the reader leafs back.
    try statistics.read(1, 41...90, of: 200, at: Self.start + 2 * 86_400)
    try statistics.read(1, page: 15, at: Self.start + 2 * 86_400 + 7_200, seconds: 60)
    try statistics.read(2, page: 1, at: Self.start, seconds: 20)
    let records = try await records(statistics.path)
    let days = [0, 2].map { PartialDate.day(at: Date(timeIntervalSince1970: Double(Self.start + $0 * 86_400))) }
    expectEqual(value(records[1], .progress), "\(days[0]) |  | 20 |  | device; \(days[1]) |  | 15 |  | device")
    expectEqual(value(records[0], .progress), nil, "a glance is no reading")
    var kept = StatisticsBook(number: 1, title: "Dune")
    kept.positions = [ReadingPosition(.percent(12.34), on: days[0], origin: .device)]
    try expectEqual(StatisticsBook(payload: kept.payload).positions, kept.positions)
  }

  @Test func `only the last hundred days of reading have positions`() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.put(1, title: "Dune")
    for day in 0..<120 { try statistics.read(1, page: day % 60 + 1, at: Self.start + day * 86_400, seconds: 60) }
    let record = try #require(try await records(statistics.path).first)
    guard case .records(let positions)? = record.values[.progress].value else { throw CancellationError() }
    expectEqual(positions.count, 100)
  }

  @Test("the tables of KOReader before October 2020 are read as well")
  func oldTables() async throws {
    let statistics = try ReadingStatisticsFile(isOld: true)
    try statistics.put(1, title: "Dune", pages: 50)
    for page in 1...50 {
      try statistics.reader.run("INSERT INTO page_stat VALUES (1, \(page), \(Self.start + page * 60), 60)")
    }
    let record = try #require(try await records(statistics.path).first)
    expectEqual(value(record, .readState), "read")
  }

  @Test("what stands in a write-ahead log is read, and nothing is made or changed beside the file")
  func writeAheadLog() async throws {
    let statistics = try ReadingStatisticsFile(journal: "WAL")
    try statistics.reader.run("PRAGMA wal_autocheckpoint=0")
    try statistics.put(1, title: "Dune")
    let names = ["statistics.sqlite3", "statistics.sqlite3-wal", "statistics.sqlite3-shm"]
    let before = try names.map { try statistics.folder.read($0) }
    try await expectEqual(records(statistics.path).map { value($0, .title) }, ["Dune"])
    try expectEqual(names.map { try statistics.folder.read($0) }, before)
    // The device is unplugged: the log exists, and KOReader is not running.
    let copy = TemporaryFolder()
    for (name, bytes) in zip(names, before).prefix(2) { try copy.write(name, bytes) }
    chmod(copy.path, 0o500)
    defer { chmod(copy.path, 0o700) }
    try await expectEqual(records(copy.file(names[0])).map { value($0, .title) }, ["Dune"])
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: copy.path).sorted(), Array(names.prefix(2)).sorted())
    // In a truncated log, only transactions that were committed before the cut count.
    chmod(copy.path, 0o700)
    try copy.write(names[1], before[1].prefix(before[1].count - 100))
    try await expectEqual(records(copy.file(names[0])).map { value($0, .title) }, [])
  }

  @Test("a change that was not ended is undone in the copy, and its journal stays")
  func journal() async throws {
    let statistics = try ReadingStatisticsFile(journal: "DELETE")
    try statistics.put(1, title: "Dune")
    try statistics.reader.run("PRAGMA cache_size=1; PRAGMA synchronous=OFF; BEGIN")
    for number in 2...3_000 { try statistics.put(number, title: "Never committed \(number)") }
    let copy = TemporaryFolder()
    for name in ["statistics.sqlite3", "statistics.sqlite3-journal"] {
      try copy.write(name, statistics.folder.read(name))
    }
    try statistics.reader.run("ROLLBACK")
    let before = try copy.read("statistics.sqlite3")
    try await expectEqual(records(copy.file("statistics.sqlite3")).map { value($0, .title) }, ["Dune"])
    try expectEqual(copy.read("statistics.sqlite3"), before)
  }

  @Test("what is no such file, or damaged, is told why")
  func failures() async throws {
    let folder = TemporaryFolder()
    let statistics = try ReadingStatisticsFile()
    for number in 1...500 { try statistics.put(number, title: "Book \(number)") }
    let whole = try statistics.folder.read("statistics.sqlite3")
    let damaged = whole.prefix(4_096) + [UInt8](repeating: 0xFF, count: whole.count - 4_096)
    let cases: [(String, [UInt8], SourceFailure.Code, String)] = [
      ("zeros", [UInt8](repeating: 0, count: 8_192), .malformed, "not an SQLite database"),
      ("empty", [], .malformed, "not have the tables of KOReader's statistics"),
      ("text", Array(repeating: 65, count: 5_000), .malformed, "not an SQLite database"),
      ("damaged", Array(damaged), .malformed, "it is damaged"),
      ("cut", Array(whole.prefix(whole.count / 2)), .malformed, "it is damaged"),
    ]
    for (name, bytes, code, words) in cases {
      let path = try folder.write(name, bytes)
      let error = await #expect(throws: SourceFailure.self) { try await items(path) }
      #expect(error?.code == code && error?.description.contains(words) == true, "\(name): \(error as Any)")
    }
    mkdir(folder.file("folder"), 0o700)
    for (name, code) in [("none", SourceFailure.Code.missing), ("folder", .malformed)] {
      let error = await #expect(throws: SourceFailure.self) { try await items(folder.file(name)) }
      expectEqual(error?.code, code, "\(name): \(error as Any)")
    }
    let library = try CalibreLibraryFolder()
    await #expect(throws: SourceFailure.self) { try await items(library.database) }
  }

  @Test("a row of any kind is a book or a reason, whatever its columns hold")
  func malformed() async throws {
    let statistics = try ReadingStatisticsFile()
    try statistics.reader.run(
      """
      INSERT INTO book (id, title, authors, series, language, md5, pages) VALUES
        (1, NULL, NULL, NULL, NULL, NULL, NULL), (2, x'FF00FE', 5, 1.5, x'00', 77, 'many'),
        (9223372036854775807, '\(String(repeating: "x", count: 5_000))', char(0), '#', 'xx-', 'g', -1),
        (-5, 'T', '#;&', '# 3', '??', '', 0);
      INSERT INTO page_stat_data VALUES (1, 1, 9223372036854775807, 1, 0), (2, 'a', 'b', 'c', 'd'),
        (NULL, 1, 1704110400, 60, 10), (77, 1, 1704110400, 60, 10), (-5, 1, 1704110400, 9223372036854775807, 1),
        (-5, 1, 1704110401, 9223372036854775807, 1);
      """)
    let items = try await items(statistics.path)
    expectEqual(items.count, 4)
    let reasons = items.compactMap { if case .bad(let bad) = $0 { bad.reason } else { nil } }
    expectEqual(reasons, ["title: it has no title"])
    try await expectEqual(records(statistics.path).last.map { value($0, .readState) }, "read")
  }

  @Test("what the user says of a reading stays, and what they say nothing of follows the statistics")
  func personal() async throws {
    let statistics = try ReadingStatisticsFile()
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    try statistics.put(1, title: "Dune", authors: "Frank Herbert")
    try statistics.put(2, title: "Emma", authors: "Jane Austen")
    for number in [1, 2] { try statistics.read(number, 1...20, at: Self.start) }
    func refresh() async throws {
      let source = KOReaderSource(name: "kobo", path: statistics.path)
      _ = try await catalog.syncEngine(sources: [source]).refresh()
    }
    func states() async throws -> [ReadState] {
      try await catalog.read { try $0.page(matching: "", order: BookOrder(.title), size: 9).books }.map(\.readState)
    }
    try await refresh()
    try await expectEqual(states(), [.reading, .reading])
    let dune = try #require(
      try await catalog.read { try $0.page(matching: "dune", order: BookOrder(.title), size: 1).books }.first)
    try await catalog.edit(dune.id) { $0.readState = .abandoned }
    for number in [1, 2] { try statistics.read(number, 21...100, at: Self.start + 86_400) }
    try await refresh()
    try await expectEqual(states(), [.abandoned, .read])
  }

  @Test("where a folder of KOReader's is named, it is the file in it")
  func places() throws {
    let folder = TemporaryFolder()
    try expectEqual(CatalogSources.SourceLocation(folder.path, kind: .koreader, in: "/").text, folder.path)
    mkdir(folder.file("settings"), 0o700)
    try folder.write("settings/statistics.sqlite3", "")
    for path in [folder.path, folder.file("settings"), folder.file("settings/statistics.sqlite3")] {
      let location = try CatalogSources.SourceLocation(path, kind: .koreader, in: "/")
      expectEqual(location.text, folder.file("settings/statistics.sqlite3"))
    }
  }
}
