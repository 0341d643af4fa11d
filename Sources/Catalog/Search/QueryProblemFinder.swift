import CatalogDatabase

/// Finds parts of a query that look like conditions but are not valid.
struct QueryProblemFinder {
  let fields: OwnFields
  /// The names of the catalog's saved searches.
  let saved: [String]
  let today: PartialDate

  /// Returns true if a lowercase name is the name of a filter in this catalog.
  func isFilter(_ name: String) -> Bool { QueryParser.names.contains(name) || fields[name] != nil }

  /// Returns the problems in a query text.
  ///
  /// - Parameter search: The name of the saved search that contains the text; `nil` for the query itself.
  func problems(in text: String, of search: String? = nil) -> [QueryProblem] {
    let terms = QueryParser.Scanner(text).terms()
    let leftOut = terms.dropFirst(QueryParser.termLimit).first.map { term in
      QueryProblem(
        .leftOut, (term.field.map { $0 + (term.isPattern ? "~" : ":") } ?? "") + term.text, of: search, suggestion: nil,
        expected: "a query can have at most \(QueryParser.termLimit) words, including OR")
    }
    let looked = terms.prefix(QueryParser.termLimit)
    return looked.indices.compactMap { index in
      if looked[index].isOr {
        let isBetween = index > 0 && index < terms.count - 1 && !looked[index - 1].isOr
        return isBetween ? nil : QueryProblem(.looseOr, "OR", of: search, suggestion: nil, expected: "")
      }
      let next = index + 1 < looked.endIndex ? looked[index + 1] : nil
      let syntax = ForeignSyntax(at: index, in: looked, isFilter: isFilter)
      if let syntax {
        return QueryProblem(
          .unknownSyntax, syntax.text, of: search, suggestion: syntax.suggestion, expected: syntax.words)
      }
      return blankProblem(looked[index], before: next, of: search)
        ?? valueProblem(looked[index], isLast: next == nil, of: search) ?? problem(looked[index], of: search)
        ?? rangeProblem(looked[index], of: search)
    } + [leftOut].compactMap(\.self)
  }

  /// Returns a problem if a filter's colon is followed by a space and then by a word or phrase.
  private func blankProblem(
    _ term: QueryParser.Term, before next: QueryParser.Term?, of search: String?
  ) -> QueryProblem? {
    guard let name = term.field, term.hasColon, term.text.isEmpty, !term.isPhrase,
      isFilter(name), let next, next.field == nil, !next.isNegated, !next.isOr
    else { return nil }
    let value = Self.typed(next)
    return QueryProblem(
      .blankValue, "\(name): \(value)", of: search, suggestion: "\(name):\(value)", expected: "a value")
  }

  /// Returns a problem if a query ends with a filter that has no value, for example because the user is still typing.
  /// In the middle of a query, a colon without a value is probably just punctuation.
  private func valueProblem(_ term: QueryParser.Term, isLast: Bool, of search: String?) -> QueryProblem? {
    guard isLast, let name = term.field, term.hasColon, term.text.isEmpty, !term.isPhrase, isFilter(name) else {
      return nil
    }
    return QueryProblem(.unknownValue, "\(name):", of: search, suggestion: nil, expected: expected(of: name, ""))
  }

  /// Returns a problem if a range of numbers or days ends before it begins.
  private func rangeProblem(_ term: QueryParser.Term, of search: String?) -> QueryProblem? {
    guard let name = term.field, !term.isPattern, let dots = term.text.firstRange(of: "..") else { return nil }
    let (lower, upper) = (term.text[..<dots.lowerBound], term.text[dots.upperBound...])
    guard isEmptyRange(term.text, of: name) else { return nil }
    return QueryProblem(
      .emptyRange, "\(name):\(term.text)", of: search, suggestion: "\(name):\(upper)..\(lower)", expected: "")
  }

