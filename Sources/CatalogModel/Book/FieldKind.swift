/// What values a field can hold. Canonical forms, texts, JSON and cells of tables follow from the kind alone.
package enum FieldKind: Equatable, Sendable {
  /// Text of one line.
  case line(bytes: Int)
  /// Text of any number of lines.
  case text(bytes: Int)
  /// An address of a file, or of the web.
  case address(bytes: Int)
  /// A name that programs give: letters, digits, hyphens, underscores and dots, in small letters.
  case code(bytes: Int)
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number, of which two decimals are kept. Where `isZeroNone`, a zero is no value.
  case decimal(ClosedRange<Double>, isZeroNone: Bool = false)
  /// Any number.
  case number
  /// Yes or no.
  case flag
  /// A year, a month or a day.
  case date
  /// A point of time, to the millisecond.
  case instant
  /// One of some words.
  case vocabulary(FieldVocabulary)
  /// Lines in an order, none of them twice.
  case names(bytes: Int)
  /// A set of lines, in alphabetical order.
  case tags(bytes: Int)
  /// An international standard book number.
  case isbn
  /// A list of records of the same parts, such as persons and what they did for the book.
  case records([FieldPart])

  /// The words of a choice: in the order in which they are to be offered.
  static let choices = FieldKind.names(bytes: FieldLimits.tagBytes)

  /// Whether JSON has an array for it.
  package var isArray: Bool {
    switch self {
    case .names, .tags, .records: true
    default: false
    }
  }

  /// The part of a record that is its name.
  static let namePart = "name"

  /// Whether its values are texts, or lists of texts or of what has a name.
  package var hasTexts: Bool {
    switch self {
    case .line, .text, .address, .code, .names, .tags: true
    case .records(let parts): parts.contains { $0.name == Self.namePart }
    default: false
    }
  }

  /// Whether a value fits into a part of a record, which is one of several in a line.
  private var isOneLine: Bool {
    switch self {
    case .line, .address, .code, .integer, .decimal, .number, .flag, .date, .instant, .vocabulary, .isbn: true
    case .text, .names, .tags, .records: false
    }
  }

  /// Finds out whether all its values can be told apart again when they are read.
  ///
  /// - Throws: ``InvalidValue`` of the subject where they cannot.
  func check(subject: String) throws {
    switch self {
    case .vocabulary(let vocabulary):
      try Self.check(vocabulary.words, subject: subject, noun: "word")
    case .records(let parts):
      try Self.check(parts.map(\.name), subject: subject, noun: "part")
      for part in parts {
        guard part.kind.isOneLine else {
          throw InvalidValue(subject, part.name, "a part of a record holds one value of one line")
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
        throw InvalidValue(subject, name, "a \(noun) is one line without needless spaces")
      }
      if !seen.insert(name.lowercased()).inserted { throw InvalidValue(subject, name, "it has that \(noun) twice") }
    }
  }
}

/// A part of each record of a field.
package struct FieldPart: Equatable, Sendable {
  /// The name in JSON.
  package let name: String
  /// What it holds, on one line.
  package let kind: FieldKind
  /// Whether no record is without it.
  package let isRequired: Bool

  /// A part of its name and kind.
  package init(_ name: String, _ kind: FieldKind, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
  }
}

/// The words of which a field holds one.
package struct FieldVocabulary: Sendable {
  /// As they are stored and shown, in order.
  package let words: [String]
  private let value: @Sendable (String) -> FieldValue?
  /// The words that mean one of ours, by their letters (``Fold/letters(of:)``): programs write them in many ways.
  private let meanings: [String: String]
  private let otherwise: String?

  /// Words of a field that the user made, whose values are texts.
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

  /// How far the user is. Services have shelves of other names, and users make more of them, which say nothing of it.
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

  /// How far the user is, by a word of another program, such as `to-read`; `nil` where it means something else.
  package static func readState(of word: String) -> ReadState? {
    if case .readState(let state)? = readState.known(word) { state } else { nil }
  }

  /// How a reading ended.
  static let readingOutcome = FieldVocabulary(Reading.outcomes.map(\.rawValue)) { word in
    Reading.outcomes.first { $0.rawValue == word }.map(FieldValue.readState)
  }

  /// The form of an edition. Programs have many more words than there are forms.
  static let format = FieldVocabulary(
    BookFormat.allCases.map(\.rawValue), otherWords: BookFormat.otherWords, otherwise: BookFormat.other.rawValue
  ) { BookFormat(rawValue: $0).map { .text($0.rawValue) } }

  /// The value of a word as it is stored; `nil` for another one.
  func stored(_ word: String) -> FieldValue? { value(word) }

  /// The value of a word as people type it, in letters of either case; `nil` for another one.
  package func typed(_ word: String) -> FieldValue? {
    let plain = word.lowercased()
    return words.first { $0.lowercased() == plain }.flatMap(value)
  }

  /// Returns the value of a word of ours or of another program, in any case and with any spaces and punctuation; `nil` for
  /// an unknown word.
  package func known(_ word: String) -> FieldValue? {
    typed(word) ?? meanings[Fold.letters(of: word)].flatMap(value)
  }

  /// Returns the value of a word as tables of other programs have it; `nil` for a word without a meaning here.
  package func inTable(_ word: String) -> FieldValue? {
    known(word) ?? otherwise.flatMap(value)
  }
}

extension FieldVocabulary: Equatable {
  /// Whether both have the same words.
  package static func == (one: FieldVocabulary, other: FieldVocabulary) -> Bool { one.words == other.words }
}
