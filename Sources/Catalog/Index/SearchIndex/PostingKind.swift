#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The kind of a term in the search index. The raw value is the first letter of the term. A word, a number or a name
/// follows it.
enum PostingKind: UInt8, CaseIterable {
  /// The only term that every shown book has. A query such as `-word` subtracts from the set of these books. Nothing
  /// follows the letter.
  case shown = 0x2A  // *
  /// A word of the title, of an author, and so on. For a series, this includes the words of the series number.
  case title = 0x74  // t
  case author = 0x61  // a
  case series = 0x73  // s
  case tag = 0x67  // g
  /// A word of the subtitle, of a contributor's name, or of the name of a further series.
  case other = 0x6E  // n
  /// A word of a person's own notes or review.
  case note = 0x7E  // ~
  case publisher = 0x70  // p
  /// The first word of the title, without its leading article.
  case firstWord = 0x6F  // o
  /// The first two words of the title, separated by a space, both with and without the leading article.
  case firstWords = 0x64  // d
  /// Two adjacent words, as one of ``WordPair/count`` numbers.
  case pair = 0x78  // x
  /// The language's code from ``LanguageCode/canonical(_:)``.
  case language = 0x6C  // l
  /// The name of the read state.
  case readState = 0x75  // u
  /// The format of the edition.
  case format = 0x66  // f
  /// The type of one of the book's files (``BookFile/type``). The term without a type is for books with any file.
  case file = 0x68  // h
  /// `owned` if the user has a copy, `lent` if a copy is lent to somebody.
  case copy = 0x62  // b
  /// A value of a custom field (``OwnTerms``).
  case own = 0x71  // q
  /// The id of a source of the book.
  case source = 0x63  // c
  /// A number of the book, and a range of numbers that contains it (``NumberScale``).
  case year = 0x79  // y
  case decade = 0x7A  // z
  case pages = 0x6D  // m
  case pagesRange = 0x6B  // k
  /// The user's rating.
  case rating = 0x65  // e
  case ratingRange = 0x6A  // j
  /// The average rating by other people.
  case average = 0x76  // v
  case averageRange = 0x77  // w
  /// A day, month or year in which a reading of the book ended or began (``ReadingTerms``).
  case finishedIn = 0x46  // F
  case startedIn = 0x42  // B
  /// A field in which the book has a value (``HeldTerms``).
  case held = 0x69  // i
  /// A mark of a person other than the owner: the person's id, then a term of another kind (``MarkTerms``).
  case mark = 0x4D  // M
  /// The ``SearchRank`` of the book, so that many matches can be read in rank order.
  case rank = 0x72  // r

  /// True if the beginnings of words, up to three letters long, have terms of their own. These terms begin with the
  /// capital form of the kind's letter. A longer beginning is looked up as a range of terms.
  var hasBeginnings: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note, .publisher, .firstWord: true
    default: false
    }
  }

  /// True if the words are in the vocabulary of the catalog.
  var isVocabulary: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note: true
    default: false
    }
  }

  /// The maximum length, in letters, of a beginning that has its own term.
  static let maxBeginningLength = 3

  func term(_ text: some StringProtocol) -> Term { Term(letter: rawValue, text) }

  /// The key that finds the books with any term of this kind.
  var all: PostingKey { .range(term(""), Term(text: String(UnicodeScalar(rawValue + 1)))) }

  /// Returns the term for the beginning of a word.
  func beginning(_ text: some StringProtocol) -> Term { Term(letter: rawValue & ~0x20, text) }
}

/// A term, under which the search index stores a set of books. Terms are compared by their bytes, as SQLite does.
struct Term: Hashable, Comparable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  fileprivate init(letter: UInt8, _ text: some StringProtocol) {
    var whole = String(UnicodeScalar(letter))
    whole += text
    self.text = whole
  }

  /// The kind of the term; `nil` for beginnings.
  var kind: PostingKind? { text.utf8.first.flatMap(PostingKind.init(rawValue:)) }

  /// The text after the letter.
  var value: Substring { text[text.utf8.index(after: text.startIndex)...] }

  static func == (one: Term, other: Term) -> Bool {
    one.withBytes { mine in
      other.withBytes { mine.count == $0.count && mine.compared(with: $0, upTo: mine.count) == 0 }
    }
  }

  static func < (one: Term, other: Term) -> Bool {
    one.withBytes { mine in
      other.withBytes { theirs in
        let order = mine.compared(with: theirs, upTo: min(mine.count, theirs.count))
        return order == 0 ? mine.count < theirs.count : order < 0
      }
    }
  }

  func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

  /// Calls the body with the bytes in a buffer. Iterating over the UTF-8 view takes several times as long.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  /// The beginnings of the word that have terms of their own. A character that is a word by itself is not the beginning
  /// of another word.
  var beginnings: [Term] {
    guard let kind, kind.hasBeginnings else { return [] }
    let letters = value.unicodeScalars
    guard let first = letters.first, !SearchWords.isLone(first) else { return [] }
    var beginnings: [Term] = []
    var end = letters.startIndex
    while end < letters.endIndex, beginnings.count < PostingKind.maxBeginningLength {
      letters.formIndex(after: &end)
      beginnings.append(kind.beginning(Substring(letters[..<end])))
    }
    return beginnings
  }

  /// Returns true if a term is in ``beginnings``.
  func hasBeginning(_ beginning: Term) -> Bool {
    guard let kind, kind.hasBeginnings else { return false }
    let letters = beginning.text.utf8
    return letters.first == kind.rawValue & ~0x20 && text.utf8.dropFirst().starts(with: letters.dropFirst())
  }
}

extension Term {
  /// The next possible term, which is a lower bound for all terms after this term.
  var next: Term { Term(text: text + "\u{0}") }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares the first `count` bytes of two buffers. The result is negative, zero or positive. Speed matters, because
  /// a run sorts several hundred thousand terms.
  fileprivate func compared(with other: Self, upTo count: Int) -> Int32 {
    guard count > 0, let mine = baseAddress, let theirs = other.baseAddress else { return 0 }
    return memcmp(mine, theirs, count)
  }
}
