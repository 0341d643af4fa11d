/// Writes queries in the language of FTS5 (sqlite.org/fts5.html#full_text_query_syntax). What a person typed only ever
/// stands in quotes, folded: folded words hold no quote.
struct MatchExpression {
  let connection: Connection

  /// The longest beginning of a word that the search index itself knows (`prefix='1 2 3'`).
  private static let indexedBeginning = 3
  /// How many words a longer beginning is spelled out to. Beyond, FTS5 gathers the rows of all words that begin so before
  /// it gives the first.
  private static let mostWords = 100

  /// What finds no row: a word that no text holds.
  static let nothing = "\"\u{E00F}\""
  /// What finds every row: each has a read state.
  static let everything =
    "facets : ("
    + ReadState.allCases.map { "\"\(Facet.readState.word($0.rawValue))\"" }.joined(separator: " OR ") + ")"

  /// Rows that hold the words in a place, or in the field that is asked for.
  func text(_ match: TextMatch, in place: SearchTier.Place = .anywhere, allowsBeginning: Bool = true) throws -> String {
    let columns =
      switch match.field {
      case .title: "title"
      case .author: "authors"
      case .series: "series"
      case .tag: "tags"
      case .publisher: "facets"
      case nil:
        switch place {
        case .title: "title"
        case .titleOrAuthors: "{title authors}"
        case .anywhere: "{title authors series tags notes}"
        }
      }
    let phrase = try phrase(match.words, lastBegun: match.isPrefix && allowsBeginning)
    return "\(columns) : (\(phrase))"
  }

  /// Rows of books whose title may begin with the words; some of them hold the words elsewhere in the title.
  func opening(_ words: [String], lastBegun: Bool) throws -> String {
    let isOne = words.count == 1
    var first = try opening(words[0], begun: lastBegun && isOne)
    // Where the title's language has the word as an article, the next one is the title's opening.
    if !isOne, LanguageCode.isArticle(words[0]) {
      first += " OR " + (try opening(words[1], begun: lastBegun && words.count == 2))
    }
    let openings = "facets : (\(first))"
    return isOne ? openings : "\(openings) AND title : (\(try phrase(words, lastBegun: lastBegun)))"
  }

  /// A query as one expression; `nil` when part of it is not in the index.
  func expression(_ query: Query) throws -> String? {
    switch query {
    case .everything: Self.everything
    case .nothing: Self.nothing
    case .text(let match): try text(match)
    case .language(let code): Self.facet([Facet.language.word(code)])
    case .source(let name):
      Self.facet(try SourceTable(connection: connection).ids(named: name).map { Facet.source.word(String($0)) })
    case .not(.state(let state)) where state != .edited:
      // The few that are read are found at once; those that are not unread would be sought among all.
      Self.facet(
        ReadState.allCases.filter { $0.rawValue != state.rawValue }.map { Facet.readState.word($0.rawValue) })
    case .state(.edited), .isbn, .pages, .rating, .not: nil
    case .state(let state): Self.facet([Facet.readState.word(state.rawValue)])
    case .year(let range): Self.years(range).map(Self.facet)
    case .all(let parts): try joined(parts, by: " AND ")
    case .any(let parts): try joined(parts, by: " OR ")
    }
  }

  private func joined(_ parts: [Query], by conjunction: String) throws -> String? {
    let expressions = try parts.compactMap(expression)
    return expressions.count == parts.count ? "(\(expressions.joined(separator: conjunction)))" : nil
  }

  private static func facet(_ words: [String]) -> String {
    words.isEmpty ? nothing : "facets : (\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
  }

  /// Words for the years of a range, as decades where it holds them whole; `nil` for a range of very many, or none.
  private static func years(_ range: QueryRange) -> [String]? {
    guard let lower = range.lower, let upper = range.upper, !range.isOpen, lower.rounded() == lower,
      upper.rounded() == upper, lower <= upper, upper - lower < 200
    else { return nil }
    var words: [String] = []
    var year = max(Int(lower), PartialDate.years.lowerBound)
    let last = min(Int(upper), PartialDate.years.upperBound)
    while year <= last {
      let isDecade = year % 10 == 0 && year + 9 <= last && year >= 0
      words.append(isDecade ? Facet.decade(year) : Facet.year(year))
      year += isDecade ? 10 : 1
    }
    return words
  }

  /// Words side by side. A beginning that the index does not know is spelled out as the words that begin so.
  private func phrase(_ words: [String], lastBegun: Bool) throws -> String {
    let quoted = "\"\(words.joined(separator: " "))\""
    guard lastBegun, let last = words.last else { return quoted }
    guard let spelled = try spelledOut(last) else { return quoted + " *" }
    let before = words.dropLast().map { $0 + " " }.joined()
    return spelled.isEmpty ? Self.nothing : spelled.map { "\"\(before)\($0)\"" }.joined(separator: " OR ")
  }

  private func opening(_ word: String, begun: Bool) throws -> String {
    guard begun else { return "\"\(Facet.opening(word))\"" }
    // A beginning of the word is one of the facet, whose letter stands behind.
    guard let spelled = try spelledOut(word) else { return "\"\(word)\" *" }
    return spelled.isEmpty ? Self.nothing : spelled.map { "\"\(Facet.opening($0))\"" }.joined(separator: " OR ")
  }

  /// The words that begin so; `nil` where the index knows the beginning, or there are too many.
  private func spelledOut(_ beginning: String) throws -> [String]? {
    guard beginning.unicodeScalars.count > Self.indexedBeginning, !beginning.hasPrefix(Facet.publisher.rawValue) else {
      return nil
    }
    let words = try WordTable(connection: connection).words(beginningWith: beginning, limit: Self.mostWords + 1)
    return words.count > Self.mostWords ? nil : words
  }
}
