import Bitmaps
import CatalogDatabase

/// The books that may be in each tier of a search. They are looked up in indexes when they are first needed.
final class SearchCandidates {
  /// The candidates that must be read to decide if they are in the tier.
  enum Doubt {
    case none
    case some(NumberSet)
    case all
  }

  /// The candidates for a tier, which include all books of the tier. Candidates that are not in doubt are certainly in
  /// the tier.
  struct Found {
    let books: NumberSet
    let doubt: Doubt

    func isDoubtful(_ id: Int64) -> Bool {
      switch doubt {
      case .none: false
      case .some(let books): books.contains(id)
      case .all: true
      }
    }
  }

  /// The tiers that may contain a match.
  let tiers: [SearchTier]
  let order: RankOrder
  private let connection: Connection
  private let matcher: QueryMatcher
  private let postings: PostingReader
  private let words: WordSearch
  /// The books that meet the query's conditions, whether or not they contain its words.
  private let base: GatheredBooks
  /// True if some words must be next to each other. The index alone cannot tell if they are.
  private let hasPhrase: Bool

  private var knownUncertain: NumberSet?
  private var knownAllButLast: WordSearch.Places??
  private var known: [Bool: WordSearch.Places] = [:]
  private var knownBeginnings: NumberSet?
  private var knownOpenings: [Bool: NumberSet] = [:]
  private var knownWholeTitles: NumberSet?

  /// The maximum number of books to look up by an exact title. If more books have the title, other candidates are used.
  private static let maxTitles: Int64 = 1_000
  /// The maximum number of candidates that are simply read. If there are more, the title index is used to exclude some
  /// of them.
  private static let directReadLimit = 100
  /// The maximum number of books to look up by the beginning of their title. If more titles begin with the query's
  /// words, most candidates match, so a page is soon full without this lookup.
  private static let maxOpenings = 20_000

  /// Creates the candidates of a query.
  ///
  /// - Parameters:
  ///   - pending: The ids of books whose entries in the index may be missing or out of date.
  ///   - rankBudget: See ``RankOrder/budget``.
  init(
    _ matcher: QueryMatcher, connection: Connection, pending: [ClosedRange<Int64>], rankBudget: Int?
  ) throws {
    self.matcher = matcher
    self.connection = connection
    postings = try PostingReader(connection: connection)
    order = RankOrder(postings: postings, budget: rankBudget)
    let compiler = QueryCompiler(connection: connection)
    let compiled = try matcher.filters.map(compiler.indexed)
    var filters = IndexedBooks.all(compiled)
    // If no index supports a condition, the condition is tested only on books that contain the query's words.
    if filters.effort == .everyBook {
      filters = .all(try matcher.terms.map { try compiler.indexed(.text($0)) } + compiled)
    }
    base = try pending.reduce(IndexedBooksReader(postings).all(filters)) {
      $0.intersection(GatheredBooks(set: NumberSet($1), isInverted: true))
    }
    words = WordSearch(matcher.terms, among: base, postings)
    hasPhrase = matcher.terms.contains { $0.words.count > 1 }
    tiers = Self.tiers(matcher)
  }

  private static func tiers(_ matcher: QueryMatcher) -> [SearchTier] {
    // Without words, all matches are in one tier. The tiers for prefixes exist only if the query's words may be
    // prefixes.
    guard let last = matcher.terms.last else { return [.anywhere] }
    let length = matcher.sequence.words.count
    return SearchTier.allCases.filter { tier in
      if tier == .wholeTitle, length == 0 { return false }
      if tier.isOpening, length == 0 || length > QueryMatcher.openingLimit { return false }
      switch tier.completeness {
      case .whole: return true
      case .lastBegun: return last.isPrefix
      case .allBegun: return matcher.terms.dropLast().contains(where: \.isPrefix)
      }
    }
  }

  /// Returns the candidates for all tiers together.
  func ofAllTiers() throws -> Found {
    guard let last = tiers.last, !matcher.terms.isEmpty else { return try of(.anywhere) }
    let books =
      switch last.completeness {
      case .allBegun: try beginnings()
      case .lastBegun: try scopes(isBegun: true).anywhere
      case .whole: try scopes(isBegun: false).anywhere
      }
    return Found(books: books, doubt: try doubt(.none, about: books))
  }

  func of(_ tier: SearchTier) throws -> Found {
    if matcher.terms.isEmpty { return Found(books: try IndexedBooksReader(postings).shown(base), doubt: .none) }
    let (books, doubt) = try candidates(tier)
    return Found(books: books, doubt: try self.doubt(doubt, about: books))
  }

  /// Returns the candidates that must be read, given those that must be read if the index is right about all words.
  private func doubt(_ doubt: Doubt, about books: NumberSet) throws -> Doubt {
    if hasPhrase { return .all }
    let uncertain = try uncertain()
    if uncertain.isEmpty { return doubt }
    switch doubt {
    case .all: return .all
    case .some(let others): return .some(others.union(uncertain.intersection(books)))
    case .none:
      let doubtful = uncertain.intersection(books)
      return doubtful.isEmpty ? .none : .some(doubtful)
    }
  }

