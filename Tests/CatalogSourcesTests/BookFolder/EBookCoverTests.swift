import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Covers in e-books") struct EBookCoverTests {
  private let shelf = TemporaryFolder()
  private static let image = CoverFixture.png(7)

  /// The cache through which the covers of the folder are read. No cover is requested over the network.
  private var covers: CoverCache {
    CoverCache(
      folder: shelf.file("cache"), limit: 1_000_000, transport: ScriptedTransport { _ in .init(status: 500) })
  }

  private static func epub(
    metadata: String = "", manifest: String, guide: String = "",
    members: [(String, [UInt8])] = [("OEBPS/img/c.png", image)]
  ) -> [UInt8] {
    var maker = ZIPMaker()
    maker.add(
      "META-INF/container.xml", "<container><rootfiles><rootfile full-path='OEBPS/p.opf'/></rootfiles></container>")
    maker.add(
      "OEBPS/p.opf",
      "<package><metadata><dc:title>T</dc:title>\(metadata)</metadata><manifest>\(manifest)</manifest>\(guide)</package>"
    )
    for (name, bytes) in members { maker.add(name, bytes) }
    return maker.archive()
  }

  private func cover(_ bytes: [UInt8]) throws -> String? { try EPUBBook.read(MemoryBytes(bytes)).cover }

  /// Returns the address of the cover of the only book in the folder.
  private func address(_ path: String, _ bytes: [UInt8]) async throws -> String? {
    try shelf.write(path, bytes)
    let source = FolderSource(name: "shelf", path: shelf.path)
    guard case .page(let page) = try await source.page(SourceRequest()) else { return nil }
    return page.items.compactMap { item -> String? in
      guard case .record(let record, _) = item else { return nil }
      return record.values[.cover].value?.description
    }.first
  }

  @Test(
    "the property of EPUB 3 and the meta of EPUB 2 name the image, by whatever way the address is written",
    arguments: [
      ("", "<item id='a' href='img/c.png' media-type='image/png' properties='svg cover-image'/>"),
      ("<meta name='cover' content='a'/>", "<item id='a' href='img/c.png' media-type='image/png'/>"),
      ("<meta name='cover' content='img/c.png'/>", "<item id='a' href='img/c.png'/>"),
      ("<x-metadata><meta name='cover' content='a'/></x-metadata>", "<item id='a' href='./img/../img/c.png'/>"),
      ("<meta name='cover' content='a'/>", "<item id='a' href='/OEBPS/img/c.png'/>"),
      (
        "<meta name='cover' content='b'/>",
        "<item id='b' href='b.png'/><item id='a' href='%69mg/c.png' properties='cover-image'/>"
      ),
    ])
  func named(metadata: String, manifest: String) throws {
    try expectEqual(cover(Self.epub(metadata: metadata, manifest: manifest)), "OEBPS/img/c.png")
  }

  @Test(
    "what is no image, is not there, or lies outside of the archive is no cover, and the book is read all the same",
    arguments: [
      "", "<item id='a' href='img/c.xhtml' media-type='application/xhtml+xml'/>", "<item id='a' href='img/d.png'/>",
      "<item id='a' href='../../../img/c.png'/>", "<item id='a' href='file:///etc/c.png'/>", "<item id='a'/>",
      "<item id='b' href='img/c.png'/>", "<item id='a' href=''/>",
    ])
  func none(manifest: String) throws {
    let bytes = Self.epub(metadata: "<meta name='cover' content='a'/>", manifest: manifest)
    #expect(try cover(bytes) == nil)
    try expectEqual(EPUBBook.read(MemoryBytes(bytes)).title, "T")
  }

  @Test(
    "where the manifest names none, it is the first image of the page that the guide of EPUB 2 calls the cover",
    arguments: [
      "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>&nbsp;</p><img alt='' src='../img/c.png'/><img src='x.png'/></body>",
      "<!DOCTYPE html [<!ENTITY x 'y'>]><html><body><img src='../img/c.png'/></body></html>",
      """
      <html><body><svg:svg xmlns:svg='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>\
      <svg:image width='1' xlink:href='../img/c.png'/></svg:svg></body></html>
      """,
    ])
  func guide(page: String) throws {
    let manifest = "<item id='a' href='img/c.png' media-type='image/png'/>"
    func cover(_ reference: String, manifest: String = manifest, page: String = page) throws -> String? {
      try self.cover(
        Self.epub(
          manifest: manifest, guide: "<guide><reference type='toc' href='t'/>\(reference)</guide>",
          members: [("OEBPS/img/c.png", Self.image), ("OEBPS/text/cover.xhtml", Array(page.utf8))]))
    }
    let reference = "<reference title='Cover' type='Cover' href='text/cover.xhtml#top'/>"
    try expectEqual(cover(reference), "OEBPS/img/c.png")
    try expectEqual(cover("<reference type='cover' href='img/c.png'/>"), "OEBPS/img/c.png")
    #expect(try cover("<reference type='title-page' href='text/cover.xhtml'/>") == nil)
    #expect(try cover("<reference type='cover' href='none.xhtml'/>") == nil)
    #expect(try cover(reference, page: "<html><body>No image</body></html>") == nil)
    #expect(try cover(reference, page: "<img src='../../../../etc/c.png'/>") == nil)
    let marked = "<item id='b' href='text/cover.xhtml' properties='cover-image' media-type='image/png'/>"
    try expectEqual(cover(reference, manifest: marked), "OEBPS/text/cover.xhtml")
  }

  private static func fictionBook(_ reference: String, _ binaries: String, text: String = "<p>Text</p>") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
    <description><title-info><book-title>T</book-title><coverpage>\(reference)</coverpage></title-info></description>
    <body>\(text)</body>\(binaries)
    """
  }

  @Test(
    "a FictionBook names the image that stands behind its text, also where that is no whole XML",
    arguments: [true, false])
  func fictionBook(isPacked: Bool) async throws {
    let base64 = Data(Self.image).base64EncodedString(options: .lineLength64Characters)
    let document = Self.fictionBook(
      "<image l:href='#my cover.png'/>",
      """
      <binary id="other" content-type="image/png">AAAA</binary>
      <binary content-type = 'image/png' id='my cover.png'>
      \(base64)
      </binary>
      """, text: "<p>a & b</i>")
    var maker = ZIPMaker()
    maker.add("Book #1.fb2", document)
    let name = isPacked ? "b.fb2.zip" : "b.fb2"
    let address = try #require(try await address(name, isPacked ? maker.archive() : Array(document.utf8)))
    #expect(address.hasSuffix(isPacked ? "b.fb2.zip#Book%20%231.fb2%23my%20cover.png" : "b.fb2#my%20cover.png"))
    let cover = try await covers.cover(at: address)
    #expect(cover.bytes == Self.image && cover.path == shelf.file(name))
  }

  @Test("an image of a FictionBook that is not there, too large or no base64 is said")
  func fictionBookFailures() async throws {
    for (reference, binaries, code) in [
      ("<image l:href='#c'/>", "", SourceFailure.Code.missing),
      ("<image l:href='#c'/>", "<binary id='d'>AAAA</binary>", .missing),
      ("<image l:href='#c'/>", "<binary id='c'>A</binary>", .malformed),
      ("<image l:href='#c'/>", "<binary id='c'>AAAA</binary>", .malformed),
      ("<image l:href='#c'/>", "<binary id='c'>\(String(repeating: "A", count: 8 * 1_048_576))", .tooLarge),
    ] {
      let document = Self.fictionBook(reference, binaries)
      let address = try #require(try await address("b.fb2", Array(document.utf8)))
      let failure = await #expect(throws: SourceFailure.self) { try await covers.cover(at: address) }
      expectEqual(failure?.code, code, "\(String(describing: failure))")
    }
    for reference in ["", "<image/>", "<image l:href='http://covers.example/c.png'/>", "<image l:href='#'/>"] {
      #expect(try FictionBook.book(of: Array(Self.fictionBook(reference, "").utf8)).cover == nil)
    }
  }

  @Test("the first page of a comic is its cover: numbers count by their size, and what systems note beside is none")
  func comic() throws {
    var maker = ZIPMaker()
    for name in ["p10.jpg", "p9.JPG", "__MACOSX/p1.jpg", ".p1.jpg", "a.txt", "p011.png"] { maker.add(name, [1]) }
    try expectEqual(ComicArchive.read(MemoryBytes(maker.archive())).cover, "p9.JPG")
    #expect(try ComicArchive.read(MemoryBytes(ZIPMaker().archive())).cover == nil)
  }

  @Test("a folder's books say where their covers are, and there they are read, unpacked in memory")
  func read() async throws {
    let item = "<item href='img/a%20%23b.png' properties='cover-image'/>"
    let address = try #require(
      try await address("Dune & Co #1.epub", Self.epub(manifest: item, members: [("OEBPS/img/a #b.png", Self.image)])))
    expectEqual(address, "file://\(shelf.path)/Dune%20&%20Co%20%231.epub#OEBPS/img/a%20%23b.png", "\(address)")
    let cover = try await covers.cover(at: address)
    #expect(cover.bytes == Self.image && cover.image.width == 20 && cover.path == shelf.file("Dune & Co #1.epub"))
    let names = try FileManager.default.contentsOfDirectory(atPath: shelf.path)
    expectEqual(names, ["Dune & Co #1.epub"])
  }

  @Test("a comic of which nothing else is known is called by its file, and has a cover")
  func silentComic() async throws {
    var maker = ZIPMaker()
    maker.add("1.png", Self.image)
    let address = try #require(try await address("Ada - Notes.cbz", maker.archive()))
    try await expectEqual(covers.cover(at: address).bytes, Self.image)
  }

  @Test("an image that is a file is read from there; what is no image, too large, packed too tightly or gone is said")
  func failures() async throws {
    try shelf.write("c.png", Self.image)
    try await expectEqual(covers.cover(at: "file://\(shelf.path)/c.png").bytes, Self.image)
    var maker = ZIPMaker()
    maker.add("text", "no image")
    maker.add("large.png", CoverFixture.png(size: 5 * 1_048_576 + 1), isDeflated: false)
    maker.add("tight.png", CoverFixture.png(size: 5 * 1_048_576))
    try shelf.write("b.epub", maker.archive())
    try shelf.write("large.png", CoverFixture.png(size: 5 * 1_048_576 + 1))
    for (name, code) in [
      ("b.epub#text", SourceFailure.Code.malformed), ("b.epub#large.png", .tooLarge), ("b.epub#tight.png", .tooLarge),
      ("b.epub#none", .missing), ("c.png#none", .malformed), ("large.png", .tooLarge), ("none.png", .missing),
      ("", .failed), ("b.epub", .tooLarge),
    ] {
      let failure = await #expect(throws: SourceFailure.self, "\(name)") {
        try await covers.cover(at: "file://\(shelf.path)/\(name)")
      }
      #expect(failure?.code == code || name == "b.epub", "\(name): \(String(describing: failure))")
      expectEqual(failure?.subject.hasPrefix(shelf.path), true)
    }
  }
}
