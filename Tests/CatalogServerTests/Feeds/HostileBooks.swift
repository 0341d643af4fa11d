import CatalogTestSupport
import FoundationEssentials

@testable import Catalog

/// Books with texts that have a meaning in formats, readers or terminals.
enum HostileBooks {
  static let texts = [
    "<script>alert(1)</script>", "]]>", "<![CDATA[x]]>", "&amp;&#0;&lt;", "\"", "'", "' onload='x", "--><!--", "{{x}}",
    "{?query}", "a\u{1}b\u{8}\u{1F}", "\u{FFFE}\u{FFFF}x", "\u{1FFFE}", "\u{7F}\u{9F}", "\u{85}\u{2028}\u{2029}x",
    "\u{202E}evil\u{202C}", "שלום עולם", "مرحبا", "\u{FEFF}x", "e\u{301}\u{301}\u{301}", "%00%2e%2e/..//",
    "../../etc/passwd",
    "?a=b&c=d#e", "\\u0000", "\u{10FFFF}", "村上春樹", "a\tb", " x ", String(repeating: "long ", count: 400),
    "javascript:alert(1)", "data:text/html,<b>", "💥👩‍🚀",
  ]

  /// Returns the given number of books. Each field has one of the texts.
  static func books(_ count: Int, _ random: inout SeededGenerator) -> [Book] {
    let short = texts.filter { $0.utf8.count <= 100 }
    return (0..<count).map { _ in
      var book = Book(id: 0, title: random.pick(texts))
      func some() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in random.pick(texts) } }
      book.authors = some()
      book.tags = some().map { String($0.prefix(40)) }
      book.subtitle = random.pick(texts)
      book.publisher = random.pick(texts)
      book.language = random.pick(["eng", "de-AT", "zh_Hant_TW", "tlh"] + short)
      if random.oneIn(2) { (book.series, book.seriesNumber) = (random.pick(texts), 1.5) }
      book.contributors = some().map { Contributor($0, role: random.pick(["trl", "nrt", "x"] + short)) }
      book.identifiers = some().map { BookIdentifier("goodreads", String($0.prefix(40))) }
      book.otherSeries = some().map { SeriesPlace($0, number: 2) }
      book.description = some().joined(separator: "\n")
      book.published = random.date()
      book.isbn = random.oneIn(2) ? random.isbn() : nil
      book.pages = random.oneIn(2) ? 100 : nil
      book.readState = random.pick(ReadState.allCases)
      if random.oneIn(2) {
        book.files = [BookFile(address: "https://books.example/a.epub", mediaType: random.pick(short))]
      }
      return book
    }
  }
}
