import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("MOBI, AZW and AZW3") struct MOBITests {
  private func read(_ maker: MOBIMaker) throws -> EBook {
    try #require(try MOBIBook.read(MemoryBytes(maker.bytes)))
  }

  @Test("the fields of its header are the book's")
  func fields() throws {
    var maker = MOBIMaker("Title that Amazon&#39;s service damaged")
    maker.add(100, "Herbert, Frank")
    maker.add(100, "Ursula K. Le Guin")
    maker.add(101, "Chilton")
    maker.add(103, "<p>On <b>Arrakis</b>.</p>\n<p>Spice &amp; sand</p>")
    maker.add(104, "978-0-441-17271-9")
    maker.add(105, "Science fiction; Deserts")
    maker.add(105, "Worms")
    maker.add(106, "1965-08-01T00:00:00+00:00")
    maker.add(108, "calibre (6.13.0) [https://calibre-ebook.com]")
    maker.add(108, "John Schoenherr")
    maker.add(112, "calibre:5884aa98-6ffd-5e7b-a123-000000000001")
    maker.add(113, "B00B7NPRY8")
    maker.add(503, "Dune")
    maker.add(524, "en")
    maker.add(9_999, "what nobody knows")
    let book = try read(maker)
    expectEqual(book.title, "Dune")
    expectEqual(book.authors, ["Frank Herbert", "Ursula K. Le Guin"])
    #expect(book.publisher == "Chilton" && book.description == "On Arrakis.\n\nSpice & sand")
    expectEqual(book.isbn?.digits, "9780441172719")
    expectEqual(book.tags, ["Science fiction", "Deserts", "Worms"])
    expectEqual(book.published?.description, "1965-08-01")
    expectEqual(book.contributors, [Contributor("John Schoenherr")])
    expectEqual(
      book.identifiers,
      [
        BookIdentifier("asin", "B00B7NPRY8"), BookIdentifier("uuid", "5884aa98-6ffd-5e7b-a123-000000000001"),
      ])
    expectEqual(book.language, "en")
    maker.fields.removeAll { $0.number == 503 }
    try expectEqual(read(maker).title, "Title that Amazon's service damaged")
  }

  @Test(
    "a text is UTF-8 where it can be, whatever the header says, and else Windows-1252", arguments: [1_252, 65_001, 932])
  func encodings(encoding: UInt32) throws {
    var maker = MOBIMaker("Идиот")
    maker.encoding = encoding
    maker.fields.append((100, [0x43, 0x61, 0x6D, 0xF5, 0x65, 0x73, 0x20, 0x96, 0x20, 0x80, 0x00]))
    let book = try read(maker)
    #expect(book.title == "Идиот" && book.authors == ["Camões – €"])
  }

  @Test(
    "where no field names the language, the header's number does",
    arguments: [(0x0419, "ru"), (0x0C07, "de"), (0x0816, "pt"), (0, nil), (0xFFFF_FFFF, nil), (0x1A, nil)]
      as [(UInt32, String?)])
  func languages(number: UInt32, code: String?) throws {
    var maker = MOBIMaker("T")
    maker.language = number
    try expectEqual(read(maker).language, code)
  }

  @Test(
    "names are turned where they are sorted ones, and divided where there are several in one",
    arguments: [
      ("García Márquez, Gabriel", ["Gabriel García Márquez"]), ("Homer", ["Homer"]),
      ("Neil Gaiman & Terry Pratchett", ["Neil Gaiman", "Terry Pratchett"]),
      ("Gaiman, Neil; Pratchett, Terry", ["Neil Gaiman", "Terry Pratchett"]),
      ("Neil Gaiman, Terry Pratchett", ["Neil Gaiman", "Terry Pratchett"]),
      ("King, Martin Luther, Jr.", ["Martin Luther King, Jr."]), (" ; & ", []),
    ])
  func names(text: String, names: [String]) { expectEqual(PersonName.all(in: text), names) }

  @Test("the cover is the image that a field names by its place or its address, where an image is")
  func covers() throws {
    var maker = MOBIMaker("T")
    maker.images = [Array("no image".utf8), CoverFixture.png(3), CoverFixture.jpeg]
    #expect(try read(maker).cover == nil)
    maker.add(202, number: 2)
    try expectEqual(read(maker).cover, "record-4")
    maker.add(129, "kindle:embed:0002?mime=image/png")
    try expectEqual(read(maker).cover, "record-3")
    maker.add(201, number: 2)
    try expectEqual(read(maker).cover, "record-4")
    for number in [0, 3, 70_000, 0xFFFF_FFFE, 0xFFFF_FFFF] as [UInt32] {
      maker.fields.removeAll { $0.number != 129 }
      maker.add(201, number: number)
      try expectEqual(read(maker).cover, "record-3", "\(number)")
    }
    maker.fields = []
    maker.add(129, "kindle:embed:zzzzzz")
    #expect(try read(maker).cover == nil)
  }

  @Test("a cover in a file is read from there, as the bytes of its record, and a record that is gone is missing")
  func coverBytes() throws {
    var maker = MOBIMaker("T")
    maker.images = [CoverFixture.png(3), CoverFixture.png(4)]
    let folder = TemporaryFolder()
    let path = try folder.write("a.azw3", maker.bytes)
    try expectEqual(CoverOnDisk.cover(at: "file://\(path)#record-3", path: path).bytes, CoverFixture.png(4))
    for name in ["record-4", "record-99999999999999999999", "record--1", "cover.jpg", "record-1"] {
      let error = #expect(throws: SourceFailure.self) {
        try CoverOnDisk.cover(at: "file://\(path)#\(name)", path: path)
      }
      expectEqual(error?.code, name == "record-1" ? .malformed : .missing, "\(name)")
    }
  }

  @Test(
    "other formats that are called so say nothing of their books",
    arguments: ["TPZ0abc", "CONT\u{2}", "PK\u{3}\u{4}zip"])
  func silent(start: String) throws {
    #expect(try MOBIBook.read(MemoryBytes(Array(start.utf8))) == nil)
    let text = MOBIMaker.database([Array("a text".utf8)], kind: "TEXtREAd")
    #expect(try MOBIBook.read(MemoryBytes(text)) == nil)
  }

  @Test("what is no such file, or none any more, is told why")
  func damaged() throws {
    let whole = MOBIMaker("T").bytes
    let noHeader = MOBIMaker.database([Array("PalmDOC alone".utf8)])
    var lying = whole
    lying.replaceSubrange(78..<82, with: [0xFF, 0xFF, 0xFF, 0xFF])
    var empty = whole
    empty.replaceSubrange(76..<78, with: [0, 0])
    let cases: [([UInt8], String)] = [
      ([], "too short"), (Array(whole.prefix(70)), "too short"), (Array(repeating: 0, count: 500), "not a MOBI file"),
      (Array(String(repeating: "<html> ", count: 50).utf8), "not a MOBI file"), (noHeader, "no MOBI header"),
      (lying, "first record is missing"), (empty, "first record is missing"),
    ]
    for (bytes, words) in cases {
      let error = #expect(throws: ArchiveFailure.self) { try MOBIBook.read(MemoryBytes(bytes)) }
      #expect(error?.code == .damaged && error?.cause.contains(words) == true, "\(error as Any)")
    }
  }

  @Test("a file that is cut anywhere, or in which any number is a large one, is a book or an error")
  func cutAndLying() throws {
    var maker = MOBIMaker("Dune")
    maker.images = [CoverFixture.png(3)]
    maker.add(100, "Frank Herbert")
    maker.add(201, number: 0)
    maker.add(104, "9780441172719")
    let whole = maker.bytes
    for count in 0..<whole.count { _ = try? MOBIBook.read(MemoryBytes(Array(whole.prefix(count)))) }
    for offset in 0..<whole.count - 4 {
      for value in [[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0, 0, 0, 1]] as [[UInt8]] {
        var bytes = whole
        bytes.replaceSubrange(offset..<offset + 4, with: value)
        if let book = try? MOBIBook.read(MemoryBytes(bytes)) {
          _ = try? book.record(id: "1", isComic: false, files: [])
        }
      }
    }
  }

  @Test("of fields whose lengths lie, what is in the record counts; of a field without an end, what there is of it")
  func lengths() throws {
    var maker = MOBIMaker("Dune")
    maker.add(100, "Frank Herbert")
    maker.add(101, "Chilton")
    maker.lie = 100_000
    let book = try read(maker)
    #expect(book.title == "Dune" && book.authors.first?.hasPrefix("Frank Herbert") == true && book.publisher == nil)
    maker.lie = -16
    try expectEqual(read(maker).authors, [])
  }

  @Test("in a folder it is a book with its cover; where it is damaged, one by its name, with the reason")
  func inFolder() async throws {
    let folder = TemporaryFolder()
    var maker = MOBIMaker("Dune")
    maker.images = [CoverFixture.png(3)]
    maker.add(201, number: 0)
    try folder.write("x.azw3", maker.bytes)
    try folder.write("Jane Austen - Emma.mobi", maker.bytes.prefix(100))
    try folder.write("y.prc", Array("TPZ0".utf8))
    func page() async throws -> SourcePage {
      let source = FolderSource(name: "shelf", path: folder.path)
      guard case .page(let page) = try await source.page(SourceRequest()) else { throw CancellationError() }
      return page
    }
    func titles() async throws -> [String?] {
      try await page().items.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
        .map { $0.values[.title].value?.description }
    }
    let page = try await page()
    let records = page.items.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
    expectEqual(records.map { $0.values[.title].value?.description }, ["Emma", "Dune", "y"])
    expectEqual(records[1].values[.cover].value?.description, "file://\(folder.path)/x.azw3#record-2")
    let reasons = page.items.compactMap { if case .bad(let bad) = $0 { bad.reason } else { nil } }
    expectEqual(reasons, ["Jane Austen - Emma.mobi: its first record is missing"])
    // If a file contains no metadata, the next file of the book supplies it.
    try folder.write("y.cbz", ZIPMaker.comic("<Title>By ComicInfo</Title>"))
    try folder.write("x.kfx", Array("CONT".utf8))
    try folder.write("x.mobi", MOBIMaker("Dune Messiah").bytes)
    try FileManager.default.removeItem(atPath: folder.file("x.azw3"))
    try await expectEqual(titles(), ["Emma", "Dune Messiah", "By ComicInfo"])
  }
}
