/// The kind of values that a field can hold. It determines their canonical form, and how they appear in texts, JSON and
/// table cells.
package enum FieldKind: Equatable, Sendable {
  /// Text of one line.
  case line(bytes: Int)
  /// Text of any number of lines.
  case text(bytes: Int)
  /// The address of a file, or a web address.
  case address(bytes: Int)
  /// A code that programs assign: letters, digits, hyphens, underscores and dots, in lower case.
  case code(bytes: Int)
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number, rounded to two decimals. If `isZeroNone` is true, zero means no value.
  case decimal(ClosedRange<Double>, isZeroNone: Bool = false)
  /// Any number.
  case number
  /// Yes or no.
  case flag
  /// A year, a month or a day.
  case date
  /// A point in time, to the millisecond.
  case instant
  /// One of a set of words.
  case vocabulary(FieldVocabulary)
  /// An ordered list of lines, without duplicates.
  case names(bytes: Int)
  /// A set of lines, in alphabetical order.
  case tags(bytes: Int)
  /// An International Standard Book Number.
  case isbn
  /// A list of records with the same parts, such as people and their roles.
  case records([FieldPart])

  /// The kind of a list of choices. The words keep the order in which they are offered to the user.
  static let choices = FieldKind.names(bytes: FieldLimits.tagBytes)

  /// True if values of the kind are arrays in JSON.
  package var isArray: Bool {
    switch self {
    case .names, .tags, .records: true
    default: false
    }
  }

  /// The part of a record that contains a name, such as the name of a contributor.
  static let namePart = "name"

  /// True if the values are texts, lists of texts, or lists of records with a name.
  package var hasTexts: Bool {
    switch self {
    case .line, .text, .address, .code, .names, .tags: true
    case .records(let parts): parts.contains { $0.name == Self.namePart }
    default: false
    }
  }

  /// True if values of the kind fit on one line, so that a part of a record can hold them.
  private var isOneLine: Bool {
    switch self {
    case .line, .address, .code, .integer, .decimal, .number, .flag, .date, .instant, .vocabulary, .isbn: true
    case .text, .names, .tags, .records: false
    }
  }

  /// Checks the words of a vocabulary or the parts of a record: each must fit on one line, and none may occur twice.
  ///
  /// - Throws: ``InvalidValue``, with `subject` as its subject, if a word or a part is not valid.
  func check(subject: String) throws {
    switch self {
    case .vocabulary(let vocabulary):
      try Self.check(vocabulary.words, subject: subject, noun: "word")
    case .records(let parts):
      try Self.check(parts.map(\.name), subject: subject, noun: "part")
      for part in parts {
        guard part.kind.isOneLine else {
          throw InvalidValue(subject, part.name, "a part of a record must be a single-line value")
        }
        try part.kind.check(subject: subject)
      }
    default: break
    }
  }

  private static func check(_ names: [String], subject: String, noun: String) throws {
    if names.isEmpty { throw InvalidValue(subject, "", "it has no \(noun)") }
    var seen = Set<String>()
    for name in names {
      guard try FieldText.line(name, limit: FieldLimits.tagBytes, subject: subject) == name else {
        throw InvalidValue(subject, name, "a \(noun) must be one line without extra spaces")
      }
      if !seen.insert(name.lowercased()).inserted { throw InvalidValue(subject, name, "the \(noun) occurs twice") }
    }
  }
}

/// The definition of one part of a field's records, such as the role of a contributor.
package struct FieldPart: Equatable, Sendable {
  /// The part's name, as in JSON.
  package let name: String
  /// The kind of the part's values, which fit on one line.
  package let kind: FieldKind
  /// True if every record must have the part.
  package let isRequired: Bool
  /// True if every record must have exactly one of the parts that are marked like this.
  package let isChoice: Bool

  /// Creates a part.
  package init(_ name: String, _ kind: FieldKind, isRequired: Bool = false, isChoice: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isChoice = isChoice
  }
}