  private func isEmptyRange(_ text: String, of name: String) -> Bool {
    let kind = fields[name]?.kind
    if kind == .date || DateCondition.Event(rawValue: name) != nil {
      return DayCondition(text)?.range(on: today).map { $0.days == nil } ?? false
    }
    guard kind == .number || QueryParser.numberNames.contains(name),
      let range = QueryRange(text, isUnbounded: kind == .number), let lower = range.lower, let upper = range.upper
    else { return false }
    return lower > upper
  }

  private func problem(_ term: QueryParser.Term, of search: String?) -> QueryProblem? {
    if let name = term.savedName {
      if saved.contains(where: { SavedSearch.key($0) == SavedSearch.key(String(name)) }) { return nil }
      // In the text of a saved search, the name of the same search is not suggested.
      let others = saved.filter { $0 != search }
      let near = Self.nearest(String(name), among: others).map { "@\($0)" }
      return QueryProblem(
        .unknownSearch, term.text, of: search, suggestion: near, expected: "the name of a saved search")
    }
    // Times and URLs also contain colons but are not conditions. A colon followed by a space is just punctuation.
    guard let name = term.field, Self.isName(name),
      term.isPattern || term.hasColon && !term.text.hasPrefix("//") && (!term.text.isEmpty || term.isNegated),
      QueryParser.fielded(name, term) == nil
    else { return nil }
    if term.isPattern { return patternProblem(name, term, of: search) }
    let value = Self.typed(term)
    if QueryParser.names.contains(name) {
      if name == "has" || name == "no", fields[term.text] != nil { return nil }
      let near = (meantRange(name, term) ?? Self.nearest(term.text, among: BookQuery.words(of: name, with: fields)))
        .map { "\(name):\($0)" }
      return QueryProblem(
        .unknownValue, "\(name):\(value)", of: search, suggestion: near, expected: expected(of: name, term.text))
    }
    if let field = fields[name] {
      if OwnCondition(field, term.text, isPhrase: term.isPhrase, today: today) != nil { return nil }
      return QueryProblem(
        .unknownValue, "\(name):\(value)", of: search, suggestion: meantRange(name, term).map { "\(name):\($0)" },
        expected: fields.definition(of: field.field).help)
    }
    let known = BookQuery.filters(with: fields)
    let near = (Self.filters[name] ?? Self.nearest(name, among: known)).map { "\($0):\(value)" }
    return QueryProblem(
      .unknownFilter, "\(name):\(value)", of: search, suggestion: near, expected: known.joined(separator: ", "))
  }

  /// Names that people type instead of a filter's name, with the filter that they probably mean.
  private static let filters = [
    "published": "edition", "authors": "author", "tags": "tag", "genre": "tag", "lang": "language", "state": "is",
    "status": "is", "read": "finished", "stars": "rating", "identifier": "id", "identifiers": "id", "name": "title",
  ]

  /// Returns the valid form of a range such as `1990-1999`, `1990...1999` or `300+`, or `nil` if the text was probably
  /// not meant as a range.
  private func meantRange(_ name: String, _ term: QueryParser.Term) -> String? {
    let text = term.text
    var meant: [String] = []
    if text.hasSuffix("+") { meant.append(text.dropLast() + "..") }
    if let dots = text.firstRange(of: "...") {
      meant.append(text[..<dots.lowerBound] + ".." + text[dots.upperBound...])
    }
    for dash in text.indices where "-–".contains(text[dash]) {
      meant.append(text[..<dash] + ".." + text[text.index(after: dash)...])
    }
    return meant.first { text in
      if let field = fields[name] { return OwnCondition(field, text, isPhrase: false, today: today) != nil }
      var term = term
      term.text = text
      return QueryParser.fielded(name, term) != nil && !isEmptyRange(text, of: name)
    }
  }

