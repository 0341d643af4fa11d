/// A parsed query: words, fields, ranges, and how they combine.
indirect enum Query: Equatable, Sendable {
  /// Every book: an empty query.
  case everything
  /// No book: a query of only punctuation.
  case nothing
  case text(TextMatch)
  /// Books whose ISBN begins with these digits, written as an ISBN-10 or an ISBN-13.
  case isbn(String)
  case year(QueryRange)
  case pages(QueryRange)
  /// Books with the user's rating in the range.
  case rating(QueryRange)
  /// Books with an average rating in the range.
  case average(QueryRange)
  /// Books for which an event happened on the given days.
  case dates(DateCondition)
  case language(String)
  case source(String)
  case state(BookState)
  case format(BookFormat)
  /// Books with a file of this type (``BookFile/type``); with any file if the type is empty.
  case file(type: String)
  /// Books with a value of an optional field (``HeldCondition``), other than files.
  case has(BookField)
  /// Books with an identifier of this type, and of this value unless it is `nil`.
  case identifier(type: String, value: String?)
  /// Books with a text in a field that matches a pattern.
  case pattern(PatternCondition)
  /// Books with a given whole text in a field.
  case whole(WholeCondition)
  /// A condition on a name that may be a custom field.
  case named(NamedField)
  /// A condition on a custom field.
  case own(OwnCondition)
  /// A name that may be a saved search.
  case saved(NamedSearch)
  case all([Query])
  case any([Query])
  case not(Query)
  /// A query to evaluate with the owner's values, regardless of the viewer.
  case owners(Query)

  /// True if the query has words by which some books can match better than others.
  var isRanked: Bool {
    switch self {
    case .text(let match): match.field == nil || match.field == .title
    case .isbn, .saved: true
    case .all(let parts), .any(let parts): parts.contains(where: \.isRanked)
    default: false
    }
  }

  /// A state that `is:` accepts.
  enum BookState: Equatable, Sendable {
    case state(ReadState)
    /// Any read state except `read`.
    case unfinished
    case edited
    /// The user has a copy.
    case owned
    /// A copy that the user owns is lent to somebody.
    case lent
    /// The user rated the book.
    case rated
    /// The user read the book more than once.
    case reread

    private static let words: [String: BookState] = [
      "unfinished": .unfinished, "edited": .edited, "owned": .owned, "lent": .lent, "rated": .rated, "reread": .reread,
    ]

    /// The words listed in help texts and suggestions.
    static let typedWords = ReadState.allCases.map(\.rawValue) + words.keys.sorted()

    /// Creates a state from a lowercase word. For read states, words of other programs are accepted, too.
    init?(_ word: String) {
      if let known = Self.words[word] {
        self = known
      } else if let state = FieldVocabulary.readState(of: word) {
        self = .state(state)
      } else {
        return nil
      }
    }
  }
}

/// Words that must occur next to each other, in one field or anywhere.
struct TextMatch: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable { case title, author, series, tag, publisher }

  /// The field; `nil` if the words may occur anywhere.
  var field: Field?
  /// True if words that may occur anywhere do not match notes and reviews, because the viewer may not see them.
  var isPublic = false
  /// The folded words; at least one.
  var words: [String]
  /// True if the last word may be a prefix.
  var isPrefix: Bool
}

/// A range of numbers. Either bound can be missing.
struct QueryRange: Equatable, Sendable {
  var lower: Double?
  var upper: Double?
  /// True if the bounds themselves are excluded: `<` and `>`.
  var isOpen = false

  /// Creates a range from `1990`, `1990..1999`, `1990..`, `..1999`, `>=4` or `<300`; `nil` if the text is none of
  /// these.
  ///
  /// - Parameter isUnbounded: True to accept numbers of any size, and notations such as `1e-7`.
  init?(_ text: String, isUnbounded: Bool = false) {
    func number(_ text: Substring) -> Double? { Self.number(text, isUnbounded: isUnbounded) }
    let comparisons: [(symbol: String, isLower: Bool, isOpen: Bool)] = [
      (">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true), ("=", true, false),
    ]
    if let found = comparisons.first(where: { text.hasPrefix($0.symbol) }) {
      guard let bound = number(text.dropFirst(found.symbol.count)) else { return nil }
      lower = found.isLower ? bound : nil
      upper = found.isLower && found.symbol != "=" ? nil : bound
      isOpen = found.isOpen
    } else if let dots = text.firstRange(of: "..") {
      guard !text.contains("...") else { return nil }
      let before = text[..<dots.lowerBound]
      let after = text[dots.upperBound...]
      lower = number(before)
      upper = number(after)
      guard lower != nil || before.isEmpty, upper != nil || after.isEmpty, !(before.isEmpty && after.isEmpty) else {
        return nil
      }
    } else {
      guard let found = number(text[...]) else { return nil }
      lower = found
      upper = found
    }
  }

  private static func number(_ text: Substring, isUnbounded: Bool) -> Double? {
    guard isUnbounded || !text.utf8.contains(where: "+eE".utf8.contains), let number = Double.decimal(text),
      isUnbounded ? number.isFinite : number.magnitude < 1e12
    else { return nil }
    return number
  }
}
