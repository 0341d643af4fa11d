extension TextMatch.Field {
  /// The kind of search term that contains the words of the field.
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
  /// The kinds of search terms to look up for words without a field.
  var anywhere: [PostingKind] { [.title, .author] + elsewhere }

  /// The spellings in ``initials`` that consist of several words. The index cannot tell if these words are next to each
  /// other.
  var dividedInitials: [AuthorSpelling] { initials.filter { $0.words.count > 1 } }

  /// The kinds in ``anywhere`` except titles and authors.
  var elsewhere: [PostingKind] { [.series, .tag, .other] + (isPublic ? [] : [.note]) }
}

extension PostingKind {
  /// Returns the search key for books that contain a word.
  ///
  /// - Parameter isBegun: True if the word may be a prefix.
  func key(of word: String, isBegun: Bool) -> PostingKey {
    let letters = word.unicodeScalars
    guard isBegun, hasBeginnings, let first = letters.first, !SearchWords.isLone(first) else {
      return .term(term(word))
    }
    if letters.count <= Self.maxBeginningLength { return .term(beginning(word)) }
    return .range(term(word), term(word + "\u{10FFFF}"))
  }

  /// Returns the search keys for words that must be next to each other. A book that contains the words next to each
  /// other is found by all of the keys. A book that is found by all of the keys may contain the words in other
  /// positions.
  ///
  /// - Parameter isBegun: True if the last word may be a prefix.
  func keys(of words: [String], isBegun: Bool) -> [PostingKey] {
    let last = words.count - 1
    let single = words.enumerated().map { key(of: $1, isBegun: isBegun && $0 == last) }
    if self == .note { return single }
    let pairs = zip(words, words.dropFirst()).prefix(isBegun ? max(0, last - 1) : last)
    return single + pairs.map { .term(WordPair.term(WordPair.number($0, $1))) }
  }
}
