extension TextMatch.Field {
  /// The kind of term that contains the field's words.
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
  /// The kinds of term in which to look for words without a field.
  var anywhere: [PostingKind] { [.title, .author] + elsewhere }

  /// The kinds of ``anywhere`` other than titles and authors.
  var elsewhere: [PostingKind] { [.series, .tag, .other] + (isPublic ? [] : [.note]) }
}

extension PostingKind {
  /// Returns the key of the books that contain a word.
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

  /// Returns the keys of a match's words. A book that contains the words next to each other has all the keys.
  ///
  /// - Parameter isBegun: True if the last word may be a prefix.
  func keys(of match: TextMatch, isBegun: Bool) -> [PostingKey] {
    let last = match.words.count - 1
    let words = match.words.enumerated().map { key(of: $1, isBegun: isBegun && $0 == last) }
    if self == .note { return words }
    let pairs = zip(match.words, match.words.dropFirst()).prefix(isBegun ? max(0, last - 1) : last)
    return words + pairs.map { .term(WordPair.term(WordPair.number($0, $1))) }
  }
}