  private func candidates(_ tier: SearchTier) throws -> (NumberSet, Doubt) {
    // If words must be next to each other, the sets may contain books that do not match. Subtracting these sets would
    // remove matches.
    let uncertain = try uncertain()
    func without(_ others: NumberSet, _ books: NumberSet) -> NumberSet {
      hasPhrase ? books : books.subtracting(uncertain.isEmpty ? others : others.subtracting(uncertain))
    }
    let whole = try scopes(isBegun: false)
    switch tier {
    case .wholeTitle: return (try wholeTitles(), .all)
    case .opening:
      return (try openings(isBegun: false), opensForCertain ? .some(try wholeTitles()) : .all)
    case .title:
      guard hasOpenings else { return (whole.title, .some(try wholeTitles())) }
      let openings = try openings(isBegun: false)
      return opensForCertain ? (without(openings, whole.title), .none) : (whole.title, .some(openings))
    case .titleOrAuthors: return (without(whole.title, whole.titleOrAuthors), .none)
    case .anywhere: return (without(whole.titleOrAuthors, whole.anywhere), .none)
    case .openingBegun:
      return (without(whole.anywhere, try openings(isBegun: true)), opensForCertain ? .none : .all)
    case .titleBegun:
      let title = without(whole.anywhere, try scopes(isBegun: true).title)
      guard hasOpenings else { return (title, .none) }
      let openings = try openings(isBegun: true)
      return opensForCertain ? (without(openings, title), .none) : (title, .some(openings))
    case .titleOrAuthorsBegun:
      let begun = try scopes(isBegun: true)
      return (without(whole.anywhere, without(begun.title, begun.titleOrAuthors)), .none)
    case .anywhereBegun:
      let begun = try scopes(isBegun: true)
      return (without(whole.anywhere, without(begun.titleOrAuthors, begun.anywhere)), .none)
    case .beginnings:
      let before = matcher.terms.last?.isPrefix == true ? try scopes(isBegun: true) : whole
      return (without(whole.anywhere, without(before.anywhere, try beginnings())), .none)
    }
  }

  // MARK: Sets

  /// Returns the books of which the index cannot tell if they contain the initials of the query.
  private func uncertain() throws -> NumberSet {
    if let knownUncertain { return knownUncertain }
    let uncertain = try words.uncertain()
    knownUncertain = uncertain
    return uncertain
  }

  private func scopes(isBegun: Bool) throws -> WordSearch.Places {
    if let scopes = known[isBegun] { return scopes }
    let others = try knownAllButLast ?? words.allButLast()
    knownAllButLast = .some(others)
    let scopes = try words.last(isBegun: isBegun, beside: others)
    known[isBegun] = scopes
    return scopes
  }

  private func beginnings() throws -> NumberSet {
    if let knownBeginnings { return knownBeginnings }
    let found = try words.beginnings()
    knownBeginnings = found
    return found
  }

  /// True if books are ranked higher when their titles begin with the query's words.
  private var hasOpenings: Bool { (1...QueryMatcher.openingLimit).contains(matcher.sequence.words.count) }

  /// True if the index alone can tell which titles begin with the query's words. The index contains only the first two
  /// words of each title.
  private var opensForCertain: Bool { matcher.sequence.words.count <= 2 }

  /// Returns the books whose titles may begin with the query's words. If the query restricts words to fields, the books
  /// contain these words in these fields. If many titles begin with the first two words, the title index is used to
  /// exclude most titles that continue differently. If the query repeats a word, the search index cannot tell if the
  /// word occurs twice in a title.
  private func openings(isBegun: Bool) throws -> NumberSet {
    if let openings = knownOpenings[isBegun] { return openings }
    let (words, mayBeBegun) = matcher.sequence
    let lastBegun = isBegun && mayBeBegun
    let key: PostingKey =
      if words.count == 1 {
        PostingKind.firstWord.key(of: words[0], isBegun: lastBegun)
      } else if words.count == 2, lastBegun {
        .range(SearchTerms.firstWords(words[0], words[1]), SearchTerms.firstWords(words[0], words[1] + "\u{10FFFF}"))
      } else {
        .term(SearchTerms.firstWords(words[0], words[1]))
      }
    var openings = try postings.books([key], within: scopes(isBegun: isBegun).title)
    if !opensForCertain, openings.count > Self.directReadLimit {
      let ranges = SortKey.titles(beginningWith: words[...], lastBegun: lastBegun)
      if let titles = try self.titles(in: ranges) { openings.formIntersection(titles) }
    }
    knownOpenings[isBegun] = openings
    return openings
  }

  /// Returns the books whose title keys are in one of the ranges, or `nil` if there are too many such books.
  private func titles(in ranges: [Range<String>]) throws -> NumberSet? {
    var ids: [Int64] = []
    for range in ranges {
      try connection.statement("SELECT id FROM book WHERE title_key >= ? AND title_key < ? AND hidden = 0 LIMIT ?")
        .forEachRow([
          .text(range.lowerBound), .text(range.upperBound), .integer(Int64(Self.maxOpenings + 1 - ids.count)),
        ]) { ids.append($0.integer(0)) }
    }
    return ids.count > Self.maxOpenings ? nil : NumberSet(ids)
  }

  /// Returns the books whose titles may consist of exactly the query's words.
  private func wholeTitles() throws -> NumberSet {
    if let knownWholeTitles { return knownWholeTitles }
    guard !matcher.sequence.words.isEmpty else { return NumberSet() }
    let title = try scopes(isBegun: false).title
    var ids: [Int64] = []
    try connection.statement("SELECT id FROM book WHERE title_key IN (?, ?) AND hidden = 0 LIMIT ?")
      .forEachRow(
        SortKey.titles(of: matcher.sequence.words[...]).map(SQLValue.text) + [.integer(Self.maxTitles + 1)]
      ) { ids.append($0.integer(0)) }
    let found =
      if ids.count <= Self.maxTitles {
        NumberSet(ids).intersection(title)
      } else {
        // If too many books have this title, all books whose titles begin with it are used instead. Their number is not
        // much larger.
        try hasOpenings ? openings(isBegun: false) : title
      }
    knownWholeTitles = found
    return found
  }
}
