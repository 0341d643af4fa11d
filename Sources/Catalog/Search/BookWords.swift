/// The words of a book, folded for comparison. Each field is folded when it is first needed.
final class BookWords {
  private let book: Book
  private(set) lazy var title = SearchWords.words(in: book.title)
  /// The words of the title without a leading article.
  private(set) lazy var significantTitle = SortKey.significant(title[...], language: book.language)
  private lazy var authors = book.authors.map(SearchWords.words)
  private lazy var series: [[String]] =
    [
      book.series.map(SearchWords.words).map {
        $0 + SearchTerms.words(ofSeriesNumber: book.seriesNumber)
      }
    ]
    .compactMap(\.self)
  private lazy var tags = book.tags.map(SearchWords.words)
  private lazy var others = book.otherTexts.map(SearchWords.words)
  private lazy var written = book.writtenTexts.map(SearchWords.words)
  private lazy var publisher = [book.publisher.map(SearchWords.words)].compactMap(\.self)

  init(_ book: Book) { self.book = book }

  /// Returns true if a field contains the given words next to each other.
  ///
  /// - Parameter allowsBeginning: True if the last word may be a prefix. `match` must also allow this.
  func contain(_ match: TextMatch, in field: TextMatch.Field, allowsBeginning: Bool) -> Bool {
    if texts(of: field).contains(where: { Self.contains(match, $0, allowsBeginning: allowsBeginning) }) { return true }
    guard field == .author else { return false }
    return match.initials.contains { spelling in
      contain(spelling.words, lastBegun: spelling.isPrefix && allowsBeginning)
    }
  }

  /// Returns true if the name of an author contains the given words next to each other.
  ///
  /// - Parameter lastBegun: True if the last word may be a prefix.
  func contain(_ spelling: [String], lastBegun: Bool) -> Bool {
    authors.contains { Self.contains(spelling, $0, lastBegun: lastBegun) }
  }

  /// Returns the narrowest scope that contains the given words, or `nil` if the book does not contain them.
  func scope(of match: TextMatch, allowsBeginning: Bool) -> SearchTier.Scope? {
    if contain(match, in: .title, allowsBeginning: allowsBeginning) { return .title }
    if contain(match, in: .author, allowsBeginning: allowsBeginning) { return .titleOrAuthors }
    let isElsewhere = [series, tags, others, match.isPublic ? [] : written].contains { texts in
      texts.contains { Self.contains(match, $0, allowsBeginning: allowsBeginning) }
    }
    return isElsewhere ? .anywhere : nil
  }

  private func texts(of field: TextMatch.Field) -> [[String]] {
    switch field {
    case .title: [title]
    case .author: authors
    case .series: series
    case .tag: tags
    case .publisher: publisher
    }
  }

  private static func contains(_ match: TextMatch, _ words: [String], allowsBeginning: Bool) -> Bool {
    contains(match.words, words, lastBegun: match.isPrefix && allowsBeginning)
  }

  private static func contains(_ expected: [String], _ words: [String], lastBegun: Bool) -> Bool {
    guard words.count >= expected.count else { return false }
    return (0...(words.count - expected.count)).contains { start in
      begins(words[start...], with: expected, lastBegun: lastBegun)
    }
  }

  /// Returns true if the given words begin with the expected words. If `lastBegun` is true, the last expected word may
  /// be a prefix.
  static func begins(_ words: ArraySlice<String>, with expected: [String], lastBegun: Bool) -> Bool {
    guard words.count >= expected.count else { return false }
    for (index, (word, beginning)) in zip(words, expected).enumerated() {
      let isBegun = lastBegun && index == expected.count - 1
      guard isBegun ? word.utf8.starts(with: beginning.utf8) : word == beginning else { return false }
    }
    return true
  }
}
