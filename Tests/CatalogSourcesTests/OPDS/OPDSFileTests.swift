import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Files, covers and more that OPDS says of a book")
struct OPDSFileTests {
  private func record(_ feed: String) async throws -> SourceRecord {
    let (source, _) = OPDSSupport.source(["": feed])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.bad, [])
    return try #require(crawl.records.first)
  }

  private func files(_ record: SourceRecord) -> [BookFile] {
    guard case .records(let records)? = record.values[.files].value else { return [] }
    return records.compactMap { BookFile(record: $0) }
  }

  private func atom(_ parts: String) async throws -> SourceRecord {
    try await record(
      OPDSSupport.atom(
        "<entry><id>urn:test:1</id><title>Kindred</title><updated>2026-01-01T00:00:00Z</updated>\(parts)</entry>"))
  }

  private static let specification = "http://opds-spec.org"

  @Test("acquisition links of OPDS 1.2 are files, with absolute addresses, types, sizes and calibre's times")
  func atomFiles() async throws {
    let record = try await atom(
      """
      <link rel="\(Self.specification)/acquisition" type="application/epub+zip; charset=binary" href="get/1.epub"
        length="1234" mtime="2026-01-02T03:04:05+00:00"/>
      <link rel="\(Self.specification)/acquisition/open-access" type="application/pdf" href="https://cdn.test/1.pdf"
        length="-5"/>
      """)
    expectEqual(
      files(record),
      [
        BookFile(
          address: "http://books.test/get/1.epub", mediaType: "application/epub+zip", size: 1_234,
          modified: Date(rfc3339: "2026-01-02T03:04:05Z")),
        BookFile(address: "https://cdn.test/1.pdf", mediaType: "application/pdf"),
      ])
  }

  @Test(
    "what is a sample, a purchase, a loan, a document that leads on, or at no address of the web is no file",
    arguments: [
      #"rel="S/acquisition/buy" href="/x" type="application/epub+zip""#,
      #"rel="S/acquisition/borrow" href="/x" type="application/epub+zip""#,
      #"rel="S/acquisition/sample" href="/x" type="application/epub+zip""#,
      #"rel="S/acquisition" href="data:application/epub+zip;base64,UEs=""#,
      #"rel="S/acquisition" href="file:///etc/passwd""#, #"rel="S/acquisition" href="https://ada:secret@books.test/x""#,
      #"rel="S/acquisition" href="/x" type="application/atom+xml;type=entry;profile=opds-catalog""#,
    ])
  func noFiles(link: String) async throws {
    let link = link.replacing("S/", with: Self.specification + "/")
    let record = try await atom("<link \(link)/>")
    expectEqual(record.values[.files], .null)
    let indirect = try await atom(
      """
      <link rel="\(Self.specification)/acquisition" type="application/vnd.adobe.adept+xml" href="/x">
      <opds:indirectAcquisition xmlns:opds="http://opds-spec.org/2010/catalog" type="application/epub+zip"/></link>
      """)
    expectEqual(indirect.values[.files], .null)
  }

  @Test("an image is the cover, a thumbnail only where there is no image, and none that is in the feed itself")
  func atomCover() async throws {
    let thumbnail = #"<link rel="\#(Self.specification)/image/thumbnail" href="/small.jpg" type="image/jpeg"/>"#
    let image = #"<link rel="\#(Self.specification)/image" href="/large.jpg" type="image/jpeg"/>"#
    let data = #"<link rel="\#(Self.specification)/image" href="data:image/png;base64,iVBORw0KGgo=" type="image/png"/>"#
    try await expectEqual(atom(thumbnail + image).text(.cover), "http://books.test/large.jpg")
    try await expectEqual(atom(data + thumbnail).text(.cover), "http://books.test/small.jpg")
    try await expectEqual(atom(data).values[.cover], .null)
  }

  @Test("a feed in Atom says a description, contributors, identifiers and several series")
  func atomMore() async throws {
    let record = try await atom(
      """
      <summary>In short.</summary><content type="html">&lt;p&gt;Dana &amp;amp; Rufus.&lt;/p&gt;&lt;p&gt;Maryland.&lt;/p&gt;</content>
      <contributor><name>Ben Onwukwe</name></contributor>
      <dc:identifier>urn:isbn:9780807083697</dc:identifier><dc:identifier>goodreads:60931</dc:identifier>
      <dc:identifier>doi:10.1000/182</dc:identifier>
      <schema:Series xmlns:schema="http://schema.org/" name="Beacon" schema:position="2"/>
      <schema:Series xmlns:schema="http://schema.org/" name="Classics" schema:position="many"/>
      """)
    expectEqual(record.text(.description), "Dana & Rufus.\nMaryland.")
    expectEqual(record.text(.contributors), "Ben Onwukwe")
    expectEqual(record.text(.isbn), "9780807083697")
    expectEqual(record.text(.identifiers), "goodreads | 60931; doi | 10.1000/182")
    #expect(record.text(.series) == "Beacon" && record.text(.seriesNumber) == "2")
    expectEqual(record.text(.otherSeries), "Classics")
    try await expectEqual(atom("<summary>In short.</summary>").text(.description), "In short.")
    try await expectEqual(atom("").values[.description], .absent)
  }

  @Test("calibre's description begins below its lines and those of columns that somebody made")
  func calibre() async throws {
    func content(_ text: String) async throws -> SourceRecord {
      try await atom(
        """
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(text)</div></content>
        <link type="image/jpeg" href="/get/cover/1/lib" rel="\(Self.specification)/cover"/>
        """)
    }
    let lines = "RATING: ★★★★<br/>\nTAGS: Fantasy<br/>\nSERIES: Earthsea [4]<br/>\nShelf: attic<br/>\n"
    let record = try await content("\(lines)<p>Years <b>after</b></p><p>The Tombs</p>")
    expectEqual(record.text(.description), "Years after\nThe Tombs")
    expectEqual(record.text(.cover), "http://books.test/get/cover/1/lib")
    try await expectEqual(content(lines).values[.description], .null)
  }

  @Test("links and images of OPDS 2.0 are files and the cover: the highest image")
  func json() async throws {
    let record = try await record(
      """
      {"publications":[{"metadata":{"@type":"http://schema.org/Audiobook","title":"Kindred","subtitle":"A novel",
      "identifier":"urn:isbn:9780807083697","altIdentifier":["urn:doi:10.1000/182"],"duration":36000,
      "description":"<p>Dana.</p>","author":"Octavia E. Butler","narrator":{"name":"Kim Staunton"},
      "translator":["A. N. Other"],"contributor":[{"name":"Someone","role":["ill","wizard"]},"Nobody"],
      "belongsTo":{"series":[{"name":"Set","position":2},{"name":"Other","position":-3}]}},
      "images":[{"href":"/small.jpg","height":100},{"href":"large.jpg","height":900},{"href":"data:image/png;base64,x","height":2000}],
      "links":[{"href":"/get/1","rel":"http://opds-spec.org/acquisition","type":"audio/mpeg","size":99},
      {"href":"/buy/1","rel":"http://opds-spec.org/acquisition/buy","type":"text/html"},
      {"href":"/lend/1","rel":"http://opds-spec.org/acquisition","type":"application/vnd.readium.lcp.license.v1.0+json",
      "properties":{"indirectAcquisition":[{"type":"application/epub+zip"}]}}]}]}
      """)
    expectEqual(files(record), [BookFile(address: "http://books.test/get/1", mediaType: "audio/mpeg", size: 99)])
    expectEqual(record.text(.cover), "http://books.test/large.jpg")
    #expect(record.text(.subtitle) == "A novel" && record.text(.description) == "Dana.")
    #expect(record.text(.format) == "audiobook" && record.text(.duration) == "600")
    expectEqual(
      record.text(.contributors), "A. N. Other | trl; Kim Staunton | nrt; Someone | ill; Someone | wizard; Nobody")
    #expect(record.text(.isbn) == "9780807083697" && record.text(.identifiers) == "doi | 10.1000/182")
    #expect(record.text(.series) == "Set" && record.text(.otherSeries) == "Other")
  }

  @Test("what a feed says that cannot be used is left out, and said")
  func leftOut() async throws {
    let record = try await atom(
      "<dc:identifier>urn:isbn:9780807083698</dc:identifier><dc:issued>soon</dc:issued>")
    expectEqual(
      record.leftOut.map(\.description),
      [
        "published “soon”: it is not a date", "ISBN “9780807083698”: its check digit should be 7",
      ])
  }

  @Test("a record that is read again has its addresses on the server's own place")
  func readAgain() async throws {
    let (source, _) = OPDSSupport.source([:])
    let entry = OPDSSupport.book(1).replacing("<entry>", with: #"<entry xmlns="http://www.w3.org/2005/Atom">"#)
    let record = try #require(try source.record(from: Array(entry.utf8)))
    expectEqual(files(record).map(\.address), ["http://books.test/get/1"])
  }
}
