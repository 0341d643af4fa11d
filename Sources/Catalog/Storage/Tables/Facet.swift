/// Words of the facets column: what has few values, as words, so that a filter joins the query in the index. Each kind has
/// a letter of its own that no text contains (Unicode's private use), so that a bare word never finds them.
enum Facet: String {
  case publisher = "\u{E001}"
  case language = "\u{E002}"
  case readState = "\u{E003}"
  case year = "\u{E004}"
  case decade = "\u{E005}"
  case source = "\u{E006}"

  /// The word for a value. Only letters and digits of it stay: anything else would make several words of it.
  func word(_ value: String) -> String { rawValue + SearchWords.words(in: value).joined() }

  static func year(_ year: Int) -> String { Self.year.rawValue + String(year + yearOffset) }

  /// The word for the ten years that this one belongs to.
  static func decade(_ year: Int) -> String { decade.rawValue + String((year + yearOffset) / 10) }

  /// Makes every year of ``PartialDate/years`` a number without a sign.
  private static let yearOffset = 10_000

  /// The word for a title that begins so, leading article aside. The letter stands behind: the beginnings of words are
  /// indexed, and so the beginning of a title is found by the beginning of its first word.
  static func opening(_ word: String) -> String { word + "\u{E007}" }

  /// The read state, which changes more often than the others, stands first: ``SearchEntry/change(from:to:)``.
  ///
  /// - Parameter title: the folded words of the book's title.
  static func words(of book: Book, title: [String]) -> [String] {
    var words = [readState.word(book.readState.rawValue)]
    if let first = SortKey.significant(title[...], language: book.language).first { words.append(opening(first)) }
    if let language = book.language { words.append(Self.language.word(LanguageCode.canonical(language))) }
    if let year = book.published?.year {
      words += [Self.year(year), decade(year)]
    }
    words += book.sources.split(separator: " ").map { source.rawValue + $0 }
    if let publisher = book.publisher { words += SearchWords.words(in: publisher).map { Self.publisher.rawValue + $0 } }
    return words
  }
}
