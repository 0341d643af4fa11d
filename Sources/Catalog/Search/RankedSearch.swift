/// Finds the best matches of a query without looking at all of them: exactly those that ranking every match would put
/// first. docs/ranking.md has the argument.
struct RankedSearch {
  /// A place in the ranking. Smaller is better; no two books share one.
  struct Place: Hashable, Comparable {
    var tier: SearchTier
    /// The row number in the search index: the book's rank, then its id.
    var row: Int64

    /// Before every book.
    static let beginning = Place(tier: .wholeTitle, row: 0)

    static func < (one: Place, other: Place) -> Bool {
      (one.tier.rawValue, one.row) < (other.tier.rawValue, other.row)
    }
  }

  struct Match {
    let place: Place
    let book: Book

    fileprivate func isBehind(_ start: Place?) -> Bool { start.map { place > $0 } ?? true }
  }

  struct Result {
    /// In order, none left out before the last of them.
    var matches: [Match] = []
    /// Others that were found when the time was up, in order: what stands between them is not known.
    var unplaced: [Match] = []
    /// Books that a load brought and the index does not hold yet, when they are too many to be looked at one by one.
    var unindexed = 0
    /// Whether the time was up before all were found that were asked for.
    var isCutShort = false

    /// Those of some matches that are not there yet.
    fileprivate func new(_ others: [Match]) -> [Match] {
      let known = Set(matches.map(\.place))
      return others.filter { !known.contains($0.place) }
    }

    /// Adds matches that are not there yet, until there are enough.
    fileprivate mutating func fill(with others: [Match], limit: Int) {
      matches += new(others).prefix(limit - matches.count)
    }
  }

  /// How many books that the index does not hold yet are looked at one by one.
  static let mostPending = 10_000

  private let connection: Connection
  private let pending: [DerivedPending.Books]
  /// How many books are looked at one by one, where a part of the query finds no more.
  private let few: Int
  private let matcher: QueryMatcher
  private let expressions: MatchExpression
  private let deadline: SearchDeadline
  private let filters: SearchFilters

  init(_ query: Query, connection: Connection, deadline: SearchDeadline, few: Int = 50) throws {
    self.connection = connection
    self.few = few
    pending = try DerivedPending(connection: connection).books()
    self.deadline = deadline
    matcher = try QueryMatcher(query, connection: connection)
    expressions = MatchExpression(connection: connection)
    filters = try SearchFilters(matcher.filters, connection: connection)
  }

  /// The first matches behind a place, in order.
  func matches(after start: Place?, limit: Int) throws -> Result {
    for filter in filters.narrowing {
      let ids = try ids(
        "SELECT id FROM book WHERE hidden = 0 AND (\(filter.condition)) LIMIT ?",
        filter.values + [.integer(Int64(few + 1))])
      if ids.count <= few { return Result(matches: try ranked(ids, behind: start, limit: limit)) }
    }
    var result = Result()
    for (index, phase) in phases.filter({ $0.widest >= start?.tier ?? .wholeTitle }).enumerated() {
      // However late it is, something is looked at.
      if index > 0, deadline.isOver {
        result.isCutShort = true
        break
      }
      try read(phase, after: start, limit: limit, into: &result)
      if result.matches.count >= limit || result.isCutShort { break }
    }
    if !pending.isEmpty { try add(pendingMatches(), behind: start, limit: limit, to: &result) }
    return result
  }

  private func add(_ pending: [Match]?, behind start: Place?, limit: Int, to result: inout Result) {
    guard let pending else {
      result.unindexed = pendingCount
      return
    }
    // A whole title is found without the search index.
    let more = result.new(pending.filter { $0.isBehind(start) })
    // Where the time was up, it is not known what else stands behind the last match that was found.
    let end = result.isCutShort ? result.matches.last?.place ?? start ?? .beginning : nil
    func add(_ others: [Match], to matches: [Match]) -> [Match] {
      Array((matches + others).sorted { $0.place < $1.place }.prefix(limit))
    }
    result.unplaced = add(end.map { end in more.filter { $0.place > end } } ?? [], to: result.unplaced)
    result.matches = add(end.map { end in more.filter { $0.place < end } } ?? more, to: result.matches)
  }

  private var pendingCount: Int {
    pending.reduce(0) { $0 + Int($1.ids.upperBound - $1.ids.lowerBound + 1) }
  }