/// A set of words, one of which is the field's value.
package struct FieldVocabulary: Sendable {
  /// The words as they are stored and shown, in order.
  package let words: [String]
  private let value: @Sendable (String) -> FieldValue?
  /// The vocabulary's word for each synonym. Synonyms are keyed by their letters only (``Fold/letters(of:)``), because
  /// programs punctuate them differently.
  private let meanings: [String: String]
  private let otherwise: String?

  /// Creates the vocabulary of a user-defined field, whose values are texts.
  package init(_ words: [String]) {
    self.init(words) { words.contains($0) ? .text($0) : nil }
  }

  private init(
    _ words: [String], otherWords: [String: String] = [:], otherwise: String? = nil,
    value: @escaping @Sendable (String) -> FieldValue?
  ) {
    self.words = words
    self.value = value
    meanings = Dictionary(
      (words.map { ($0, $0) } + otherWords).map { (Fold.letters(of: $0.0), $0.1) }, uniquingKeysWith: { one, _ in one })
    self.otherwise = otherwise
  }

  /// The words for ``ReadState``, including the names of services' shelves. Custom shelves do not denote read states.
  static let readState = FieldVocabulary(
    ReadState.allCases.map(\.rawValue),
    otherWords: [
      "to read": "want", "want to read": "want", "planned": "want", "plan to read": "want", "wishlist": "want",
      "not begun": "unread",
      "currently reading": "reading", "currently": "reading", "in progress": "reading", "on hold": "paused",
      "finished": "read", "already read": "read", "completed": "read",
      "did not finish": "abandoned", "didn't finish": "abandoned", "dnf": "abandoned", "unfinished": "abandoned",
      "stopped": "abandoned", "stopped reading": "abandoned",
    ]
  ) { ReadState(rawValue: $0).map(FieldValue.readState) }

  /// Returns the read state that another program's word denotes, such as `to-read`; `nil` if the word does not denote
  /// one.
  package static func readState(of word: String) -> ReadState? {
    if case .readState(let state)? = readState.known(word) { state } else { nil }
  }

  /// Returns the read state that a typed word denotes: one of ``readState(of:)``, or an everyday word such as `done`.
  /// Imports do not accept everyday words, because a file may use them with another meaning.
  package static func typedReadState(of word: String) -> ReadState? {
    readState(of: word) ?? everydayStates[word.lowercased()]
  }

  private static let everydayStates: [String: ReadState] = [
    "wanted": .want, "tbr": .want, "current": .reading, "started": .reading, "done": .read, "none": .unread,
  ]

  /// The words for the outcome of a reading.
  static let readingOutcome = FieldVocabulary(Reading.outcomes.map(\.rawValue)) { word in
    Reading.outcomes.first { $0.rawValue == word }.map(FieldValue.readState)
  }

  /// The words for ``BookFormat``, including many synonyms that other programs use.
  static let format = FieldVocabulary(
    BookFormat.allCases.map(\.rawValue), otherWords: BookFormat.otherWords, otherwise: BookFormat.other.rawValue
  ) { BookFormat(rawValue: $0).map { .text($0.rawValue) } }

  /// Returns the value that a stored word denotes; `nil` for an unknown word.
  func stored(_ word: String) -> FieldValue? { value(word) }

  /// Returns the value that a typed word denotes, in upper or lower case; `nil` for an unknown word.
  package func typed(_ word: String) -> FieldValue? {
    let plain = word.lowercased()
    return words.first { $0.lowercased() == plain }.flatMap(value)
  }

  /// Returns the value that a word or synonym of the vocabulary denotes, in any case and with any spaces and
  /// punctuation; `nil` for an unknown word.
  package func known(_ word: String) -> FieldValue? {
    typed(word) ?? meanings[Fold.letters(of: word)].flatMap(value)
  }

  /// Returns the value that a word in another program's table denotes. For an unknown word, returns the vocabulary's
  /// default value, or `nil` if there is no default.
  package func inTable(_ word: String) -> FieldValue? {
    known(word) ?? otherwise.flatMap(value)
  }
}

extension FieldVocabulary: Equatable {
  /// Returns true if two vocabularies have the same words.
  package static func == (one: FieldVocabulary, other: FieldVocabulary) -> Bool { one.words == other.words }
}
