/// Finds the parts of a text that match a query, so that they can be highlighted.
///
/// ```swift
/// let ranges = SearchHighlighter("walk").ranges(in: book.title, of: .title)
/// ```
public struct SearchHighlighter: Sendable {
  private let terms: [TextMatch]

  /// Creates a highlighter for a query.
  ///
  /// - Parameter query: The query. Words in its filter are not highlighted.
  public init(_ query: BookQuery) { terms = Self.terms(of: query.parsedText) }

  private static func terms(of query: Query) -> [TextMatch] {
    switch query {
    case .text(let match):
      [match] + match.initials.map { TextMatch(field: .author, words: $0.words, isPrefix: $0.isPrefix) }
    case .named(let field): terms(of: field.otherwise)
    case .all(let parts), .any(let parts): parts.flatMap(terms)
    default: []
    }
  }

  /// Returns the ranges of a text that match words of the query. The ranges are in order and do not overlap. If a word
  /// of the text matches only as a prefix, the range covers only the prefix.
  ///
  /// - Parameters:
  ///   - text: The displayed text.
  ///   - field: The field of the text. Words that the query restricts to other fields are ignored.
  public func ranges(in text: String, of field: BookField) -> [Range<String.Index>] {
    let applicable = terms.filter { $0.field == nil || $0.field?.bookField == field }
    guard !applicable.isEmpty else { return [] }
    let words = Self.words(in: text)
    var ranges: [Range<String.Index>] = []
    var index = 0
    while index < words.count {
      let lengths = applicable.compactMap { Self.range(of: $0, in: words[index...], text) }
      let longest = lengths.max { ($0.count, $0.range.upperBound) < ($1.count, $1.range.upperBound) }
      if let longest {
        ranges.append(longest.range)
        index += longest.count
      } else {
        index += 1
      }
    }
    return ranges
  }

  private struct Word {
    let folded: String
    let range: Range<String.Index>
  }

  /// Returns the words of a text, folded for comparison, with their ranges. If a character folds to several words,
  /// these words are left out and never highlighted.
  private static func words(in text: String) -> [Word] {
    var words: [Word] = []
    var start = text.startIndex
    while start < text.endIndex {
      var end = text.index(after: start)
      var folded = SearchWords.words(in: String(text[start..<end]))
      // The range is extended while it contains a single word. A space or a hyphen ends the word; an apostrophe inside
      // it does not.
      var last = end
      var taken = folded
      while folded.count == 1 || (folded.isEmpty && !taken.isEmpty), last < text.endIndex {
        last = text.index(after: last)
        let longer = SearchWords.words(in: String(text[start..<last]))
        guard longer.count == 1, longer[0].utf8.starts(with: (taken.first ?? "").utf8),
          text[text.index(before: last)] != " "
        else { break }
        if longer != taken { (end, taken) = (last, longer) }
        folded = longer
      }
      if taken.count == 1 { words.append(Word(folded: taken[0], range: start..<end)) }
      start = end
    }
    return words
  }

  /// Returns the range of a match at the beginning of the given words, and the number of words that the match covers.
  /// Returns `nil` if the words do not begin with the term.
  private static func range(
    of term: TextMatch, in words: ArraySlice<Word>, _ text: String
  ) -> (range: Range<String.Index>, count: Int)? {
    let covered = words.prefix(term.words.count)
    guard let first = covered.first, let last = covered.last, let lastWord = term.words.last,
      BookWords.begins(covered.map(\.folded)[...], with: term.words, lastBegun: term.isPrefix)
    else { return nil }
    let letters = text[last.range]
    // If folding keeps the number of letters, the range covers exactly the letters that the user typed.
    let isPlain = letters.count == last.folded.count
    let end = isPlain ? text.index(last.range.lowerBound, offsetBy: lastWord.count) : last.range.upperBound
    return (first.range.lowerBound..<end, covered.count)
  }
}

extension TextMatch.Field {
  fileprivate var bookField: BookField {
    switch self {
    case .title: .title
    case .author: .authors
    case .series: .series
    case .tag: .tags
    case .publisher: .publisher
    }
  }
}