  /// Returns the problem in a pattern or its field, or `nil` if both are valid.
  private func patternProblem(_ name: String, _ term: QueryParser.Term, of search: String?) -> QueryProblem? {
    let text = "\(name)~\(term.text)"
    guard let field = BookField(named: name) ?? fields[name]?.field else {
      let known = BookField.allCases.filter(\.definition.kind.hasTexts).map(\.rawValue) + fields.shown.map(\.name)
      let near = Self.nearest(name, among: known).map { "\($0)~\(term.text)" }
      return QueryProblem(
        .unknownFilter, text, of: search, suggestion: near, expected: known.joined(separator: ", "))
    }
    do {
      _ = try PatternCondition(field, fields.definition(of: field), term.text)
      return nil
    } catch {
      let reason = (error as? InvalidValue)?.reason ?? String(describing: error)
      return QueryProblem(.unknownValue, text, of: search, suggestion: nil, expected: reason)
    }
  }

  /// Returns the text of a term as it was typed.
  private static func typed(_ term: QueryParser.Term) -> String {
    term.isPhrase ? "\"\(term.text)\"" : term.text
  }

  /// Returns true if a text could be the name of a filter: a letter, followed by letters, digits, hyphens, underscores
  /// and dots. A leading `#` is allowed, as in the names of custom fields imported from calibre.
  private static func isName(_ text: String) -> Bool {
    let name = text.unicodeScalars.drop { $0 == "#" }
    return name.first?.properties.isAlphabetic == true
      && name.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
      }
  }

  private func expected(of name: String, _ text: String) -> String {
    if DateCondition.Event(rawValue: name) != nil {
      let words = RelativeDays.typedWords.joined(separator: ", ")
      return "2024, 2024-05, 2024-05-31, ranges such as 2023..2024 and >2024-05, or \(words)"
    }
    return switch name {
    case "is", "format": BookQuery.words(of: name).joined(separator: ", ")
    case "has", "no":
      BookField(named: text).map { "a field that can be empty; every book has a value in \($0.rawValue)" }
        ?? "the name of a field"
    case "year", "edition", "pages": "a number, or a range such as 100..200 or >=100"
    case "progress": "a percentage, or a range such as 50.. or <10"
    case "rating", "average": "a number from 0 to 5, or a range such as 4.. or >3.5"
    case "isbn": "the digits of an ISBN, or the first few"
    case "id": "a service and its number for the book, such as goodreads=234225"
    default: "a word"
    }
  }

  /// Returns the candidate that is most similar to a word. Returns `nil` if every candidate differs from the word in
  /// more than a third of its letters.
  private static func nearest(_ word: String, among candidates: [String]) -> String? {
    let limit = max(1, min(3, word.count / 3))
    var distances = EditDistance(to: word.lowercased(), limit: limit)
    return candidates.compactMap { candidate in
      distances.distance(of: candidate.lowercased()).distance.map { (candidate, $0) }
    }
    .min { $0.1 < $1.1 }?.0
  }
}

extension BookQuery {
  /// True if the query may contain a condition or an operator, or may be too long. False for most queries: these are a
  /// few plain words and need no check for problems.
  package var mayHoldProblems: Bool {
    [text, filter].contains {
      $0.utf8.count > QueryParser.termLimit || $0.utf8.contains { ":@~O(|&AN".utf8.contains($0) }
    }
  }
}

extension BookQuery {
  /// Returns the problems of the query and of the saved searches that it uses.
  ///
  /// - Parameter finder: Finds the problems. It is not used if the query obviously has none, which is decided without
  ///   reading the catalog.
  func problems(
    _ connection: Connection, _ finder: @autoclosure () throws -> QueryProblemFinder
  ) throws -> [QueryProblem] {
    guard mayHoldProblems else { return [] }
    let finder = try finder()
    var searches = SavedSearches(connection: connection)
    _ = try searches.resolved(parsed)
    let within = searches.used.flatMap { finder.problems(in: $0.query, of: $0.name) }
    return finder.problems(in: text) + finder.problems(in: filter) + within
      + (searches.refused.map { [QueryProblem(refused: $0.name, $0.reason.words)] } ?? [])
  }
}

extension QueryProblemFinder {
  /// Creates a finder with the custom fields and saved searches of a catalog.
  init(connection: Connection) throws {
    self.init(
      fields: try OwnFieldTable(connection: connection).all(),
      saved: try SavedSearchTable(connection: connection).all().map(\.name),
      today: PartialDate.day(at: connection.clock()))
  }
}
