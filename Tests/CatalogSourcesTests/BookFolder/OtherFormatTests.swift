import CatalogModel
import CatalogTestSupport
import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("What other e-books say of themselves") struct OtherFormatTests {
  @Test("a FictionBook, of which the description alone is read")
  func fictionBook() throws {
    let book = try EBook.fictionBook(
      """
      <title-info><genre>sf</genre><genre>prose_classic</genre>
      <author><first-name>Аркадий</first-name><middle-name>Натанович</middle-name><last-name>Стругацкий</last-name></author>
      <author><nickname>Vitus</nickname></author><author/>
      <book-title>Пикник на обочине</book-title><annotation><p>One.</p><p>Two &amp; <strong>three</strong>.</p></annotation>
      <keywords>aliens, Zone</keywords><date value="1972-01-15">1972</date><lang>ru</lang>
      <translator><first-name>Ada</first-name><last-name>Lovelace</last-name></translator>
      <sequence name="Мир Полудня" number="3"/></title-info>
      <document-info><author><nickname>scanner</nickname></author><id>77</id></document-info>
      <publish-info><book-name>Other</book-name><publisher>АСТ</publisher><year>2004</year><isbn>0-441-01359-7</isbn>
      <sequence name="Library" number="9"/></publish-info>
      """)
    #expect(book.title == "Пикник на обочине" && book.authors == ["Аркадий Натанович Стругацкий", "Vitus"])
    #expect(
      book.contributors == [Contributor("Ada Lovelace", role: "trl")]
        && book.tags == ["sf", "prose_classic", "aliens", " Zone"])
    #expect(book.description == "One.\nTwo & three." && book.language == "ru")
    #expect(book.series == "Мир Полудня" && book.seriesNumber == 3)
    #expect(book.publisher == "АСТ" && book.isbn?.digits == "9780441013593")
    #expect(book.published?.description == "2004" && book.firstPublished?.description == "1972-01-15")
  }

  @Test("what makes no sense in a file is left out and said, and the rest of it is read")
  func leftOut() throws {
    func reportedValues(_ book: EBook) throws -> [String] {
      try book.record(id: "1", isComic: false, files: []).leftOut.map { "\($0.subject) \($0.value)" }
    }
    let epub = try EBook.epub(
      """
      <dc:title>A</dc:title><dc:date>soon</dc:date><dc:identifier opf:scheme="ISBN">9780441013594</dc:identifier>
      <dc:subject>\(String(repeating: "x", count: 300))</dc:subject><dc:date opf:event="conversion">x</dc:date>
      <meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="two"/>
      <meta property="schema:numberOfPages">many</meta>
      """)
    let ofEPUB = try reportedValues(epub)
    expectEqual(
      ofEPUB,
      [
        "tags \(String(repeating: "x", count: 79))…", "ISBN 9780441013594", "seriesNumber two", "published soon",
        "pages many",
      ])
    let fictionBook = try EBook.fictionBook(
      """
      <title-info><book-title>A</book-title><date value="x">long ago</date><sequence name="S" number="III"/></title-info>
      <publish-info><year>MMIV</year><isbn>0-441-01359-8</isbn></publish-info>
      """)
    let ofFictionBook = try reportedValues(fictionBook)
    expectEqual(ofFictionBook, ["ISBN 0-441-01359-8", "seriesNumber III", "firstPublished x", "published MMIV"])
    let comic = try ComicArchive.book(
      of: Array(
        """
        <ComicInfo><Title>A</Title><Series>S</Series><Number>½</Number><Year>2006</Year><Month>13</Month>
        <PageCount>x</PageCount></ComicInfo>
        """.utf8))
    expectEqual(comic.published?.description, "2006")
    let ofComic = try reportedValues(comic)
    expectEqual(ofComic, ["seriesNumber ½", "published 2006-13", "pages x"])
    // Placeholders that programs write for unknown values are not reported.
    let unknown = try EBook.epub(
      "<dc:title>A</dc:title><dc:date>0101-01-01T00:00:00+00:00</dc:date><dc:date opf:event=\"publication\">0000-00-00</dc:date>"
    )
    try expectEqual(reportedValues(unknown), [])
    let none = try ComicArchive.book(
      of: Array("<ComicInfo><Title>A</Title><Year>-1</Year><PageCount>0</PageCount></ComicInfo>".utf8))
    try expectEqual(reportedValues(none), [])
  }

  @Test("encodings of one byte a letter are read", arguments: ["windows-1251", "KOI8-R"])
  func encodings(name: String) throws {
    // “Мир” in both encodings.
    let title: [UInt8] = name == "KOI8-R" ? [0xED, 0xC9, 0xD2] : [0xCC, 0xE8, 0xF0]
    let head = "<?xml version=\"1.0\" encoding=\"\(name)\"?><FictionBook><description><title-info><book-title>"
    let document = Array(head.utf8) + title + Array("</book-title></title-info></description>".utf8)
    try expectEqual(FictionBook.book(of: document).title, "Мир")
    var maker = ZIPMaker()
    maker.add("readme.txt", "x")
    maker.add("book.FB2", document)
    try expectEqual(FictionBook.read(MemoryBytes(maker.archive()), isPacked: true).title, "Мир")
    let markup = Array(head.utf8) + title + Array(" & &mdash;</book-title></title-info></description>".utf8)
    try expectEqual(FictionBook.book(of: markup).title, "Мир & —")
    #expect(throws: ArchiveFailure.self) {
      try FictionBook.book(of: Array("<?xml version=\"1.0\" encoding=\"x-none\"?><a><description/></a>".utf8))
    }
  }

  @Test("a description that does not end within a mebibyte is not read on")
  func endless() {
    let document = Array("<FictionBook><description><x>".utf8) + [UInt8](repeating: 65, count: 3_000_000)
    #expect(throws: ArchiveFailure.self) { try FictionBook.read(MemoryBytes(document), isPacked: false) }
  }

  @Test("a comic with ComicInfo.xml")
  func comic() throws {
    let book = try ComicArchive.read(
      MemoryBytes(
        ZIPMaker.comic(
          """
          <Title>The Coming</Title><Series>Sandman</Series><Number>1.5</Number><Count>75</Count><Volume>2</Volume>
          <Summary>Sleep &amp;amp; dreams</Summary><Year>1989</Year><Month>1</Month><Day>31</Day>
          <Writer>Neil Gaiman, Ada</Writer><Penciller>Sam Kieth</Penciller><Inker>Mike Dringenberg</Inker>
          <Colorist>Robbie Busch</Colorist><Letterer>Todd Klein</Letterer><CoverArtist>Dave McKean</CoverArtist>
          <Editor>Karen Berger</Editor><Translator>Bob</Translator><Publisher>Vertigo</Publisher>
          <Genre>Horror, Fantasy</Genre><Tags>dreams</Tags><PageCount>40</PageCount><LanguageISO>en</LanguageISO>
          <GTIN>9781401284770</GTIN><Pages><Page Image="0"/></Pages>
          """)))
    #expect(book.title == "The Coming" && book.series == "Sandman" && book.seriesNumber == 1.5)
    #expect(book.authors == ["Neil Gaiman", "Ada"] && book.publisher == "Vertigo" && book.pages == 40)
    expectEqual(
      book.contributors.map { "\($0.name) \($0.role ?? "")" },
      [
        "Sam Kieth art", "Mike Dringenberg inker", "Robbie Busch colorist", "Todd Klein letterer", "Dave McKean cov",
        "Karen Berger edt", "Bob trl",
      ])
    #expect(book.description == "Sleep & dreams" && book.published?.description == "1989-01-31")
    #expect(book.tags == ["Horror", "Fantasy", "dreams"] && book.language == "en")
    expectEqual(book.isbn?.digits, "9781401284770")
  }

  @Test("a comic without a title is called by its place in its series, and one that says nothing by its file's name")
  func untitled() throws {
    func read(_ members: String?) throws -> EBook { try ComicArchive.read(MemoryBytes(ZIPMaker.comic(members))) }
    try expectEqual(
      read("<Series>Sandman</Series><Number>3</Number><GTIN>123</GTIN><Year>-1</Year>").title, "Sandman #3")
    try expectEqual(read("<Series>Sandman</Series><Year>1989</Year><Month>13</Month>").published?.description, "1989")
    try expectEqual(read("<Number>3</Number>").title, "")
    try expectEqual(read(nil).orElse(FileNameBook.book("Ada - Notes", in: [])).title, "Notes")
  }

  @Test(
    "a name says author and title, and what is unclear is the title alone",
    arguments: [
      ("Frank Herbert - Dune", "", "Frank Herbert", "Dune", nil),
      (
        "Herbert, Frank - Dune (Dune Chronicles, #1)", "", "Frank Herbert", "Dune (Dune Chronicles, #1)",
        "Dune Chronicles 1"
      ),
      ("Dune - Frank Herbert", "Frank Herbert/Dune (1)", "Frank Herbert", "Dune", nil),
      (
        "Isaac Asimov - Foundation 02 - Foundation and Empire", "", "Isaac Asimov", "Foundation and Empire",
        "Foundation 2"
      ),
      ("Isaac Asimov - [Foundation 2.5] - Empire", "", "Isaac Asimov", "Empire", "Foundation 2.5"),
      ("A - B - C", "", "", "A - B - C", nil), ("01 - Dune", "", "", "01 - Dune", nil), ("Dune", "", "", "Dune", nil),
      ("Terry Pratchett & Neil Gaiman - Good Omens", "", "Terry Pratchett; Neil Gaiman", "Good Omens", nil),
      ("Frank_Herbert_-_Dune", "", "Frank Herbert", "Dune", nil), (" - Dune", "", "", "- Dune", nil),
      ("Catch-22", "", "", "Catch-22", nil), ("___", "", "", "___", nil),
    ] as [(String, String, String, String, String?)])
  func names(stem: String, folder: String, authors: String, title: String, series: String?) {
    let book = FileNameBook.book(stem, in: folder.split(separator: "/"))
    #expect(book.authors.joined(separator: "; ") == authors && book.title == title)
    expectEqual(book.series.map { "\($0) \((book.seriesNumber ?? 0).grouped)" }, series)
  }

  @Test("what a file is, is told by the end of its name")
  func types() {
    for (name, ending) in [
      ("Dune.epub", ".epub"), ("Dune.KEPUB.EPUB", ".kepub.epub"), ("Dune.fb2.zip", ".fb2.zip"), ("a.b.pdf", ".pdf"),
      ("Dune.original_epub", ".original_epub"),
    ] {
      expectEqual(BookFileType.recognized(by: name.utf8)?.stem, name.utf8.count - ending.utf8.count, "\(name)")
    }
    for name in ["Dune.txt", ".epub", "Dune.zip", "epub", "", "cover.jpg"] {
      #expect(BookFileType.recognized(by: name.utf8) == nil, "\(name)")
    }
  }
}
