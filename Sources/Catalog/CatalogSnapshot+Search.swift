extension CatalogSnapshot {
  /// The books that a query finds, the best first: the whole title before its beginning, that before words in the title,
  /// in title and authors, anywhere; whole words before beginnings of words; among equals, the books that most people
  /// rated. docs/ranking.md defines it. The first page costs about the same however many books match.
  ///
  /// - Parameters:
  ///   - query: what a person typed; empty for every book. Anything is a legal query.
  ///   - position: where the page begins.
  ///   - size: how many books, at least 1.
  ///   - isPatient: whether to go on for as long as it takes; else a query that the index cannot answer ends after 40
  ///     milliseconds with what was found by then.
  public func search(
    _ query: String, at position: SearchPosition = .start, size: Int = 20, isPatient: Bool = false
  ) throws -> SearchPage {
    let search = try rankedSearch(query, isPatient)
    let size = max(1, min(size, .max / 4))
    var start: RankedSearch.Place?
    var skipped = 0
    switch position {
    case .offset(let offset): skipped = max(0, min(offset, .max / 4))
    case .after(let cursor): start = cursor.place
    }
    let found = try search.matches(after: start, limit: skipped + size + 1)
    let rest = found.matches.dropFirst(skipped)
    let page = rest.prefix(size)
    let next = rest.count > size || found.isCutShort ? page.last.map { SearchCursor($0.place) } : nil
    return SearchPage(books: page.map(\.book), next: next, isCutShort: found.isCutShort && rest.count <= size)
  }

  /// How many books a query finds, counted up to a limit, which takes about a millisecond for the thousand that are usual.
  ///
  /// - Parameter limit: at least 1.
  public func matchCount(of query: String, upTo limit: Int = 1_000) throws -> MatchCount {
    let (count, isCutShort) = try rankedSearch(query, false).count(limit: max(1, limit) + 1)
    return count > limit || isCutShort ? .moreThan(min(count, limit)) : .exactly(count)
  }

  /// Calls the body for every book that a query finds, the best first, in constant memory.
  public func forEachMatch(of query: String, _ body: (Book) throws -> Void) throws {
    var position = SearchPosition.start
    while true {
      let page = try search(query, at: position, size: 500, isPatient: true)
      for book in page.books { try body(book) }
      guard let next = page.next else { return }
      position = .after(next)
    }
  }

  /// What a person may have meant by a query that finds nothing: other spellings, and words that the typed ones stand
  /// inside of. Takes at most 80 milliseconds.
  ///
  /// - Parameter limit: how many of each, at most.
  public func suggestions(for query: String, limit: Int = 3) throws -> SearchSuggestions {
    let spelling = Spelling(connection: connection, deadline: SearchDeadline(in: SearchDeadline.interactive))
    var suggestions = SearchSuggestions()
    var pieces = query.split(whereSeparator: \.isWhitespace).prefix(QueryParser.termLimit).map(String.init)
    var alternatives: (index: Int, words: [String])?
    var unknown: [String] = []
    for (index, piece) in pieces.enumerated() where !piece.hasPrefix("-") {
      // A field in front of the word stays.
      let word = piece.split(separator: ":", maxSplits: 1).last.map(String.init) ?? piece
      let folded = SearchWords.words(in: word)
      guard folded.count == 1, try WordTable(connection: connection).words(beginningWith: folded[0], limit: 1).isEmpty
      else { continue }
      unknown.append(folded[0])
      let nearest = try spelling.nearest(to: folded[0], limit: limit)
      guard let best = nearest.first else { continue }
      let before = String(piece.dropLast(word.count))
      pieces[index] = before + best
      if alternatives == nil { alternatives = (index, nearest.map { before + $0 }) }
    }
    for word in alternatives?.words ?? [] {
      pieces[alternatives?.index ?? 0] = word
      let spelled = pieces.joined(separator: " ")
      if try matchCount(of: spelled, upTo: 1) != .exactly(0) { suggestions.spellings.append(spelled) }
    }
    for word in unknown where suggestions.insideWords.count < limit {
      suggestions.insideWords += try spelling.words(
        containing: word, limit: limit - suggestions.insideWords.count)
    }
    return suggestions
  }

  private func rankedSearch(_ query: String, _ isPatient: Bool) throws -> RankedSearch {
    try RankedSearch(
      QueryParser.parse(query), connection: connection,
      deadline: SearchDeadline(in: isPatient ? nil : SearchDeadline.interactive))
  }
}
