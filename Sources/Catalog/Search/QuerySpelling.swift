/// Suggestions of what a person may have meant by a query that finds nothing.
public struct SearchSuggestions: Hashable, Sendable {
  /// The query as it was probably meant, the likeliest first; each finds at least one book. First what a part that looks like a
  /// condition should be, `OR` and `-` in the place of words that join or leave out, and averages where ratings of the user's
  /// are asked for; then other spellings of its words.
  public var spellings: [String] = []
  /// Words of the catalog in which a word of the query stands inside, in alphabetical order.
  public var insideWords: [String] = []
}

/// Finds other spellings of a query that finds nothing.
struct QuerySpelling {
  private let connection: Connection
  private let deadline: SearchDeadline
  private let spelling: Spelling
  private let problems: QueryProblemFinder

  /// - Parameter problems: finds what only looks like a condition.
  init(connection: Connection, deadline: SearchDeadline, problems: QueryProblemFinder) {
    self.connection = connection
    self.deadline = deadline
    self.problems = problems
    spelling = Spelling(connection: connection, deadline: deadline)
  }

  /// How many words of a query are looked at.
  private static let pieceLimit = 8

  /// - Parameter limit: how many of each kind, at most.
  func suggestions(for query: String, limit: Int) throws -> SearchSuggestions {
    // Whoever writes a pattern means its letters.
    if QueryParser.Scanner(query).terms().contains(where: \.isPattern) { return SearchSuggestions() }
    let pieces = query.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
      Piece(Substring($0), isFilter: problems.isFilter)
    }
    let words = pieces.indices.filter { pieces[$0].word != nil }.prefix(Self.pieceLimit)
    let unknown = try words.filter { try !isKnown(pieces[$0].word ?? "") }
    var suggestions = SearchSuggestions()
    for corrected in corrected(pieces) where suggestions.spellings.count < limit {
      if try finds(corrected) { suggestions.spellings.append(corrected) }
    }
    // Words that no book has are wrong for certain; where all are known, one of them is another word than was meant.
    let spellings = unknown.isEmpty ? try oneChanged(pieces, Array(words)) : try allChanged(pieces, unknown)
    for spelled in spellings where suggestions.spellings.count < limit && !deadline.isOver {
      if try finds(spelled), !suggestions.spellings.contains(spelled) { suggestions.spellings.append(spelled) }
    }
    for index in unknown where suggestions.insideWords.count < limit {
      suggestions.insideWords += try spelling.words(
        containing: pieces[index].word ?? "", limit: limit - suggestions.insideWords.count)
    }
    return suggestions
  }

  private func isKnown(_ word: String) throws -> Bool {
    try !WordTable(connection: connection).words(beginningWith: word, limit: 1).isEmpty
  }

  private func finds(_ text: String) throws -> Bool {
    let search = try RankedSearch(QueryParser.parse(text), connection: connection)
    return try search.count(limit: 1).count > 0
  }

  /// The query with conditions and words that join as they were probably meant.
  private func corrected(_ pieces: [Piece]) -> [String] {
    let text = pieces.map(\.text).joined(separator: " ")
    var meant = problems.problems(in: text).compactMap { problem in
      problem.suggestion.flatMap { suggestion in
        text.firstRange(of: problem.text).map { "\(text[..<$0.lowerBound])\(suggestion)\(text[$0.upperBound...])" }
      }
    }
    let averages = pieces.map(\.withAverage)
    if averages.contains(where: { $0 != nil }) {
      meant.append(zip(averages, pieces).map { $0 ?? $1.text }.joined(separator: " "))
    }
    return meant + [Self.joined(pieces.map(\.text))].compactMap(\.self)
  }

  /// The query with `OR` and `-` in the place of the words `or`, `and` and `not`; `nil` where none stands between others.
  private static func joined(_ words: [String]) -> String? {
    var joined: [String] = []
    var isNegated = false
    for (index, word) in words.enumerated() {
      let isLast = index == words.count - 1
      switch word.lowercased() {
      case "or" where !isLast && index > 0: joined.append("OR")
      case "and" where !isLast && index > 0: break
      case "not" where !isLast: isNegated = true
      default:
        joined.append(isNegated ? "-\(word)" : word)
        isNegated = false
      }
    }
    return joined == words ? nil : joined.joined(separator: " ")
  }

  /// The query with the likeliest spelling of every unknown word; then with others for the first of them.
  private func allChanged(_ pieces: [Piece], _ unknown: [Int]) throws -> [String] {
    var pieces = pieces
    var alternatives: [String] = []
    for index in unknown {
      let nearest = try spelling.nearest(to: pieces[index].word ?? "")
      guard let best = nearest.first else { return [] }
      if index == unknown.first { alternatives = nearest }
      pieces[index].replacement = best
    }
    return alternatives.map { word in
      pieces[unknown[0]].replacement = word
      return pieces.map(\.text).joined(separator: " ")
    }
  }

  /// The query with one word spelled otherwise.
  private func oneChanged(_ pieces: [Piece], _ words: [Int]) throws -> [String] {
    var spellings: [String] = []
    for index in words {
      for word in try spelling.nearest(to: pieces[index].word ?? "") {
        var changed = pieces
        changed[index].replacement = word
        spellings.append(changed.map(\.text).joined(separator: " "))
      }
    }
    return spellings
  }

  /// A piece of the query between spaces.
  private struct Piece {
    /// What stands before the word: a field and its colon, a quote.
    private let before: String
    private let given: String
    private let after: String
    /// The folded word, if it is one word that the query looks for in texts.
    let word: String?
    var replacement: String?

    /// - Parameter isFilter: whether a name asks for something; for other things than texts, its value is no word of them.
    init(_ text: Substring, isFilter: (String) -> Bool) {
      var value = text.lastIndex(of: ":").map { text[text.index(after: $0)...] } ?? text
      value = value.drop { !$0.isLetter && !$0.isNumber }
      while let last = value.last, !last.isLetter, !last.isNumber { value.removeLast() }
      before = String(text[..<value.startIndex])
      given = String(value)
      after = String(text[value.endIndex...])
      let words = SearchWords.words(in: given)
      let name = text.prefix { !":<>".contains($0) }.lowercased()
      let isCondition =
        name.utf8.count < text.utf8.count && TextMatch.Field(rawValue: name) == nil && isFilter(name)
      word = words.count == 1 && !isCondition && !text.hasPrefix("-") && text != "OR" ? words[0] : nil
    }

    var text: String { before + (replacement ?? given) + after }

    /// `average:4` of `rating:4`; `nil` of all else.
    var withAverage: String? {
      let name = text.prefix(while: \.isLetter)
      guard name.lowercased() == "rating", name.endIndex < text.endIndex, ":<>".contains(text[name.endIndex]) else {
        return nil
      }
      return "average" + text[name.endIndex...]
    }
  }
}
