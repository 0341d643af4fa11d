import CatalogModel
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("What an EPUB says of its book") struct OPFTests {
  @Test("an EPUB 2 of calibre")
  func calibre() throws {
    let book = try EBook.epub(
      """
      <dc:title>Dune</dc:title>
      <dc:creator opf:file-as="Herbert, Frank" opf:role="aut">Frank Herbert</dc:creator>
      <dc:creator opf:role="trl">Ronald M. Hahn</dc:creator>
      <dc:contributor opf:role="bkp">calibre (6.1) [https://calibre-ebook.com]</dc:contributor>
      <dc:contributor opf:role="ill">Ada</dc:contributor>
      <dc:contributor>Bob</dc:contributor>
      <dc:description>&lt;div&gt;&lt;p&gt;Sand &amp;amp; spice.&lt;/p&gt;&lt;p&gt;Worms.&lt;/p&gt;&lt;/div&gt;</dc:description>
      <dc:publisher>Ace</dc:publisher>
      <dc:identifier opf:scheme="calibre" id="uuid_id">2f7f6d6e-2f3d-4c9c-9d3c-0d5a9a4e7c11</dc:identifier>
      <dc:identifier opf:scheme="uuid">2F7F6D6E-2F3D-4C9C-9D3C-0D5A9A4E7C11</dc:identifier>
      <dc:identifier opf:scheme="ISBN">9780441013593</dc:identifier>
      <dc:identifier opf:scheme="GOODREADS">234225</dc:identifier>
      <dc:identifier opf:scheme="MOBI-ASIN">B00B7NPRY8</dc:identifier>
      <dc:identifier>calibre:255</dc:identifier>
      <dc:date>1999-07-31T16:00:00+00:00</dc:date>
      <dc:language>en</dc:language>
      <dc:subject>Science Fiction</dc:subject><dc:subject>Deserts</dc:subject>
      <meta name="calibre:series" content="Dune Chronicles"/><meta name="calibre:series_index" content="1.5"/>
      <meta name="cover" content="cover.jpg"/>
      """)
    #expect(book.title == "Dune" && book.authors == ["Frank Herbert"])
    expectEqual(
      book.contributors,
      [Contributor("Ronald M. Hahn", role: "trl"), Contributor("Ada", role: "ill"), Contributor("Bob")])
    expectEqual(book.description, "Sand & spice.\nWorms.")
    #expect(book.publisher == "Ace" && book.isbn?.digits == "9780441013593")
    expectEqual(
      book.identifiers,
      [
        BookIdentifier("uuid", "2f7f6d6e-2f3d-4c9c-9d3c-0d5a9a4e7c11"), BookIdentifier("goodreads", "234225"),
        BookIdentifier("asin", "B00B7NPRY8"),
      ])
    expectEqual(book.published?.description, "1999-08-01")
    #expect(book.language == "en" && book.tags == ["Science Fiction", "Deserts"])
    #expect(book.series == "Dune Chronicles" && book.seriesNumber == 1.5)
  }

  @Test("an EPUB 3, with roles, order, kinds of titles and the series in elements that refine")
  func refinements() throws {
    let book = try EBook.epub(
      """
      <dc:title id="t2">The Science Fiction Novel</dc:title><meta refines="#t2" property="title-type">subtitle</meta>
      <dc:title id="t1">Dune</dc:title><meta refines="#t1" property="title-type">main</meta>
      <dc:title id="t3">Dune, the Edition</dc:title><meta refines="#t3" property="title-type">edition</meta>
      <dc:creator id="c2">Second</dc:creator><meta refines="#c2" property="display-seq">2</meta>
      <dc:creator id="c1">First, Ada</dc:creator><meta refines="#c1" property="display-seq">1</meta>
      <meta refines="#c1" property="file-as">First, Ada</meta>
      <meta refines="#c1" property="opf:role" scheme="marc:relators">http://id.loc.gov/vocabulary/relators/aut</meta>
      <dc:creator id="c3" opf:role="trl">Third</dc:creator><meta refines="#c3" property="role">trl</meta>
      <dc:creator>Without a place</dc:creator>
      <dc:identifier id="id">urn:isbn:9780441013593</dc:identifier>
      <dc:identifier>isbn:9780441013593</dc:identifier>
      <dc:identifier id="d">10.1000/182</dc:identifier><meta refines="#d" property="identifier-type" scheme="onix:codelist5">06</meta>
      <opf:meta property="belongs-to-collection" id="s0">Ace Classics</opf:meta>
      <opf:meta refines="#s0" property="collection-type">set</opf:meta>
      <opf:meta property="opf:belongs-to-collection" id="s">Dune Chronicles</opf:meta>
      <opf:meta refines="#s" property="collection-type">series</opf:meta>
      <opf:meta refines="#s" property="group-position">1</opf:meta>
      <meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>
      <meta property="schema:numberOfPages">412</meta>
      <dc:date>1965-08</dc:date>
      """)
    #expect(book.title == "Dune" && book.subtitle == "The Science Fiction Novel")
    expectEqual(book.authors, ["Ada First", "Second", "Without a place"])
    expectEqual(book.contributors, [Contributor("Third", role: "trl"), Contributor("Third", role: "trl")])
    #expect(book.isbn?.digits == "9780441013593" && book.identifiers == [BookIdentifier("doi", "10.1000/182")])
    #expect(book.series == "Dune Chronicles" && book.seriesNumber == 1)
    #expect(book.published?.description == "1965-08" && book.pages == 412)
  }

  @Test(
    "an identifier is an ISBN by its check digit, whatever it is called",
    arguments: [
      ("", "9780441013593", "9780441013593", ""), ("", "0-441-01359-7", "9780441013593", ""),
      ("ISBN", "9780441013594", nil, ""), ("", "urn:isbn:978-0-441-01359-3", "9780441013593", ""),
      ("URI", "urn:isbn:9780441013593", "9780441013593", ""), ("isbn", "isbn:9780441013593", "9780441013593", ""),
      ("", "goodreads:234225", nil, "goodreads 234225"), ("", "urn:uuid:nonsense", nil, "uuid nonsense"),
      ("URI", "https://www.gutenberg.org/1342", nil, "uri https://www.gutenberg.org/1342"),
      ("", "some-book-of-mine", nil, ""), ("calibre", "17", nil, ""), ("AMAZON", "0441013597", nil, "asin 0441013597"),
      ("id", "9780441013593", "9780441013593", ""), ("", ":", nil, ""), ("", "", nil, ""),
    ] as [(String, String, String?, String)])
  func identifiers(scheme: String, text: String, isbn: String?, other: String) {
    var book = EBook()
    book.addIdentifier(text, scheme: scheme.isEmpty ? nil : scheme)
    expectEqual(book.isbn?.digits, isbn)
    expectEqual(book.identifiers.map { "\($0.type) \($0.value)" }.joined(), other)
  }

  @Test("of two ISBNs the first is the book's, and the other one is kept")
  func twoISBNs() throws {
    let book = try EBook.epub(
      "<dc:title>x</dc:title><dc:identifier>9780441013593</dc:identifier><dc:identifier>9780441172719</dc:identifier>"
        + "<dc:identifier>0441013597</dc:identifier>")
    expectEqual(book.isbn?.digits, "9780441013593")
    expectEqual(book.identifiers, [BookIdentifier("isbn", "9780441172719")])
  }

  @Test("of several dates those of the book are taken, not those of the file")
  func dates() throws {
    let book = try EBook.epub(
      """
      <dc:title>x</dc:title><dc:date opf:event="modification">2020-02-02</dc:date>
      <dc:date opf:event="creation">2019-02-02</dc:date>
      <dc:date opf:event="original-publication">1965</dc:date><dc:date opf:event="publication">1990-06-01</dc:date>
      """)
    #expect(book.published?.description == "1990-06-01" && book.firstPublished?.description == "1965")
    for (text, date) in [
      ("0101-01-01T00:00:00+00:00", nil), ("2001", "2001"), ("May 2001", "2001"), ("2001-00-00", "2001"),
      ("2003-12-31T23:00:00+00:00", "2004"), ("c1999.", "1999"), ("n.d.", nil), ("", nil), ("1999/05/06", "1999-05-06"),
    ] as [(String, String?)] {
      expectEqual(EBook.date(text)?.description, date, "\(text)")
    }
  }

  @Test("documents that are no XML 1.0 are read all the same")
  func mended() throws {
    let metadata = """
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Caf&eacute;&nbsp;&amp; Tom & Jerry &mdash; 1 &lt; 2</dc:title>
      <dc:creator opf:role="trl">Ada</dc:creator></metadata>
      """
    let documents = [
      "<?xml version=\"1.1\" encoding=\"utf-8\"?><package xmlns=\"http://www.idpf.org/2007/opf\">\(metadata)</package>",
      "\n\n<?xml version='1.0'?><!DOCTYPE package [<!ENTITY x \"y > z\">]><package>\(metadata)</package>",
      "<package>\(metadata)<manifest><item href=\"no end",
    ]
    for document in documents {
      let book = try EBook.opf(document)
      #expect(book.title.hasSuffix(" & Tom & Jerry — 1 < 2"), "\(book.title)")
      expectEqual(book.contributors, [Contributor("Ada", role: "trl")])
    }
    // The form from before OPF 2.
    let old = try EBook.opf(
      """
      <package><metadata><dc-metadata xmlns:dc="http://purl.org/dc/elements/1.0/"><dc:Title>Old</dc:Title>
      <dc:Creator role="aut">Bob</dc:Creator></dc-metadata><x-metadata><meta name="calibre:series" content="S"/>
      </x-metadata></metadata></package>
      """)
    #expect(old.title == "Old" && old.authors == ["Bob"] && old.series == "S")
  }

  @Test("the package document is found by the container, by its name without one, and may be called as addresses are")
  func container() throws {
    let metadata = "<dc:title>Found</dc:title>"
    try expectEqual(EPUBBook.read(MemoryBytes(ZIPMaker.epub(metadata, package: "a/b.xml"))).title, "Found")
    var maker = ZIPMaker()
    maker.add("x/My Book.opf", "<package><metadata><title>Alone</title></metadata></package>")
    try expectEqual(EPUBBook.read(MemoryBytes(maker.archive())).title, "Alone")
    maker.add(
      "META-INF/container.xml", "<container><rootfiles><rootfile full-path='x/My%20Book.opf'/></rootfiles></container>")
    try expectEqual(EPUBBook.read(MemoryBytes(maker.archive())).title, "Alone")
    var none = ZIPMaker()
    none.add("../../etc/passwd", "x")
    #expect(throws: ArchiveFailure(.damaged, "it has no package document, which an EPUB needs")) {
      try EPUBBook.read(MemoryBytes(none.archive()))
    }
  }

  @Test("a list of thousands of files behind the metadata is no harm, and a document that is no XML is said")
  func large() throws {
    let items = (0..<20_000).map {
      "<item id=\"i\($0)\" href=\"text/\($0).xhtml\" media-type=\"application/xhtml+xml\"/>"
    }
    let document =
      "<package xmlns=\"o\" xmlns:dc=\"d\"><metadata><dc:title>Large</dc:title></metadata><manifest>\(items.joined())</manifest></package>"
    try expectEqual(EPUBBook.read(MemoryBytes(ZIPMaker.epub(document: document))).title, "Large")
    for document in ["", "no XML", "<package/>", "<package><metadata>"] {
      #expect(throws: ArchiveFailure.self, "\(document)") { try EBook.opf(document) }
    }
  }

  @Test("a record holds what its fields can hold")
  func record() throws {
    var book = EBook()
    book.title = String(repeating: "é", count: 3_000) + "\n"
    book.authors = ["", "  Ada\n Lovelace "] + (0..<700).map { "Author \($0)" }
    book.tags = [String(repeating: "t", count: 300), "kept"]
    (book.series, book.seriesNumber, book.pages, book.language) = ("S", -5, 0, String(repeating: "x", count: 60))
    book.description = String(repeating: "é", count: 200_000)
    book.contributors = [Contributor(""), Contributor("Bob", role: "trl"), Contributor("Bob", role: "trl")]
    let record = try book.record(
      id: "1", isComic: false, files: [BookFile(path: "/" + String(repeating: "x", count: 5_000))])
    expectEqual(record.values[.title].value, .text(String(repeating: "é", count: 1_000)))
    expectEqual(record.values[.authors].value.map { "\($0)".hasPrefix("Ada Lovelace; Author 0") }, true)
    expectEqual(record.values[.tags].value, .list(["kept"]))
    expectEqual(record.values[.description].value?.description.utf8.count, 262_144)
    for field in [BookField.files, .seriesNumber, .pages, .language, .isbn] { expectEqual(record.values[field], .null) }
    expectEqual(record.values[.contributors].value?.description, "Bob | trl")
    expectEqual(record.values[.format].value, .text("ebook"))
  }
}
