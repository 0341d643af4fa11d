extension TextMatch.Field {
  /// What holds the words of the field.
  var kind: PostingKind {
    switch self {
    case .title: .title
    case .author: .author
    case .series: .series
    case .tag: .tag
    case .publisher: .publisher
    }
  }
}

extension TextMatch {
  /// What holds its words where they are asked for in no field of their own.
  var anywhere: [PostingKind] { [.title, .author] + elsewhere }

  /// The same apart from titles and authors.
  var elsewhere: [PostingKind] { [.series, .tag, .other] + (isPublic ? [] : [.note]) }
}

extension PostingKind {
  /// What holds the books with a word.
  ///
  /// - Parameter isBegun: whether the word may be the beginning of one.
  func key(of word: String, isBegun: Bool) -> PostingKey {
    let letters = word.unicodeScalars
    guard isBegun, hasBeginnings, let first = letters.first, !SearchWords.isLone(first) else {
      return .term(term(word))
    }
    if letters.count <= Self.longestBeginning { return .term(beginning(word)) }
    return .range(term(word), term(word + "\u{10FFFF}"))
  }

  /// What holds the words of a text that stand side by side, each of which a book has to have.
  ///
  /// - Parameter isBegun: whether the last word may be the beginning of one.
  func keys(of match: TextMatch, isBegun: Bool) -> [PostingKey] {
    let last = match.words.count - 1
    let words = match.words.enumerated().map { key(of: $1, isBegun: isBegun && $0 == last) }
    if self == .note { return words }
    let pairs = zip(match.words, match.words.dropFirst()).prefix(isBegun ? max(0, last - 1) : last)
    return words + pairs.map { .term(WordPair.term(WordPair.number($0, $1))) }
  }
}
