import Catalog
import CatalogSources

/// Generates lines of Open Library's dumps; the same seed gives the same lines. They are formatted like the output of
/// Python's `json.dumps`, and resemble real lines in their members, lengths and gaps: an edition has about 900 bytes,
/// most have an ISBN, and few have a description. The title and the ISBN of an edition are those of the generated book
/// with the same number.
struct DumpMaker {
  private var books: BookGenerator
  private var generator: SplitMix64
  private var number: Int
  private var line: [UInt8] = []

  /// - Parameter after: the number of the record before the first.
  init(seed: UInt64, after number: Int = 0) {
    books = BookGenerator(seed: seed, after: number)
    generator = SplitMix64(seed: seed ^ 0x5EED)
    self.number = number
  }

  /// The next line of a dump, with its end.
  mutating func next(_ kind: DumpKind) -> [UInt8] {
    number += 1
    line.removeAll(keepingCapacity: true)
    switch kind {
    case .editions: edition(books.next())
    case .works: work(books.next())
    case .authors: author(books.next())
    }
    return line
  }

  private mutating func edition(_ book: GeneratedBook) {
    begin("/type/edition", "/books/OL\(number)M")
    list("publishers", [book.publisher ?? "s.n."])
    if generator.below(10) < 7 { put(", \"number_of_pages\": \(book.pages)") }
    list(
      "source_records", ["bwb:\(book.isbn)", "marc:marc_loc_2016/BooksAll.2016.part\(number % 43).utf8:\(number * 97)"])
    text("title", book.title)
    put(", \"type\": {\"key\": \"/type/edition\"}")
    put(", \"identifiers\": {\"goodreads\": [\"\(number * 13)\"], \"librarything\": [\"\(number * 7)\"]}")
    if generator.below(10) < 4 { put(", \"covers\": [\(number * 3)]") }
    if generator.below(10) < 5 { text("by_statement", "by \(book.authors[0]).") }
    list("lc_classifications", ["PS\(number % 9_000).A\(number % 97) \(book.year)"])
    put(
      ", \"languages\": [{\"key\": \"/languages/eng\"}], \"authors\": [{\"key\": \"/authors/OL\(number % 9_999_991)A\"}]"
    )
    text("publish_date", "\(book.year)")
    text("publish_country", "nyu")
    if generator.below(4) == 0 { list("subjects", prose(6).split(separator: " ").map(String.init)) }
    if generator.below(25) == 0 { text("description", prose(60 + generator.below(200))) }
    if generator.below(8) == 0 { text("notes", prose(5 + generator.below(30))) }
    if generator.below(200) == 0 { list("table_of_contents", (0..<20).map { "\($0) \(prose(6))" }) }
    let isbn = try? ISBN(book.isbn)
    if generator.below(10) < 6, let ten = isbn?.tenDigits { list("isbn_10", [ten]) }
    if generator.below(10) < 8 { list("isbn_13", [book.isbn]) }
    put(", \"works\": [{\"key\": \"/works/OL\(number)W\"}], \"oclc_numbers\": [\"\(number * 11)\"]")
    end("/books/OL\(number)M")
  }

  private mutating func work(_ book: GeneratedBook) {
    begin("/type/work", "/works/OL\(number)W")
    text("title", book.title)
    put(
      ", \"authors\": [{\"type\": {\"key\": \"/type/author_role\"}, \"author\": {\"key\": \"/authors/OL\(number % 9_999_991)A\"}}]"
    )
    if generator.below(10) < 6 { list("subjects", prose(8).split(separator: " ").map(String.init)) }
    if generator.below(25) == 0 { text("description", prose(80 + generator.below(200))) }
    if generator.below(5) == 0 { text("first_publish_date", "\(book.year)") }
    put(", \"type\": {\"key\": \"/type/work\"}")
    end("/works/OL\(number)W")
  }

  private mutating func author(_ book: GeneratedBook) {
    begin("/type/author", "/authors/OL\(number)A")
    text("name", book.authors[0])
    put(", \"type\": {\"key\": \"/type/author\"}")
    end("/authors/OL\(number)A")
  }

  private mutating func begin(_ type: String, _ key: String) {
    put("\(type)\t\(key)\t\(1 + number % 9)\t\(time)\t{\"revision\": \(1 + number % 9)")
  }

  private mutating func end(_ key: String) {
    put(
      ", \"key\": \"\(key)\", \"latest_revision\": \(1 + number % 9), \"created\": {\"type\": \"/type/datetime\", "
        + "\"value\": \"2008-04-01T03:28:50.625462\"}, \"last_modified\": {\"type\": \"/type/datetime\", \"value\": \"\(time)\"}}\n"
    )
  }

  private var time: String { "20\(10 + number % 14)-0\(1 + number % 9)-1\(number % 9)T09:37:41.123456" }

  private mutating func prose(_ words: Int) -> String {
    (0..<words).map { _ in Vocabulary.titleWords[generator.below(Vocabulary.titleWords.count)] }.joined(separator: " ")
  }

  private mutating func put(_ text: String) { line.append(contentsOf: text.utf8) }

  private mutating func text(_ name: String, _ value: String) {
    put(", \"\(name)\": ")
    string(value)
  }

  private mutating func list(_ name: String, _ values: [String]) {
    put(", \"\(name)\": [")
    for (index, value) in values.enumerated() {
      if index > 0 { put(", ") }
      string(value)
    }
    put("]")
  }

  /// In ASCII, as `json.dumps` writes texts unless told otherwise.
  private mutating func string(_ value: String) {
    line.append(UInt8(ascii: "\""))
    for unit in value.utf16 {
      switch unit {
      case 0x22, 0x5C: line += [0x5C, UInt8(unit)]
      case 0x20..<0x7F: line.append(UInt8(unit))
      default:
        let digits = String(unit, radix: 16)
        put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