  /// Matches among the books that the index does not hold yet; `nil` when there are too many to look at.
  private func pendingMatches() throws -> [Match]? {
    guard pendingCount <= Self.mostPending else { return nil }
    return try pending.flatMap { range in try range.ids.compactMap(match).filter { $0.place.row > range.lastRow } }
  }

  /// The tiers that may hold a match, those first that ask for whole words: often they are enough. Without words all matches
  /// are in one tier, and beginnings are not asked for by every query.
  private var phases: [Phase] {
    guard let last = matcher.terms.last else { return [Phase(tiers: [.anywhere], widest: .anywhere)] }
    let length = matcher.sequence.words.count
    let tiers = SearchTier.allCases.filter { tier in
      if tier == .wholeTitle, length == 0 { return false }
      if tier.isOpening, length == 0 || length > QueryMatcher.openingLimit { return false }
      switch tier.completeness {
      case .whole: return true
      case .lastBegun: return last.isPrefix
      case .allBegun: return matcher.terms.dropLast().contains(where: \.isPrefix)
      }
    }
    return [tiers.filter { $0 <= .anywhere }, tiers.filter { $0 > .anywhere }].compactMap { tiers in
      tiers.last.map { Phase(tiers: tiers, widest: $0) }
    }
  }

  /// Tiers that are asked for together. The widest one's words are found wherever another one's are.
  private struct Phase {
    let tiers: [SearchTier]
    let widest: SearchTier
  }

  private func read(_ phase: Phase, after start: Place?, limit: Int, into result: inout Result) throws {
    let sample = try SearchSample(few) { try forEachRow(try expression(for: phase.widest), behind: .min, $0) }
    if sample.isWhole, !matcher.terms.isEmpty {
      result.fill(with: try ranked(sample.books, behind: start, limit: limit), limit: limit)
      return
    }
    var tiers = phase.tiers.filter { $0 >= start?.tier ?? .wholeTitle }
    let ofTitle = tiers.filter { $0.place == .title }
    if matcher.terms.count > 1, ofTitle.count > 1, let widest = ofTitle.last {
      // Words that are seldom together in titles: “the whole title” and “the opening” would search as long for nothing.
      let titles = try SearchSample(few) { try forEachRow(try expression(for: widest), behind: .min, $0) }
      if titles.isWhole {
        let found = try ranked(titles.books, behind: start, limit: .max)
        result.fill(with: found.filter { ofTitle.contains($0.place.tier) }, limit: limit)
        tiers.removeAll(where: ofTitle.contains)
      }
    }
    for tier in tiers where result.matches.count < limit {
      // FTS5 may be long in finding that there is nothing.
      if deadline.isOver {
        result.isCutShort = true
        break
      }
      let row = tier == start?.tier ? start?.row : nil
      try read(tier, behind: row ?? .min, limit: limit, into: &result)
      if result.isCutShort { break }
    }
    guard result.isCutShort else { return }
    // Better some good books than none: the first ones in the order of their rank.
    result.unplaced = result.new(try ranked(sample.books, behind: start, limit: limit))
  }

  /// How many matches there are; at most a limit, beyond which they are not counted.
  func count(limit: Int) throws -> (count: Int, isCutShort: Bool) {
    var count = 0
    let isCutShort = try !forEachRow(try expression(for: .beginnings), behind: .min) { row in
      if !filters.isIndexed, try match(SearchRank.book(ofRow: row)) == nil { return true }
      count += 1
      return count < limit
    }
    if !pending.isEmpty, count < limit { count += try pendingMatches()?.count ?? 0 }
    return (min(count, limit), isCutShort)
  }

