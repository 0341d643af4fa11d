/// A query after parsing, as a tree of conditions.
indirect enum Query: Equatable, Sendable {
  /// Finds every book. An empty text is parsed as this query.
  case everything
  /// Finds no books. A text of only punctuation is parsed as this query.
  case nothing
  case text(TextMatch)
  /// Finds books whose ISBN begins with these digits, written as an ISBN-10 or ISBN-13.
  case isbn(String)
  /// Finds books by the year of their first publication (``Book/year``).
  case year(QueryRange)
  /// Finds books by the year of their edition.
  case edition(QueryRange)
  case pages(QueryRange)
  /// Finds books that are being read and whose part already read, as a percentage, is in the range.
  case progress(QueryRange)
  /// Finds books whose rating by the user is in the range.
  case rating(QueryRange)
  /// Finds books whose average rating is in the range.
  case average(QueryRange)
  /// Finds books by the date of an event, such as the end of a reading.
  case dates(DateCondition)
  case language(String)
  case source(String)
  case state(BookState)
  case format(BookFormat)
  /// Finds books with a file of this type (``BookFile/type``), or with any file if the type is empty.
  case file(type: String)
  /// Finds books that have a value in a field (``HeldCondition``). Not used for files.
  case has(BookField)
  /// Finds books with an identifier of this type. If `value` is not `nil`, the identifier must have that value.
  case identifier(type: String, value: String?)
  /// Finds books with a text that matches a regular expression.
  case pattern(PatternCondition)
  /// Finds books in which the whole text of a field equals a given text.
  case whole(WholeCondition)
  /// A condition on a field that may be a custom field. It is resolved when the query runs.
  case named(NamedField)
  /// A condition on a custom field.
  case own(OwnCondition)
  /// A name that may be the name of a saved search. It is resolved when the query runs.
  case saved(NamedSearch)
  case all([Query])
  case any([Query])
  case not(Query)
  /// A query to be evaluated with the owner's values, regardless of the viewer.
  case owners(Query)

  /// True if the query contains words, so that some books can match it better than others.
  var isRanked: Bool {
    switch self {
    case .text(let match): match.field == nil || match.field == .title
    case .isbn, .saved: true
    case .all(let parts), .any(let parts): parts.contains(where: \.isRanked)
    default: false
    }
  }

  /// A state that can follow `is:` in a query.
  enum BookState: Equatable, Sendable {
    case state(ReadState)
    /// Any read state other than `read`.
    case unfinished
    case edited
    /// The user has a copy of the book.
    case owned
    /// The user has lent a copy of the book to somebody.
    case lent
    /// The user has rated the book.
    case rated
    /// The user has read the book more than once.
    case reread

    private static let words: [String: BookState] = [
      "unfinished": .unfinished, "edited": .edited, "owned": .owned, "lent": .lent, "rated": .rated, "reread": .reread,
    ]

    /// The words for states, as listed in help texts and suggestions.
    static let typedWords = ReadState.allCases.map(\.rawValue) + words.keys.sorted()

    /// Creates a state from a lowercase word. Words that other programs use for read states are also accepted.
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

/// One or more words that must occur next to each other, either in one field or in any field.
struct TextMatch: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable { case title, author, series, tag, publisher }

  /// The field to search, or `nil` to search all fields.
  var field: Field?
  /// True if notes and reviews are not searched, because the viewer may not see them. Has an effect only if ``field``
  /// is `nil`.
  var isPublic = false
  /// The words, folded for comparison. There is at least one word.
  var words: [String]
  /// True if the last word may be a prefix.
  var isPrefix: Bool
  /// Other spellings of the words, if they contain initials (``Initials``). A book also matches if the name of one of
  /// its authors contains one of them. Empty if ``field`` is neither `nil` nor `author`.
  var initials: [AuthorSpelling] = []

  /// Words that must be next to each other in the name of an author.
  struct AuthorSpelling: Equatable, Sendable {
    var words: [String]
    /// True if the last word may be a prefix.
    var isPrefix: Bool
  }
}

/// A range of numbers. Either bound can be missing.
struct QueryRange: Equatable, Sendable {
  var lower: Double?
  var upper: Double?
  /// True if the bounds themselves are excluded, as with `<` and `>`.
  var isOpen = false

  /// The range of all numbers.
  static let everything = QueryRange()

  private init() {}

  /// Creates a range from a text such as `1990`, `1990..1999`, `1990..`, `..1999`, `>=4` or `<300`. Returns `nil` for
  /// any other text.
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
