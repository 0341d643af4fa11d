/// The terms under which the search index stores a book. This is the only definition, used to write, search, check and
/// repair the index.
struct SearchTerms: Equatable, Sendable {
  let rank: SearchRank
  /// The terms in any order, possibly with duplicates. Terms of word beginnings are derived from these
  /// (``Term/beginnings``).
  private(set) var terms: [Term]
  /// The numbers of the ``WordPair``s of adjacent words, possibly with duplicates.
  let pairs: [UInt16]

  init(_ book: Book) { self.init(book, titleWords: SearchWords.words(in: book.title)) }

  /// Creates the terms of a book.
  ///
  /// - Parameter title: The words of the book's title.
  init(_ book: Book, titleWords title: [String]) {
    rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count)
    var terms = [PostingKind.shown.term(""), rank.term] + Self.facts(of: book)
    var pairs: [UInt16] = []
    func add(_ words: [String], _ kind: PostingKind) {
      for word in words { terms.append(kind.term(word)) }
      // A pair never spans two names.
      for (first, second) in zip(words, words.dropFirst()) { pairs.append(WordPair.number(first, second)) }
    }
    add(title, .title)
    for author in book.authors { add(SearchWords.words(in: author), .author) }
    if let series = book.series {
      add(SearchWords.words(in: series) + Self.words(ofSeriesNumber: book.seriesNumber), .series)
    }
    for tag in book.tags { add(SearchWords.words(in: tag), .tag) }
    for text in book.otherTexts { add(SearchWords.words(in: text), .other) }
    // For texts that people have written, the index contains only words, not pairs for phrases.
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

  /// Adds terms that were not known when this value was created.
  mutating func add(_ more: [Term]) { terms += more }

  /// Returns the terms that are independent of the book's texts and of its number of ratings.
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

  /// Returns the terms of the user's rating and of the average rating.
  static func terms(rating: Double?, average: Double?) -> [Term] {
    var terms: [Term] = []
    if let rating { terms += NumberScale.ratings.terms(NumberScale.rating(rating)) }
    if let average { terms += NumberScale.averages.terms(NumberScale.rating(average)) }
    return terms
  }

  /// Returns true if two books can differ only in the terms of ``facts(of:)``. The language matters because it
  /// determines the leading article.
  static func haveSameTexts(_ one: Book, _ other: Book) -> Bool {
    one.title == other.title && one.authors == other.authors && one.series == other.series
      && one.seriesNumber == other.seriesNumber && one.tags == other.tags && one.otherTexts == other.otherTexts
      && one.writtenTexts == other.writtenTexts
      && one.publisher == other.publisher && one.language == other.language && one.ratingsCount == other.ratingsCount
  }

  /// Returns the words of a series number, which follow the words of the series' name.
  static func words(ofSeriesNumber number: Double?) -> [String] {
    number.map { SearchWords.words(in: $0.shortest) } ?? []
  }

  /// Returns the term of a title's first two words; `nil` for a shorter title.
  private static func firstWords(_ words: ArraySlice<String>) -> Term? {
    words.count > 1 ? firstWords(words[words.startIndex], words[words.startIndex + 1]) : nil
  }

  static func firstWords(_ first: String, _ second: String) -> Term {
    PostingKind.firstWords.term(first + " " + second)
  }

  /// All terms of the book, without duplicates.
  var all: Set<Term> {
    var all = Set(terms)
    for term in terms { all.formUnion(term.beginnings) }
    for pair in pairs { all.insert(WordPair.term(pair)) }
    return all
  }
}

extension Book {
  /// The texts that the user has written about the book.
  var writtenTexts: [String] {
    var texts: [String] = []
    if let notes { texts.append(notes) }
    if let review { texts.append(review) }
    return texts
  }

  /// The texts that are found only by words without a field. Loads call this for each book, so it does not allocate in
  /// the common case that a book has no such texts.
  var otherTexts: [String] {
    var texts: [String] = []
    if let subtitle { texts.append(subtitle) }
    for contributor in contributors { texts.append(contributor.name) }
    for series in otherSeries { texts.append(series.name) }
    return texts
  }
}

extension SearchTerms {
  /// Returns the terms whose sets a book must be removed from, and the terms whose sets it must be added to.
  ///
  /// - Parameters:
  ///   - old: The old terms; `nil` if the book was hidden.
  ///   - new: The new terms; `nil` if the book is now hidden.
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
  /// Returns the terms that `others` does not contain, and those beginnings of their words that no term in `others`
  /// has.
  fileprivate func leaving(for others: Set<Term>) -> Set<Term> {
    let leaving = subtracting(others)
    guard !leaving.isEmpty else { return leaving }
    let beginnings = Set(leaving.flatMap(\.beginnings))
    return leaving.union(beginnings.filter { beginning in !others.contains { $0.hasBeginning(beginning) } })
  }
}

/// Two adjacent words, hashed to one of ``count`` numbers. A book without the number does not contain the phrase. Few
/// of the books with the number are false positives.
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
