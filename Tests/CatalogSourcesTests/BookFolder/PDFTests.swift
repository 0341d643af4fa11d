import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("PDF") struct PDFTests {
  private let folder = TemporaryFolder()

  private func book(_ information: PDFInformation, packet: String = "") -> EBook {
    var information = information
    information.packet = Array(packet.utf8)
    return PDFBook.book(of: information)
  }

  /// Returns an answer of the process that reads PDFs.
  private func information(_ texts: (Character, String)...) -> PDFInformation {
    PDFInformation(answer: texts.flatMap { Array(String($0.0).utf8) + Array($0.1.utf8) + [0] })
  }

  private static func packet(_ properties: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
    xmlns:xmpidq="http://ns.adobe.com/xmp/Identifier/qual/1.0/" xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/" \
    xmlns:calibre="http://calibre-ebook.com/xmp-namespace" \
    xmlns:calibreSI="http://calibre-ebook.com/xmp-namespace-series-index">\(properties)</rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """
  }

  @Test("the information dictionary names the title, the authors, keywords and the number of pages, and no date")
  func dictionary() {
    let book = book(
      information(
        ("T", "Dune &amp; more"), ("A", "Herbert, Frank; Ada"), ("S", "On Arrakis"), ("K", "Sand, Spice"),
        ("I", "978-0-441-17271-9"), ("P", "412")))
    #expect(book.title == "Dune & more" && book.authors == ["Frank Herbert", "Ada"])
    #expect(book.tags == ["Sand", "Spice"] && book.description == "On Arrakis" && book.pages == 412)
    #expect(book.isbn?.digits == "9780441172719" && book.published == nil)
  }

  @Test("a packet says more, and goes before the dictionary")
  func packet() throws {
    let packet = Self.packet(
      """
      <rdf:Description prism:isbn="9780441172719" xmp:CreateDate="2020-01-01T00:00:00Z"><dc:title><rdf:Alt>
      <rdf:li xml:lang="de">Der Wüstenplanet</rdf:li><rdf:li xml:lang="x-default">Dune</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>Frank Herbert</rdf:li><rdf:li>User</rdf:li></rdf:Seq></dc:creator>
      <dc:subject><rdf:Bag><rdf:li>Sand</rdf:li><rdf:li>Spice, red</rdf:li></rdf:Bag></dc:subject>
      <dc:publisher><rdf:Bag><rdf:li>Chilton</rdf:li></rdf:Bag></dc:publisher>
      <dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language><dc:date><rdf:Seq><rdf:li>2021-05-06</rdf:li>
      </rdf:Seq></dc:date><prism:doi>10.1000/182</prism:doi><prism:publicationDate>1965-08</prism:publicationDate>
      </rdf:Description><rdf:Description><xmp:Identifier><rdf:Bag><rdf:li rdf:parseType="Resource"><xmpidq:Scheme>goodreads
      </xmpidq:Scheme><rdf:value>234225</rdf:value></rdf:li></rdf:Bag></xmp:Identifier></rdf:Description>
      """)
    let book = book(information(("T", "scan 7.tif"), ("A", "HP"), ("P", "0")), packet: packet)
    #expect(book.title == "Dune" && book.authors == ["Frank Herbert"] && book.publisher == "Chilton")
    #expect(book.tags == ["Sand", "Spice, red"] && book.language == "en" && book.pages == nil)
    #expect(book.isbn?.digits == "9780441172719" && book.published?.description == "1965-08")
    expectEqual(book.identifiers, [BookIdentifier("doi", "10.1000/182"), BookIdentifier("goodreads", "234225")])
  }

  @Test("calibre's packets have a series, and their date is that of publication; others' is that of the file")
  func calibre() throws {
    let date = "<dc:date><rdf:Seq><rdf:li>1965-08-01T00:00:00+00:00</rdf:li></rdf:Seq></dc:date>"
    let series = """
      <calibre:series rdf:parseType="Resource"><rdf:value>Dune</rdf:value><calibreSI:series_index>1.00
      </calibreSI:series_index></calibre:series>
      """
    let theirs = book(information(), packet: Self.packet("<rdf:Description>\(date)\(series)</rdf:Description>"))
    #expect(theirs.series == "Dune" && theirs.seriesNumber == 1 && theirs.published?.year == 1965)
    #expect(book(information(), packet: Self.packet("<rdf:Description>\(date)</rdf:Description>")).published == nil)
    expectEqual(book(information(("T", "T")), packet: "<x:xmpmeta><rdf:RDF>").title, "T")
  }

  @Test(
    "what nobody meant as a title is none",
    arguments: [
      "", " ", "untitled", "Untitled-1", "Microsoft Word - thesis.doc", "Microsoft Word - Thesis", "book_final.indd",
      "C:\\Users\\ada\\x", "/home/ada/x", "https://books.example", "000_123-456", "\u{FFFD}\u{FFFD}", "þÿ D u n e",
      "9780441172719", "PowerPoint Presentation", "Document1", "thesis.DVI",
    ])
  func noTitles(text: String) { #expect(PDFWords.title(text) == nil) }

  @Test(
    "what may be a title is one", arguments: ["1984", "Dune", "Emma (annotated)", "C# in Depth", "こころ", "2.0 and on"])
  func titles(text: String) { expectEqual(PDFWords.title(text), text) }

  @Test("whose account it was is no author")
  func names() {
    let book = book(information(("T", "Dune"), ("A", "User & Frank Herbert & ada@books.example")))
    expectEqual(book.authors, ["Frank Herbert"])
    expectEqual(self.book(information(("T", "Microsoft Word - x.doc"), ("A", "Typist"))).authors, [])
  }

  private func items() async throws -> [SourceItem] {
    try await items(FolderSource(name: "shelf", path: folder.path))
  }

  private func items(_ source: FolderSource) async throws -> [SourceItem] {
    guard case .page(let page) = try await source.page(SourceRequest()) else { return [] }
    return page.items
  }

  private func titles(_ source: FolderSource? = nil) async throws -> [String] {
    try await items(source ?? FolderSource(name: "shelf", path: folder.path))
      .compactMap { if case .record(let record, _) = $0 { record } else { nil } }
      .map {
        "\($0.values[.title].value?.description ?? "") | \($0.values[.authors].value.items.joined(separator: "; "))"
      }
  }

  @Test("where the library is not there a PDF is known by its name, and no reason is told")
  func withoutLibrary() async throws {
    try folder.write("Jane Austen - Emma.pdf", PDFMaker("/Title (Persuasion)").bytes)
    let source = FolderSource(name: "shelf", path: folder.path, readsPDF: false)
    try await expectEqual(titles(source), ["Emma | Jane Austen"])
    try await expectEqual(items(source).count, 1)
  }

  @Test("once the library is installed, folders are read again")
  func rising() {
    let versions = [false, true].map { FolderSource(name: "s", path: "/", readsPDF: $0).decoderVersion }
    expectEqual(versions, [4, 5])
    expectEqual(FolderSource(name: "s", path: "/").decoderVersion, PDFInformation.missing == nil ? 5 : 4)
  }

  @Test(
    "in a folder a PDF is the book that it says it is, else that of its name",
    .enabled(if: PDFInformation.missing == nil))
  func inFolder() async throws {
    var maker = PDFMaker("/Title <FEFF0044016B006E0065> /Author (Frank Herbert) /CreationDate (D:20200101)")
    maker.pages = 412
    try folder.write("a.pdf", maker.bytes)
    try folder.write("Jane Austen - Emma.pdf", PDFMaker("/Title (Microsoft Word - e.doc) /Author (User)").bytes)
    try folder.write("Leo Tolstoy - War and Peace.pdf", PDFMaker("/Title (War and peace)").bytes)
    maker.packet = Self.packet("<rdf:Description><dc:title>By its packet</dc:title></rdf:Description>")
    try folder.write("b.pdf", maker.bytes)
    try await expectEqual(
      titles(),
      [
        "Emma | Jane Austen", "War and peace | Leo Tolstoy", "Dūne | Frank Herbert", "By its packet | Frank Herbert",
      ])
    let records = try await items().compactMap { if case .record(let record, _) = $0 { record } else { nil } }
    #expect(records[2].values[.pages].value == .integer(412) && records[2].values[.published] == .null)
    try await expectEqual(items().count, 4)
  }

  @Test(
    "a PDF that is damaged, encrypted or was made to do harm is a book by its name, with the reason",
    .enabled(if: PDFInformation.missing == nil))
  func harm() async throws {
    let whole = PDFMaker("/Title (Dune)").bytes
    try folder.write("a cut.pdf", whole.prefix(60))
    try folder.write("b zeros.pdf", [UInt8](repeating: 0, count: 10_000))
    try folder.write("c empty.pdf", [])
    var locked = PDFMaker("/Title (Dune)")
    let hash = String(repeating: "00", count: 32)
    locked.trailer =
      "/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <\(hash)> /U <\(hash)> >> /ID [<00> <00>]"
    try folder.write("d locked.pdf", locked.bytes)
    let reasons = try await items().compactMap { if case .bad(let bad) = $0 { bad.reason } else { nil } }
    expectEqual(
      reasons,
      [
        "a cut.pdf: it is not a PDF, or is damaged", "b zeros.pdf: it is not a PDF, or is damaged",
        "c empty.pdf: it is not a PDF, or is damaged", "d locked.pdf: it is protected by a password",
      ])
    try await expectEqual(titles(), ["a cut | ", "b zeros | ", "c empty | ", "d locked | "])
  }

  @Test(
    "lists within lists, references in a circle and tables that lie end as a book or a reason",
    .enabled(if: PDFInformation.missing == nil))
  func depths() async throws {
    var deep = PDFMaker("/Title 5 0 R")
    deep.objects = [String(repeating: "[", count: 1_000_000)]
    try folder.write("deep.pdf", deep.bytes)
    var round = PDFMaker("/Title 5 0 R")
    round.objects = ["6 0 R", "5 0 R"]
    try folder.write("round.pdf", round.bytes)
    var lying = PDFMaker("/Title (Dune)")
    lying.trailer = "/Prev 9 /XRefStm 9"
    try folder.write("lying.pdf", lying.bytes)
    let count = try await items().count { if case .record = $0 { true } else { false } }
    expectEqual(count, 3)
  }

  @Test("a PDF that nobody waits for any more is not read to its end", .enabled(if: PDFInformation.missing == nil))
  func cancelled() async throws {
    let path = try folder.write("a.pdf", PDFMaker("/Title (Dune)").bytes)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try PDFInformation(FileBytes(path: path))
    }
    let error = await #expect(throws: ArchiveFailure.self) { try await task.value }
    expectEqual(error?.code, .unreadable)
  }
}
