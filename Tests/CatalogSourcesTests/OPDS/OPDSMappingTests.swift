import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("What OPDS says of a book")
struct OPDSMappingTests {
  private func records(_ feed: String) async throws -> [SourceRecord] {
    let (source, _) = OPDSSupport.source(["": feed])
    let crawl = try await OPDSCrawlPages(source)
    expectEqual(crawl.bad, [])
    return crawl.records
  }

  @Test("an entry of OPDS 1.2 gives all that the format has")
  func atom() async throws {
    let record = try #require(
      try await records(
        OPDSSupport.atom(
          """
          <entry><id>urn:uuid:6283CF49-e35a-534e-a04c-51620c4d3dee</id><title type="text">  Kindred &amp;
          more </title><author><name>Octavia E. Butler</name></author><author><name>Smith &amp; Sons</name></author>
          <dc:identifier>urn:isbn:9780807083697</dc:identifier><dc:language>en</dc:language>
          <dc:publisher>Beacon Press</dc:publisher><dc:issued>2004-02-01</dc:issued>
          <category term="FIC" label="Time travel"/><category term="Slavery"/>
          <link rel="http://opds-spec.org/acquisition/buy" href="x"/></entry>
          """)
      ).first)
    expectEqual(record.remoteID, "6283cf49-e35a-534e-a04c-51620c4d3dee")
    expectEqual(record.uuid?.uuidString, "6283CF49-E35A-534E-A04C-51620C4D3DEE")
    expectEqual(record.text(.title), "Kindred & more")
    expectEqual(record.values[.authors].value, .list(["Octavia E. Butler", "Smith & Sons"]))
    expectEqual(record.text(.isbn), "9780807083697")
    expectEqual(record.text(.language), "en")
    expectEqual(record.text(.publisher), "Beacon Press")
    expectEqual(record.text(.published), "2004-02-01")
    expectEqual(record.values[.tags].value, .list(["Slavery", "Time travel"]))
    expectEqual(record.values[.series], .absent)
  }

  private func calibre(_ content: String, date: String = "", author: String = "A &amp; B, C &amp; D&amp;&amp;E")
    -> String
  {
    OPDSSupport.atom(
      """
      <entry><title>Tehanu</title><author><name>\(author)</name></author><id>urn:uuid:00000000-0000-4000-8000-000000000001</id>
      <updated>2026-01-01T00:00:00+00:00</updated><published>2024-01-01T00:00:00+00:00</published>\(date)
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(content)</div></content>
      <link type="image/jpeg" href="/get/cover/1/lib" rel="http://opds-spec.org/cover"/></entry>
      """, id: "calibre-all:title")
  }

  @Test("calibre's authors, rating, tags and series are read out of its prose, also of a book without a file")
  func calibreContent() async throws {
    let record = try #require(
      try await records(
        calibre(
          "RATING: ★★★★<br/>\nTAGS: Fantasy, Dragons<br/>\nSERIES: Earthsea [old] [4.5]<br/><p>TAGS: not these</p>",
          date: "<dc:date>1990-02-15T00:00:00+00:00</dc:date>")
      ).first)
    expectEqual(record.values[.authors].value, .list(["A", "B, C", "D&E"]))
    expectEqual(record.text(.averageRating), "4")
    expectEqual(record.values[.tags].value, .list(["Dragons", "Fantasy"]))
    expectEqual(record.text(.series), "Earthsea [old]")
    expectEqual(record.text(.seriesNumber), "4.5")
    expectEqual(record.text(.published), "1990-02-15")
  }

  @Test("what calibre does not say it does not have; what others do not say is as it was")
  func silence() async throws {
    let silent = try #require(
      try await records(calibre("<p>TAGS are nice</p>", date: "<dc:date>0101-01-01T00:00:00+00:00</dc:date>")).first)
    for field in [BookField.tags, .series, .seriesNumber, .published] { expectEqual(silent.values[field], .null) }
    let other = try #require(try await records(OPDSSupport.atom(OPDSSupport.book(1))).first)
    for field in [BookField.tags, .series, .published, .authors] { expectEqual(other.values[field], .absent) }
  }

  @Test(
    "the first moment of a year is a year, and calibre's first day of the year 101 is no date",
    arguments: [
      ("1997-01-01T00:00:00+00:00", "1997"), ("1997-01-01", "1997-01-01"), ("1997-01-02T00:00:00Z", "1997-01-02"),
      ("1997", "1997"), ("0101-01-01T00:00:00+00:00", nil), ("soon", nil),
    ])
  func dates(text: String, expected: String?) async throws {
    let feed = OPDSSupport.atom(OPDSSupport.book(1, "<dc:issued>\(text)</dc:issued>"))
    try await expectEqual(records(feed).first?.text(.published), expected)
  }

  @Test("a publication of OPDS 2.0 gives all that the format has")
  func json() async throws {
    let record = try #require(
      try await records(
        """
        {"metadata":{"title":"Shelf"},"links":[],"publications":[{"metadata":{"@type":"http://schema.org/Book",
        "title":{"fr":"Liens de sang","en":"Kindred"},"author":["Octavia E. Butler",{"name":{"en":"A. N. Other"}}],
        "identifier":"urn:isbn:9780807083697","language":["en","fr"],"modified":"2020-01-01T00:00:00Z",
        "publisher":{"name":"Beacon Press"},"published":"2004-02-01","numberOfPages":287,
        "subject":["Slavery",{"name":"Time travel","code":"x"}],"belongsTo":{"series":{"name":"Set","position":2}}},
        "links":[{"href":"/get/1","rel":"http://opds-spec.org/acquisition"}]}]}
        """
      ).first)
    expectEqual(record.remoteID, "urn:isbn:9780807083697")
    expectEqual(record.text(.title), "Kindred")
    expectEqual(record.values[.authors].value, .list(["Octavia E. Butler", "A. N. Other"]))
    expectEqual(record.text(.isbn), "9780807083697")
    expectEqual(record.text(.language), "en")
    expectEqual(record.text(.publisher), "Beacon Press")
    expectEqual(record.text(.published), "2004-02-01")
    expectEqual(record.text(.pages), "287")
    expectEqual(record.values[.tags].value, .list(["Slavery", "Time travel"]))
    expectEqual(record.text(.series), "Set")
    expectEqual(record.text(.seriesNumber), "2")
  }

  @Test("the simple forms of OPDS 2.0 are read too, and a publication without an identifier is known by its address")
  func simpleJSON() async throws {
    let record = try #require(
      try await records(
        """
        {"publications":[{"metadata":{"title":"Kindred","author":"Octavia E. Butler","subject":"Slavery",
        "belongsTo":{"series":["Set"]}},"links":[{"rel":"self","href":"/pub/7"}]}]}
        """
      ).first)
    expectEqual(record.remoteID, "/pub/7")
    expectEqual(record.values[.authors].value, .list(["Octavia E. Butler"]))
    expectEqual(record.text(.series), "Set")
    expectEqual(record.values[.tags].value, .list(["Slavery"]))
  }

  @Test("markup, control characters and SQL are text")
  func text() async throws {
    let title = "&lt;script&gt;alert(1)&lt;/script&gt; '; DROP TABLE book; --"
    let record = try #require(try await records(OPDSSupport.atom(OPDSSupport.book(1, title: title))).first)
    expectEqual(record.text(.title), "<script>alert(1)</script> '; DROP TABLE book; --")
    let xhtml = "<div xmlns='http://www.w3.org/1999/xhtml'>Less <b>is</b> more</div>"
    try await expectEqual(
      records(OPDSSupport.atom(OPDSSupport.book(2, title: xhtml))).first?.text(.title), "Less is more")
    let control = #"{"publications":[{"metadata":{"title":"a\u001b[31mb","identifier":"x"}}]}"#
    try await expectEqual(records(control).first?.text(.title)?.contains("[31m"), true)
  }

  @Test("numbers, dates and codes that cannot be used are left out, and the book comes")
  func invalidValues() async throws {
    let long = String(repeating: "x", count: 99)
    let feed = """
      {"publications":[{"metadata":{"title":"Kindred","identifier":"urn:isbn:123","language":"\(long)","published":"soon",
      "numberOfPages":-4,"belongsTo":{"series":{"name":"Set","position":-1}}}}]}
      """
    let record = try #require(try await records(feed).first)
    for field in [BookField.isbn, .language, .published, .pages] {
      expectEqual(record.values[field], .absent, "\(field)")
    }
    #expect(record.text(.series) == "Set" && record.values[.seriesNumber] == .null)
  }
}
