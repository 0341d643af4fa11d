/// The terms under which the search index keeps a book: the one definition by which books are stored, looked for, checked
/// and repaired.
struct SearchTerms: Equatable, Sendable {
  let rank: SearchRank
  /// In any order, some perhaps twice; those of beginnings follow from them (``Term/beginnings``).
  private(set) var terms: [Term]
  /// The numbers of ``WordPair`` of words that stand side by side, some perhaps twice.
  let pairs: [UInt16]

  init(_ book: Book) { self.init(book, titleWords: SearchWords.words(in: book.title)) }

  /// - Parameter title: the words of its title.
  init(_ book: Book, titleWords title: [String]) {
    rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count)
    var terms = [PostingKind.shown.term(""), rank.term] + Self.facts(of: book)
    var pairs: [UInt16] = []
    func add(_ words: [String], _ kind: PostingKind) {
      for word in words { terms.append(kind.term(word)) }
      // A pair never goes from one name into the next.
      for (first, second) in zip(words, words.dropFirst()) { pairs.append(WordPair.number(first, second)) }
    }
    add(title, .title)
    for author in book.authors { add(SearchWords.words(in: author), .author) }
    if let series = book.series {
      add(SearchWords.words(in: series) + Self.words(ofSeriesNumber: book.seriesNumber), .series)
    }
    for tag in book.tags { add(SearchWords.words(in: tag), .tag) }
    for text in book.otherTexts { add(SearchWords.words(in: text), .other) }
    // Of phrases in what a person has written the index knows the words alone.
    for text in book.writtenTexts { terms += SearchWords.words(in: text).map(PostingKind.note.term) }
    if let publisher = book.publisher { add(SearchWords.words(in: publisher), .publisher) }
    let significant = SortKey.significant(title[...], language: book.language)
    if let first = significant.first { terms.append(PostingKind.firstWord.term(first)) }
    for opening in [title[...], significant] {
      if let term = Self.firstWords(opening) { terms.append(term) }
    }
    self.terms = terms
    self.pairs = pairs
  }

  /// Adds terms that were not known before.
  mutating func add(_ more: [Term]) { terms += more }

  /// The terms that do not come from its texts, or from how many people rated it.
  static func facts(of book: Book) -> [Term] {
    var terms = [PostingKind.readState.term(String(book.readState.rawValue))]
    if let language = book.language { terms.append(PostingKind.language.term(LanguageCode.canonical(language))) }
    for source in book.sources.split(separator: " ") { terms.append(PostingKind.source.term(source)) }
    if let year = book.published?.year { terms += NumberScale.years.terms(NumberScale.year(year)) }
    if let format = book.format { terms.append(PostingKind.format.term(format.rawValue)) }
    let files = book.allFiles
    if !files.isEmpty { terms += Set([""] + files.compactMap(\.type)).map(PostingKind.file.term) }
    if book.isOwned { terms.append(PostingKind.copy.term("owned")) }
    if book.isLent { terms.append(PostingKind.copy.term("lent")) }
    if let pages = book.pages { terms += NumberScale.pages.terms(NumberScale.page(pages)) }
    terms += Self.terms(rating: book.rating, average: book.averageRating)
    terms += ReadingTerms.terms(of: book)
    terms += HeldTerms.terms(of: book)
    terms += OwnTerms.terms(of: book)
    return terms
  }

  /// The terms of what the user gave a book, and of what others gave it on average.
  static func terms(rating: Double?, average: Double?) -> [Term] {
    var terms: [Term] = []
    if let rating { terms += NumberScale.ratings.terms(NumberScale.rating(rating)) }
    if let average { terms += NumberScale.averages.terms(NumberScale.rating(average)) }
    return terms
  }

  /// Whether two books can differ in the terms of ``facts(of:)`` only. The language says what a leading article is.
  static func haveSameTexts(_ one: Book, _ other: Book) -> Bool {
    one.title == other.title && one.authors == other.authors && one.series == other.series
      && one.seriesNumber == other.seriesNumber && one.tags == other.tags && one.otherTexts == other.otherTexts
      && one.writtenTexts == other.writtenTexts
      && one.publisher == other.publisher && one.language == other.language && one.ratingsCount == other.ratingsCount
  }

  /// The words that follow those of a series' name.
  static func words(ofSeriesNumber number: Double?) -> [String] {
    number.map { SearchWords.words(in: $0.shortest) } ?? []
  }

  /// The term of a title's first two words; `nil` of a shorter one.
  private static func firstWords(_ words: ArraySlice<String>) -> Term? {
    words.count > 1 ? firstWords(words[words.startIndex], words[words.startIndex + 1]) : nil
  }

  static func firstWords(_ first: String, _ second: String) -> Term {
    PostingKind.firstWords.term(first + " " + second)
  }

  /// All terms of the book.
  var all: Set<Term> {
    var all = Set(terms)
    for term in terms { all.formUnion(term.beginnings) }
    for pair in pairs { all.insert(WordPair.term(pair)) }
    return all
  }
}

extension Book {
  /// What the user has written of it.
  var writtenTexts: [String] {
    var texts: [String] = []
    if let notes { texts.append(notes) }
    if let review { texts.append(review) }
    return texts
  }

  /// The other texts in which words are looked for that are asked for anywhere, and in no field of their own. Loads ask each book,
  /// and most have none: then nothing is allocated.
  var otherTexts: [String] {
    var texts: [String] = []
    if let subtitle { texts.append(subtitle) }
    for contributor in contributors { texts.append(contributor.name) }
    for series in otherSeries { texts.append(series.name) }
    return texts
  }
}

extension SearchTerms {
  /// What sets a book leaves and enters.
  ///
  /// - Parameters:
  ///   - old: `nil` where it was not shown.
  ///   - new: `nil` where it is not shown any more.
  static func difference(
    from old: SearchTerms?, to new: SearchTerms?
  ) -> (removed: Set<Term>, inserted: Set<Term>) {
    guard let old, let new else { return (old?.all ?? [], new?.all ?? []) }
    let (before, after) = (Set(old.terms), Set(new.terms))
    let (pairsBefore, pairsAfter) = (Set(old.pairs), Set(new.pairs))
    return (
      before.leaving(for: after).union(pairsBefore.subtracting(pairsAfter).lazy.map(WordPair.term)),
      after.leaving(for: before).union(pairsAfter.subtracting(pairsBefore).lazy.map(WordPair.term))
    )
  }
}

extension Set<Term> {
  /// Those of these terms, and of their words' beginnings, that others do not have.
  fileprivate func leaving(for others: Set<Term>) -> Set<Term> {
    let leaving = subtracting(others)
    guard !leaving.isEmpty else { return leaving }
    let beginnings = Set(leaving.flatMap(\.beginnings))
    return leaving.union(beginnings.filter { beginning in !others.contains { $0.hasBeginning(beginning) } })
  }
}

/// Two words side by side, as one of some thousand numbers: a book without the number does not hold the phrase, and few
/// with it do not.
enum WordPair {
  static let count = 4_096

  static func number(_ first: String, _ second: String) -> UInt16 {
    var fingerprint = Fingerprint()
    fingerprint.mix(text: first)
    fingerprint.mix(text: second)
    return UInt16(fingerprint.value % UInt64(count))
  }

  static func term(_ number: UInt16) -> Term { PostingKind.pair.term(String(number)) }
}
