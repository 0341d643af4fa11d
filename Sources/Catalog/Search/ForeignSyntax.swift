/// Syntax that joins, separates or groups conditions in other query languages, but is plain text here.
struct ForeignSyntax {
  /// The syntax as it was typed.
  let text: String
  /// The query syntax that was probably intended; `nil` if it cannot be derived from the text alone.
  let suggestion: String?
  /// An explanation of the equivalent syntax in this catalog's queries.
  let words: String

  private init(_ text: String, suggestion: String? = nil, _ words: String) {
    (self.text, self.suggestion, self.words) = (text, suggestion, words)
  }

  /// Creates a description of the foreign syntax at an index; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - index: The index of a term other than OR.
  ///   - terms: The terms of the query.
  ///   - isFilter: Returns true if a lowercase name before a colon is a filter.
  init?(at index: Int, in terms: ArraySlice<QueryParser.Term>, isFilter: (String) -> Bool) {
    let term = terms[index]
    func isCondition(_ index: Int) -> Bool { Self.isCondition(index, in: terms, isFilter) }
    guard !term.isPhrase else { return nil }
    let start = term.field ?? term.text
    if start.hasPrefix("("), isCondition(index) || Self.isGroup(at: index, in: terms) {
      let prefix = term.field.map { $0 + (term.isPattern ? "~" : term.hasColon ? ":" : "") } ?? ""
      self.init(
        "\(term.isNegated ? "-" : "")\(prefix)\(term.text)",
        "parentheses do not group terms; OR joins the terms on both sides, as in tag:a OR tag:b is:read, "
          + "and each excluded term needs its own minus, as in -tag:a -tag:b")
    } else if term.field == nil, !term.isNegated, term.text.hasPrefix("~/") {
      self.init(term.text, suggestion: "title\(term.text)", "a pattern must follow the name of its field")
    } else if term.isPlain, let words = Self.operators[term.text],
      index > terms.startIndex && index + 1 < terms.endIndex || term.text == "NOT",
      term.text.hasPrefix("|") || [index - 1, index + 1].contains(where: isCondition)
    {
      self.init(term.text, words)
    } else {
      return nil
    }
  }

  private static let operators = [
    "AND": "all conditions must match anyway; omit AND", "&": "all conditions must match anyway; omit &",
    "&&": "all conditions must match anyway; omit &&", "NOT": "put a minus in front to exclude, as in -tag:a",
    "|": "put OR between two alternatives", "||": "put OR between two alternatives",
  ]

  /// Returns true if a term is more than a word. Uppercase words next to such a term are not part of a title.
  private static func isCondition(
    _ index: Int, in terms: ArraySlice<QueryParser.Term>, _ isFilter: (String) -> Bool
  ) -> Bool {
    guard terms.indices.contains(index) else { return false }
    var term = terms[index]
    if term.isNegated { return true }
    if let field = term.field { return isFilter(String(field.drop { $0 == "(" })) }
    term.text = String(term.text.drop { $0 == "(" }.prefix { $0 != ")" })
    return term.savedName != nil
  }

  /// Returns true if grouping by the parenthesis before a term would change the meaning of the query. Parentheses
  /// around words that must all match change nothing, nor do parentheses in titles.
  private static func isGroup(at index: Int, in terms: ArraySlice<QueryParser.Term>) -> Bool {
    guard let end = terms[index...].firstIndex(where: { $0.text.hasSuffix(")") }), end > index else { return false }
    let isBesideOr =
      index > terms.startIndex && terms[index - 1].isOr || end + 1 < terms.endIndex && terms[end + 1].isOr
    return isBesideOr && !terms[index...end].contains(where: \.isOr)
  }
}
