#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a term of the search index says of a book: the letter that it begins with. Words, years and names follow it.
enum PostingKind: UInt8, CaseIterable {
  /// Every shown book: what `-word` leaves the rest of. Nothing follows.
  case shown = 0x2A  // *
  /// A word of the title; of an author, and so on. A number follows the words of a series.
  case title = 0x74  // t
  case author = 0x61  // a
  case series = 0x73  // s
  case tag = 0x67  // g
  /// A word of the subtitle, a contributor's name, or that of a further series.
  case other = 0x6E  // n
  /// A word of the notes or the review: each person's own.
  case note = 0x7E  // ~
  case publisher = 0x70  // p
  /// The first word of the title, without its leading article.
  case firstWord = 0x6F  // o
  /// The first two words of the title, with a space between them, both with its leading article and without it.
  case firstWords = 0x64  // d
  /// Two words side by side, as one of ``WordPair/count`` numbers.
  case pair = 0x78  // x
  /// The language's code as ``LanguageCode/canonical(_:)`` gives it.
  case language = 0x6C  // l
  /// The number of the read state.
  case readState = 0x75  // u
  /// The form of the edition.
  case format = 0x66  // f
  /// What a file of the book is: ``BookFile/type``; with nothing behind the letter, that it has one.
  case file = 0x68  // h
  /// `owned` of a book that the user has a copy of, `lent` where somebody else has one.
  case copy = 0x62  // b
  /// What a field that the user made holds: ``OwnTerms``.
  case own = 0x71  // q
  /// The number of a source that has the book.
  case source = 0x63  // c
  /// A number of the book, and a range of numbers that holds it: ``NumberScale``.
  case year = 0x79  // y
  case decade = 0x7A  // z
  case pages = 0x6D  // m
  case pagesRange = 0x6B  // k
  /// The user's rating.
  case rating = 0x65  // e
  case ratingRange = 0x6A  // j
  /// The average of others.
  case average = 0x76  // v
  case averageRange = 0x77  // w
  /// Days, months and years in which a reading of the book ended, or began: ``ReadingTerms``.
  case finishedIn = 0x46  // F
  case startedIn = 0x42  // B
  /// Which fields the book has a value of: ``HeldTerms``.
  case held = 0x69  // i
  /// What a person besides the owner says of it: a term of another kind, behind the person's number (``MarkTerms``).
  case mark = 0x4D  // M
  /// ``SearchRank``, so that many matches are met in its order.
  case rank = 0x72  // r

  /// Whether there are terms for the beginnings of its words, too: those of one to three letters, under the capital
  /// letter. A longer beginning is a range of terms.
  var hasBeginnings: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note, .publisher, .firstWord: true
    default: false
    }
  }

  /// Whether its words are in the vocabulary of the catalog.
  var isVocabulary: Bool {
    switch self {
    case .title, .author, .series, .tag, .other, .note: true
    default: false
    }
  }

  /// How many letters the longest beginning has that has a term.
  static let longestBeginning = 3

  func term(_ text: some StringProtocol) -> Term { Term(letter: rawValue, text) }

  /// What holds the books with any term of the kind.
  var all: PostingKey { .range(term(""), Term(text: String(UnicodeScalar(rawValue + 1)))) }

  /// The term of a beginning of words.
  func beginning(_ text: some StringProtocol) -> Term { Term(letter: rawValue & ~0x20, text) }
}

/// Under what the search index keeps a set of books. Compared by its bytes, as SQLite does.
struct Term: Hashable, Comparable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  fileprivate init(letter: UInt8, _ text: some StringProtocol) {
    var whole = String(UnicodeScalar(letter))
    whole += text
    self.text = whole
  }

  /// What it says; `nil` for beginnings.
  var kind: PostingKind? { text.utf8.first.flatMap(PostingKind.init(rawValue:)) }

  /// What follows the letter.
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

  /// Of a buffer, where going through the text's own view takes several times as long.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  /// The beginnings of its word that have terms of their own. A character that is a word by itself begins no other.
  var beginnings: [Term] {
    guard let kind, kind.hasBeginnings else { return [] }
    let letters = value.unicodeScalars
    guard let first = letters.first, !SearchWords.isLone(first) else { return [] }
    var beginnings: [Term] = []
    var end = letters.startIndex
    while end < letters.endIndex, beginnings.count < PostingKind.longestBeginning {
      letters.formIndex(after: &end)
      beginnings.append(kind.beginning(Substring(letters[..<end])))
    }
    return beginnings
  }

  /// Whether a term is among ``beginnings``.
  func hasBeginning(_ beginning: Term) -> Bool {
    guard let kind, kind.hasBeginnings else { return false }
    let letters = beginning.text.utf8
    return letters.first == kind.rawValue & ~0x20 && text.utf8.dropFirst().starts(with: letters.dropFirst())
  }
}

extension Term {
  /// The first text behind this one that has as many letters or more.
  var next: Term { Term(text: text + "\u{0}") }
}

extension UnsafeBufferPointer<UInt8> {
  /// Below zero, zero or above it, as the first so many bytes stand to others. A run sorts some hundred thousand terms.
  fileprivate func compared(with other: Self, upTo count: Int) -> Int32 {
    guard count > 0, let mine = baseAddress, let theirs = other.baseAddress else { return 0 }
    return memcmp(mine, theirs, count)
  }
}
