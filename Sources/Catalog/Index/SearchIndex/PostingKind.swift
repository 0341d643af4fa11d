import Platform

/// The kind of a term in the search index. The raw value is the first letter of the term; a word, a number or a name
/// follows.
enum PostingKind: UInt8, CaseIterable {
  /// The term that every shown book has; nothing follows the letter. A query such as `-word` starts with all of these
  /// books and excludes some.
  case shown = 0x2A  // *
  /// A word of the title, an author, the series or a tag. The words of the series include the series number.
  case title = 0x74  // t
  case author = 0x61  // a
  case series = 0x73  // s
  case tag = 0x67  // g
  /// A word in a subtitle, in a contributor's name, or in the name of an additional series.
  case other = 0x6E  // n
  /// A word in a person's notes or review.
  case note = 0x7E  // ~
  case publisher = 0x70  // p
  /// The first word of the title, after any leading article.
  case firstWord = 0x6F  // o
  /// The first two words of the title, separated by a space. A title with a leading article has two such terms: one
  /// with the article, one without it.
  case firstWords = 0x64  // d
  /// A pair of adjacent words, hashed to one of ``WordPair/count`` numbers.
  case pair = 0x78  // x
  /// The code of the book's language, as returned by ``LanguageCode/canonical(_:)``.
  case language = 0x6C  // l
  /// The name of the read state.
  case readState = 0x75  // u
  /// The format of the edition.
  case format = 0x66  // f
  /// The type of a file of the book (``BookFile/type``). If nothing follows the letter, the book has a file of any
  /// type.
  case file = 0x68  // h
  /// `owned` if the user has a copy of the book; `lent` if the user lent a copy to somebody.
  case copy = 0x62  // b
  /// A value of a custom field (``OwnTerms``).
  case own = 0x71  // q
  /// The id of a source that has the book.
  case source = 0x63  // c
  /// A number, or an interval of numbers that contains it (``NumberScale``).
  case year = 0x59  // Y
  case decade = 0x5A  // Z
  case edition = 0x79  // y
  case editionDecade = 0x7A  // z
  case pages = 0x6D  // m
  case pagesRange = 0x6B  // k
  /// The user's rating.
  case rating = 0x65  // e
  case ratingRange = 0x6A  // j
  /// The average rating by other people.
  case average = 0x76  // v
  case averageRange = 0x77  // w
  /// A day, month or year in which a reading of the book was finished or started (``ReadingTerms``).
  case finishedIn = 0x46  // F
  case startedIn = 0x42  // B
  /// The name of a field that has a value (``HeldTerms``).
  case held = 0x69  // i
  /// A value that belongs to a person other than the owner: the person's id, then a term of another kind
  /// (``MarkTerms``).
  case mark = 0x4D  // M
  /// The rank of the book (``SearchRank``), so that a search with many matches can read them in the order of rank.
  case rank = 0x72  // r

  /// True if the index has additional terms for the first one, two and three letters of each word. These terms begin
  /// with the uppercase form of the kind's letter. Longer prefixes are looked up as a range of terms.
  var hasBeginnings: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note, .publisher, .firstWord: true
    default: false
    }
  }

  /// True if words of this kind are also stored in the catalog's vocabulary.
  var isVocabulary: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note: true
    default: false
    }
  }

  /// The maximum number of letters in a prefix that has a term of its own.
  static let maxBeginningLength = 3

  func term(_ text: some StringProtocol) -> Term { Term(letter: rawValue, text) }

  /// The key for the books that have any term of this kind.
  var all: PostingKey { .range(term(""), Term(text: String(UnicodeScalar(rawValue + 1)))) }

  /// Returns the term for a prefix of a word.
  func beginning(_ text: some StringProtocol) -> Term { Term(letter: rawValue & ~0x20, text) }
}

/// A term of the search index, under which a set of books is stored. Terms are compared byte by byte, as in SQLite.
struct Term: Hashable, Comparable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  fileprivate init(letter: UInt8, _ text: some StringProtocol) {
    var whole = String(UnicodeScalar(letter))
    whole += text
    self.text = whole
  }

  /// The kind of the term, or `nil` if it is the term for a prefix of a word.
  var kind: PostingKind? { text.utf8.first.flatMap(PostingKind.init(rawValue:)) }

  /// The text after the term's first letter.
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

  /// Calls the body with a buffer of the term's bytes. Iterating over the UTF-8 view would take several times as long.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  /// The terms for prefixes of the term's word. A character that forms a word by itself is not a prefix of another
  /// word.
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

  /// Returns true if ``beginnings`` contains a term.
  func hasBeginning(_ beginning: Term) -> Bool {
    guard let kind, kind.hasBeginnings else { return false }
    let letters = beginning.text.utf8
    return letters.first == kind.rawValue & ~0x20 && text.utf8.dropFirst().starts(with: letters.dropFirst())
  }
}

extension Term {
  /// The smallest term that is greater than this term. It need not be in the index.
  var next: Term { Term(text: text + "\u{0}") }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares the first `count` bytes of two buffers, and returns a negative number, zero or a positive number. This
  /// must be fast, because a bulk load sorts several hundred thousand terms.
  fileprivate func compared(with other: Self, upTo count: Int) -> Int32 {
    guard count > 0, let mine = baseAddress, let theirs = other.baseAddress else { return 0 }
    return memcmp(mine, theirs, count)
  }
}
