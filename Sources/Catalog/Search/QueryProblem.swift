/// A part of a query that looks like a condition and is none, so that its words are searched for as text. Anything is a legal
/// query; but who asks for `titel:dune` wants to know that there is no such filter.
public struct QueryProblem: Hashable, Sendable, CustomStringConvertible {
  /// The sort of a problem.
  public enum Kind: Hashable, Sendable {
    /// There is no filter of the name before the colon.
    case unknownFilter
    /// What stands behind the colon is no value of the filter.
    case unknownValue
    /// There is no saved search of the name behind the `@`.
    case unknownSearch
    /// The saved search asks for itself, or for too many others, and finds nothing.
    case endlessSearch
    /// The query has more words and conditions than are looked at: the part, and all behind it, is left out.
    case leftOut
  }

  /// The sort of problem that it is.
  public let kind: Kind
  /// The name of the saved search that the part is of; `nil` of the query itself.
  public let search: String?
  /// The part of the query, as it was typed: `titel:dune`.
  public let text: String
  /// The part as it was probably meant: `title:dune`; `nil` where nothing is near.
  public let suggestion: String?
  /// What may stand there, in words for people: `2024, 2024-05, 2023..2024 or last-month`. Of a search that finds nothing,
  /// why.
  public let expected: String

  init(_ kind: Kind, _ text: String, of search: String?, suggestion: String?, expected: String) {
    (self.kind, self.text, self.search) = (kind, text, search)
    (self.suggestion, self.expected) = (suggestion, expected)
  }

  /// - Parameter reason: why the search finds nothing.
  init(refused name: String, _ reason: String) {
    self.init(.endlessSearch, "@\(name)", of: nil, suggestion: nil, expected: reason)
  }

  /// One line for people.
  public var description: String {
    let place = search.map { "in @\($0): " } ?? ""
    let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
    let sign: Character = text.first { $0 == ":" || $0 == "~" } ?? ":"
    let filter = "\(text.prefix { $0 != sign })\(sign)"
    let takes = sign == "~" ? expected : "\(filter) takes \(expected)"
    return switch kind {
    case .unknownFilter: "\(place)there is no filter “\(filter)”\(hint) (in quotes it is text)"
    case .unknownValue: "\(place)“\(text)” is searched for as text\(hint) (\(takes))"
    case .unknownSearch: "\(place)there is no saved search “\(text)”\(hint)"
    case .endlessSearch: "“\(text)” finds nothing: \(expected)"
    case .leftOut: "\(place)“\(text)” and what stands behind it is left out: \(expected)"
    }
  }
}

/// Finds the parts of a query that look like conditions and are none.
struct QueryProblemFinder {
  let fields: OwnFields
  /// The names of the saved searches.
  let saved: [String]
  let today: PartialDate

  /// - Parameter search: the name of the saved search that the text is of.
  func problems(in text: String, of search: String? = nil) -> [QueryProblem] {
    let terms = QueryParser.Scanner(text).terms()
    let leftOut = terms.dropFirst(QueryParser.termLimit).first.map { term in
      QueryProblem(
        .leftOut, (term.field.map { $0 + (term.isPattern ? "~" : ":") } ?? "") + term.text, of: search, suggestion: nil,
        expected: "the first \(QueryParser.termLimit) words of a query count, OR among them")
    }
    return terms.prefix(QueryParser.termLimit).compactMap { problem($0, of: search) } + [leftOut].compactMap(\.self)
  }

  private func problem(_ term: QueryParser.Term, of search: String?) -> QueryProblem? {
    if let name = term.savedName {
      if saved.contains(where: { SavedSearch.key($0) == SavedSearch.key(String(name)) }) { return nil }
      let near = Self.nearest(String(name), among: saved).map { "@\($0)" }
      return QueryProblem(
        .unknownSearch, term.text, of: search, suggestion: near, expected: "the name of a saved search")
    }
    // A time or an address is no condition, and in front of a space a colon ends a word.
    guard let name = term.field, Self.isName(name),
      term.isPattern || term.hasColon && !term.text.hasPrefix("//") && (!term.text.isEmpty || term.isNegated),
      QueryParser.fielded(name, term) == nil
    else { return nil }
    if term.isPattern { return patternProblem(name, term, of: search) }
    let value = term.isPhrase ? "\"\(term.text)\"" : term.text
    if QueryParser.names.contains(name) {
      if name == "has" || name == "no", fields[term.text] != nil { return nil }
      let near = Self.nearest(term.text, among: BookQuery.words(of: name, with: fields)).map { "\(name):\($0)" }
      return QueryProblem(
        .unknownValue, "\(name):\(value)", of: search, suggestion: near, expected: expected(of: name))
    }
    if let field = fields[name] {
      if OwnCondition(field, term.text, isPhrase: term.isPhrase, today: today) != nil { return nil }
      return QueryProblem(
        .unknownValue, "\(name):\(value)", of: search, suggestion: nil,
        expected: fields.definition(of: field.field).help)
    }
    let known = BookQuery.filters(with: fields)
    let near = Self.nearest(name, among: known).map { "\($0):\(value)" }
    return QueryProblem(
      .unknownFilter, "\(name):\(value)", of: search, suggestion: near, expected: known.joined(separator: ", "))
  }

  /// What is wrong with a pattern, or with the field that it is for; `nil` where nothing is.
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

  /// Whether it looks like the name of a filter: a letter, then also digits, hyphens, underscores and dots. Fields that come
  /// from calibre have a `#` in front.
  private static func isName(_ text: String) -> Bool {
    let name = text.unicodeScalars.drop { $0 == "#" }
    return name.first?.properties.isAlphabetic == true
      && name.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
      }
  }

  private func expected(of name: String) -> String {
    if DateCondition.Event(rawValue: name) != nil {
      let words = RelativeDays.typedWords.joined(separator: ", ")
      return "2024, 2024-05, 2024-05-31, ranges such as 2023..2024 and >2024-05, or \(words)"
    }
    return switch name {
    case "is", "format": BookQuery.words(of: name).joined(separator: ", ")
    case "has", "no": "the name of a field"
    case "year", "pages": "a number, or a range such as 100..200 or >=100"
    case "rating", "average": "a number from 0 to 5, or a range such as 4.. or >3.5"
    case "isbn": "the digits of an ISBN, or its first ones"
    case "id": "the name of a service, and a number of its own: goodreads=234225"
    default: "a word"
    }
  }

  /// The candidate that a word was probably meant to be: at most a third of its letters are others.
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
  /// Whether any part of it may be meant as a condition, or is left out: of few words alone, which most queries are, there is
  /// nothing to look up.
  package var mayHoldProblems: Bool {
    [text, filter].contains { $0.utf8.count > QueryParser.termLimit || $0.utf8.contains { ":@~".utf8.contains($0) } }
  }
}
