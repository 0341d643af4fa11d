/// What a person asks for: words, fields, ranges, and how they combine.
indirect enum Query: Equatable, Sendable {
  /// Every book: an empty query.
  case everything
  /// No book: a query of nothing but punctuation.
  case nothing
  case text(TextMatch)
  /// Books whose ISBN, written with ten digits or with thirteen, begins with these.
  case isbn(String)
  case year(QueryRange)
  case pages(QueryRange)
  /// What the user gave it.
  case rating(QueryRange)
  /// What others gave it on average.
  case average(QueryRange)
  /// When something happened to it.
  case dates(DateCondition)
  case language(String)
  case source(String)
  case state(BookState)
  case format(BookFormat)
  /// Books that have a file of this type (``BookFile/type``), or any where it is empty.
  case file(type: String)
  /// Books that have a value of a field that others are without (``HeldCondition``), files apart.
  case has(BookField)
  /// Books that have an identifier of this type, and of this value where there is one.
  case identifier(type: String, value: String?)
  /// Books of whose texts in a field a pattern is true.
  case pattern(PatternCondition)
  /// Books of which a whole text in a field is asked for.
  case whole(WholeCondition)
  /// A field that the user may have made.
  case named(NamedField)
  /// A field that the user made.
  case own(OwnCondition)
  /// A search that the user may have saved.
  case saved(NamedSearch)
  case all([Query])
  case any([Query])
  case not(Query)
  /// What is asked of what the owner says, whoever asks.
  case owners(Query)

  /// Whether it has words by which some books fit better than others.
  var isRanked: Bool {
    switch self {
    case .text(let match): match.field == nil || match.field == .title
    case .isbn, .saved: true
    case .all(let parts), .any(let parts): parts.contains(where: \.isRanked)
    default: false
    }
  }

  /// What `is:` asks for.
  enum BookState: Equatable, Sendable {
    case state(ReadState)
    /// Every state but read.
    case unfinished
    case edited
    /// The user has a copy.
    case owned
    /// Somebody else has a copy of the user's.
    case lent
    /// The user gave it a rating.
    case rated
    /// The user read it more than once.
    case reread

    private static let words: [String: BookState] = [
      "unfinished": .unfinished, "edited": .edited, "owned": .owned, "lent": .lent, "rated": .rated, "reread": .reread,
    ]

    /// The words that people are told of.
    static let typedWords = ReadState.allCases.map(\.rawValue) + words.keys.sorted()

    /// - Parameter word: a read state by a word of ours or of other programs, or another state, in small letters.
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

/// Words that must stand side by side in one field, or anywhere.
struct TextMatch: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable { case title, author, series, tag, publisher }

  /// `nil` is anywhere.
  var field: Field?
  /// Whether notes and reviews are no part of anywhere: whoever asks may not know them.
  var isPublic = false
  /// Folded words; at least one.
  var words: [String]
  /// Whether the last word may be the beginning of one.
  var isPrefix: Bool
}

/// Numbers from a lower to an upper bound, either of which may be open.
struct QueryRange: Equatable, Sendable {
  var lower: Double?
  var upper: Double?
  /// Whether the bounds themselves are outside: `<` and `>`.
  var isOpen = false

  /// Reads `1990`, `1990..1999`, `1990..`, `..1999`, `>=4`, `<300`; `nil` when it is none of these.
  ///
  /// - Parameter isUnbounded: whether numbers may be of any size, and be written as `1e-7`.
  init?(_ text: String, isUnbounded: Bool = false) {
    func number(_ text: Substring) -> Double? { Self.number(text, isUnbounded: isUnbounded) }
    let comparisons: [(sign: String, isLower: Bool, isOpen: Bool)] = [
      (">=", true, false), ("<=", false, false), (">", true, true), ("<", false, true), ("=", true, false),
    ]
    if let found = comparisons.first(where: { text.hasPrefix($0.sign) }) {
      guard let bound = number(text.dropFirst(found.sign.count)) else { return nil }
      lower = found.isLower ? bound : nil
      upper = found.isLower && found.sign != "=" ? nil : bound
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
