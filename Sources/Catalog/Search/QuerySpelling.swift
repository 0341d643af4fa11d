import CatalogDatabase

/// Suggestions for a query that finds no books.
public struct SearchSuggestions: Hashable, Sendable {
  /// Probable corrections of the query, each of which finds at least one book. The most likely ones come first:
  ///
  /// 1. queries with a corrected condition
  /// 2. queries for the average rating instead of the user's rating
  /// 3. queries with `OR` and `-` in place of the words “or”, “and” and “not”
  /// 4. queries with other spellings of the words
  public var spellings: [String] = []
  /// Words in the catalog that contain a word of the query, but not at the beginning. They are in alphabetical order.
  public var insideWords: [String] = []
}

/// Suggests corrections for a query that finds no books.
struct QuerySpelling {
  private let connection: Connection
  private let deadline: SearchDeadline
  private let spelling: Spelling
  private let problems: QueryProblemFinder

  /// Creates an object that suggests corrections.
  ///
  /// - Parameter problems: Finds invalid conditions in the query.
  init(connection: Connection, deadline: SearchDeadline, problems: QueryProblemFinder) {
    self.connection = connection
    self.deadline = deadline
    self.problems = problems
    spelling = Spelling(connection: connection, deadline: deadline)
  }

  /// The maximum number of words to check for spelling in a query.
  private static let pieceLimit = 8

  /// Returns suggestions for a query.
  ///
  /// - Parameter limit: The maximum number of corrections and of words.
  func suggestions(for query: String, limit: Int) throws -> SearchSuggestions {
    // A regular expression is not checked for spelling.
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
    // Words that occur in no book are probably misspelled. If all words occur in books, any word may be the wrong one.
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

  /// Returns variants of the query with corrected conditions and operators.
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

  /// Returns the query with `OR` and `-` in place of the words “or”, “and” and “not”, or `nil` if it contains none of
  /// these words.
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

  /// Returns variants of the query in which every unknown word is corrected. The first unknown word is replaced by each
  /// similar word in turn, and the others by their most similar word.
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

  /// Returns variants of the query in which a single word is replaced by a similar word.
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

  /// A part of a query, delimited by spaces.
  private struct Piece {
    /// The text before the word, such as a field name and colon, or a quotation mark.
    private let before: String
    private let given: String
    private let after: String
    /// The word, folded for comparison, or `nil` if the spelling of this part is not checked.
    let word: String?
    var replacement: String?

    /// Creates a part from its text.
    ///
    /// - Parameter isFilter: Returns true if a name is the name of a filter. Values of text fields are checked for
    ///   spelling, but values of other filters are not.
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

    /// The part with `average` in place of `rating`, such as `average:4` for `rating:4`, or `nil` if the part does not
    /// contain `rating`.
    var withAverage: String? {
      let name = text.prefix(while: \.isLetter)
      guard name.lowercased() == "rating", name.endIndex < text.endIndex, ":<>".contains(text[name.endIndex]) else {
        return nil
      }
      return "average" + text[name.endIndex...]
    }
  }
}
