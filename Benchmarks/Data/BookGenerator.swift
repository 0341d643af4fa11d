import Catalog

/// Generates books. The same seed and number always give the same book, so the first thousand of a million books are
/// those of a run with one thousand. Common words are as frequent as in real titles, and a few books have most of the
/// ratings. One title in fifty is accented or in another script, one book in eight belongs to a series, and one in six
/// has two authors. No text contains a quotation mark.
struct BookGenerator {
  /// To be raised with every change of what is generated, so that data on disk are made anew.
  static let version = 2

  private static let titleRanks = Zipf(count: Vocabulary.titleWords.count)
  private static let surnameRanks = Zipf(count: Vocabulary.surnames.count)
  private static let tagRanks = Zipf(count: Vocabulary.tags.count)
  private static let seriesRanks = Zipf(count: 5_000)

  private var generator: SplitMix64
  private var index: Int

  /// - Parameter after: the number of the book before the first, which tells ids and ISBNs apart.
  init(seed: UInt64 = 42, after index: Int = 0) {
    generator = SplitMix64(seed: seed)
    self.index = index
  }

  /// Books to make queries of, from a catalog of so many. Those far into a million are like those at its start.
  static func sample(of books: Int) -> [GeneratedBook] {
    var generator = BookGenerator()
    return (0..<min(books, 20_000)).map { _ in generator.next() }
  }

  mutating func next() -> GeneratedBook {
    index += 1
    var book = GeneratedBook()
    book.id = "g\(index)"
    book.title = title()
    book.authors = (0..<(generator.below(6) == 0 ? 2 : 1)).map { _ in author() }
    book.isbn = Self.isbn(index)
    book.pages = 60 + generator.below(400) + generator.below(400)
    if generator.below(3) > 0 { book.publisher = Vocabulary.publishers[generator.below(Vocabulary.publishers.count)] }
    book.year = 2_025 - Int(Double(generator.below(150)) * generator.unit())
    if generator.below(10) > 0 { book.language = Vocabulary.languages[generator.below(Vocabulary.languages.count)] }
    if generator.below(8) == 0 {
      book.series = Self.series(Self.seriesRanks.rank(&generator))
      book.seriesNumber = 1 + generator.below(12)
    }
    for _ in 0..<generator.below(4) {
      let tag = Vocabulary.tags[Self.tagRanks.rank(&generator)]
      if !book.tags.contains(tag) { book.tags.append(tag) }
    }
    book.rating = 250 + generator.below(125) + generator.below(125)
    // As with real books: the r-th best known has an r-th of the first one's ratings, and a fifth of all have none.
    book.ratingsCount = Int(min(10_000_000, 4 / (1 - generator.unit()) - 4))
    book.added = Self.time(1_420_070_400 + generator.below(320_000_000))
    return book
  }

  private mutating func title() -> String {
    if generator.below(50) == 0 {
      let title = Vocabulary.foreignTitles[generator.below(Vocabulary.foreignTitles.count)]
      return "\(title) \(1 + generator.below(200))"
    }
    var words: [String] = []
    let count = 1 + generator.below(3) + generator.below(4)
    while words.count < count {
      let word = Vocabulary.titleWords[Self.titleRanks.rank(&generator)]
      if word != words.last { words.append(words.isEmpty ? word.capitalizedWord : word) }
    }
    return words.map { $0.utf8.count > 3 ? $0.capitalizedWord : $0 }.joined(separator: " ")
  }

  private mutating func author() -> String {
    let first = Vocabulary.firstNames[generator.below(Vocabulary.firstNames.count)].capitalizedWord
    let last = Vocabulary.surnames[Self.surnameRanks.rank(&generator)].capitalizedWord
    if generator.below(4) > 0 { return "\(first) \(last)" }
    let letter = Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(generator.below(26))))
    return "\(first) \(letter). \(last)"
  }

  /// The name of a series, of words that depend on nothing but its rank.
  private static func series(_ rank: Int) -> String {
    let words = Vocabulary.titleWords
    let second = words[200 + rank % (words.count - 200)].capitalizedWord
    return "The \(words[10 + rank % 190].capitalizedWord) \(second)"
  }

  /// A right ISBN of its own for each book: the multiplier has no divisor in common with the modulus.
  private static func isbn(_ index: Int) -> String {
    let number = String(index * 7_919_111 % 1_000_000_000)
    let digits = "978" + String(repeating: "0", count: 9 - number.count) + number
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }

  /// Seconds since 1970 as RFC 3339 (the days by Howard Hinnant's “chrono-compatible low-level date algorithms”).
  private static func time(_ seconds: Int) -> String {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let second = seconds % 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}

extension String {
  /// With its first letter, of a word in lower case ASCII, as a capital.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