  private func ids(_ sql: String, _ values: [SQLValue]) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.statement(sql).forEachRow(values) { ids.append($0.integer(0)) }
    return ids
  }

  /// Those of some books that match, the best first.
  private func ranked(_ ids: [Int64], behind start: Place?, limit: Int) throws -> [Match] {
    let matches = try ids.compactMap(match).sorted { $0.place < $1.place }
    return Array(matches.lazy.filter { $0.isBehind(start) }.prefix(limit))
  }

  /// A book and its place; `nil` when it is not shown, or the query does not find it.
  func match(_ id: Int64) throws -> Match? {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown else { return nil }
    let words = BookWords(book)
    guard let tier = try matcher.tier(of: book, words) else { return nil }
    let rank = SearchRank(ratingsCount: book.ratingsCount, titleWords: words.title.count)
    return Match(place: Place(tier: tier, row: rank.rowid(of: id)), book: book)
  }

  // MARK: Tiers

  /// Adds the books of a tier behind a row, best first, until there are enough. What the index proposes holds every book of
  /// the tier, and others, which are left out.
  private func read(_ tier: SearchTier, behind row: Int64, limit: Int, into result: inout Result) throws {
    func add(_ row: Int64) throws -> Bool {
      if let match = try match(SearchRank.book(ofRow: row)), match.place.tier == tier { result.matches.append(match) }
      return result.matches.count < limit
    }
    if tier == .wholeTitle, let rows = try fewWholeTitles() {
      for whole in rows where whole > row {
        guard try add(whole) else { return }
      }
    } else if tier == .wholeTitle {
      let count = matcher.sequence.words.count
      // A title of the wrong length need not be looked at: all but the leading article has to be there.
      let tier = count > QueryMatcher.openingLimit ? SearchTier.title : .opening
      let isDone = try forEachRow(try expression(for: tier), behind: row) { row in
        let words = SearchRank.titleWords(ofRow: row)
        return try words == min(count, 16) || words == min(count + 1, 16) ? add(row) : true
      }
      result.isCutShort = !isDone
    } else if try !forEachRow(try expression(for: tier), behind: row, add) {
      result.isCutShort = true
    }
  }

  /// The rows of books with the title, best first; `nil` when there are many: then they are a good part of those with its
  /// opening.
  private func fewWholeTitles() throws -> [Int64]? {
    var rows: [Int64] = []
    try connection.statement(
      "SELECT id, ratings_count, title FROM book WHERE title_key IN (?, ?) AND hidden = 0 LIMIT ?"
    ).forEachRow(
      SortKey.titles(of: matcher.sequence.words[...]).map(SQLValue.text) + [.integer(Int64(few + 1))]
    ) { row in
      let words = SearchWords.words(in: row.text(2)).count
      let rank = SearchRank(ratingsCount: row.optionalInteger(1).map { Int($0) }, titleWords: words)
      rows.append(rank.rowid(of: row.integer(0)))
    }
    return rows.count <= few ? rows.sorted() : nil
  }

  /// Calls the body for each row that the index finds and the condition lets through, in order, until it says stop.
  ///
  /// - Returns: `false` when the time was up before.
  private func forEachRow(_ expression: String, behind row: Int64, _ body: (Int64) throws -> Bool) throws -> Bool {
    // The condition is a column rather than a filter, so that the time is looked at between rows that do not fit, too.
    let sql =
      if let condition = filters.condition {
        """
        SELECT search_index.rowid, (\(condition.condition)) IS TRUE
        FROM search_index CROSS JOIN book ON book.id = search_index.rowid & \(SearchRank.idMask)
        WHERE search_index MATCH ? AND search_index.rowid > ? ORDER BY search_index.rowid
        """
      } else {
        "SELECT rowid, 1 FROM search_index WHERE search_index MATCH ? AND rowid > ? ORDER BY rowid"
      }
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind((filters.condition?.values ?? []) + [.text(expression), .integer(row)])
    while try statement.step() {
      if statement.integer(1) != 0, try !body(statement.integer(0)) { return true }
      if deadline.isOver { return false }
    }
    return true
  }

  private func expression(for tier: SearchTier) throws -> String {
    var parts = filters.indexed
    if tier.isOpening {
      let (words, isLastBegun) = matcher.sequence
      parts.append(try expressions.opening(words, lastBegun: isLastBegun && tier == .openingBegun))
    }
    for (index, term) in matcher.terms.enumerated() where !(tier.isOpening && term.belongsToTitle) {
      let allowsBeginning = matcher.allows(tier.completeness, at: index)
      let part = try expressions.text(term, in: tier.place, allowsBeginning: allowsBeginning)
      if !parts.contains(part) { parts.append(part) }
    }
    if parts.isEmpty { parts = [MatchExpression.everything] }
    let wanted = parts.map { "(\($0))" }.joined(separator: " AND ")
    let excluded = filters.excluded
    return excluded.isEmpty ? wanted : "(\(wanted)) NOT (\(excluded.joined(separator: " OR ")))"
  }
}
