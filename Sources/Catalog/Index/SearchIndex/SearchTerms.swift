import Platform

/// The search terms of a book. The index is written, searched, checked and repaired with this single definition.
struct SearchTerms: Equatable, Sendable {
  let rank: SearchRank
  /// The terms, in any order and possibly with duplicates. Terms for prefixes of words are not included; see
  /// ``Term/beginnings``.
  private(set) var terms: [Term]
  /// The numbers of the pairs of adjacent words (``WordPair``), possibly with duplicates.
  let pairs: [UInt16]

  init(_ book: Book) { self.init(book, titleWords: SearchWords.words(in: book.title)) }

  /// Creates the search terms of a book.
  ///
  /// - Parameter title: The words of the book's title.
  init(_ book: Book, titleWords title: [String]) {
    rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: title.count)
    var terms = [PostingKind.shown.term(""), rank.term] + Self.facts(of: book)
    var pairs: [UInt16] = []
    func add(_ words: [String], _ kind: PostingKind) {
      for word in words { terms.append(kind.term(word)) }
      // The last word of one name and the first word of the next are not a pair.
      for (first, second) in zip(words, words.dropFirst()) { pairs.append(WordPair.number(first, second)) }
    }
    add(title, .title)
    for author in book.authors { add(SearchWords.words(in: author), .author) }
    if let series = book.series {
      add(SearchWords.words(in: series) + Self.words(ofSeriesNumber: book.seriesNumber), .series)
    }
    for tag in book.tags { add(SearchWords.words(in: tag), .tag) }
    for text in book.otherTexts { add(SearchWords.words(in: text), .other) }
    // Notes and reviews can be long, so the index contains only their words, not the word pairs needed for phrases.
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

  /// Adds terms that become known later, such as those of custom fields.
  mutating func add(_ more: [Term]) { terms += more }

  /// Returns the terms that depend neither on the book's texts nor on its number of ratings.
  static func facts(of book: Book) -> [Term] {
    var terms = [PostingKind.readState.term(String(book.readState.rawValue))]
    if let language = book.language { terms.append(PostingKind.language.term(LanguageCode.canonical(language))) }
    for source in book.sources.split(separator: " ") { terms.append(PostingKind.source.term(source)) }
    terms += NumberScale.years.terms(ofYear: book.workDate)
    terms += NumberScale.editions.terms(ofYear: book.published)
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

  /// Returns the terms for the user's rating and for the average rating.
  static func terms(rating: Double?, average: Double?) -> [Term] {
    var terms: [Term] = []
    if let rating { terms += NumberScale.ratings.terms(NumberScale.rating(rating)) }
    if let average { terms += NumberScale.averages.terms(NumberScale.rating(average)) }
    return terms
  }

  /// Returns true if two versions of a book can differ only in the terms of ``facts(of:)``. The language is compared
  /// because it determines which leading article is ignored.
  static func haveSameTexts(_ one: Book, _ other: Book) -> Bool {
    one.title == other.title && one.authors == other.authors && one.series == other.series
      && one.seriesNumber == other.seriesNumber && one.tags == other.tags && one.otherTexts == other.otherTexts
      && one.writtenTexts == other.writtenTexts
      && one.publisher == other.publisher && one.language == other.language && one.ratingsCount == other.ratingsCount
  }

  /// Returns the words of a series number. In the index, they follow the words of the series' name.
  static func words(ofSeriesNumber number: Double?) -> [String] {
    number.map { SearchWords.words(in: $0.shortest) } ?? []
  }

  /// Returns the term for the first two words of a title, or `nil` for a shorter title.
  private static func firstWords(_ words: ArraySlice<String>) -> Term? {
    words.count > 1 ? firstWords(words[words.startIndex], words[words.startIndex + 1]) : nil
  }

  static func firstWords(_ first: String, _ second: String) -> Term {
    PostingKind.firstWords.term(first + " " + second)
  }

  /// All terms of the book, including terms for prefixes of words, without duplicates.
  var all: Set<Term> {
    var all = Set(terms)
    for term in terms { all.formUnion(term.beginnings) }
    for pair in pairs { all.insert(WordPair.term(pair)) }
    return all
  }
}

extension Book {
  /// The texts that the user wrote about the book: notes and review.
  var writtenTexts: [String] {
    var texts: [String] = []
    if let notes { texts.append(notes) }
    if let review { texts.append(review) }
    return texts
  }

  /// Texts that have no search field of their own and are found only by words without a field. Bulk loads read this
  /// property for each book. If a book has no such texts, which is the common case, the property allocates no memory.
  var otherTexts: [String] {
    var texts: [String] = []
    if let subtitle { texts.append(subtitle) }
    for contributor in contributors { texts.append(contributor.name) }
    for series in otherSeries { texts.append(series.name) }
    return texts
  }
}

extension SearchTerms {
  /// Returns the terms that a book has lost, and the terms that it has gained.
  ///
  /// - Parameters:
  ///   - old: The old terms, or `nil` if the book was hidden.
  ///   - new: The new terms, or `nil` if the book is now hidden.
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
  /// Returns the terms that are missing in `others`, with the terms for their prefixes. A prefix is left out if a term
  /// in `others` has it, too.
  fileprivate func leaving(for others: Set<Term>) -> Set<Term> {
    let leaving = subtracting(others)
    guard !leaving.isEmpty else { return leaving }
    let beginnings = Set(leaving.flatMap(\.beginnings))
    return leaving.union(beginnings.filter { beginning in !others.contains { $0.hasBeginning(beginning) } })
  }
}

/// Two adjacent words, hashed to one of ``count`` numbers. If a book does not have the number, it does not contain the
/// phrase. If it has the number, it probably contains the phrase.
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
