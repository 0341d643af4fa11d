/// A part of a query that would join, separate or group conditions in other query languages, but is plain text here.
struct ForeignSyntax {
  /// The part as it was typed.
  let text: String
  /// The valid syntax that was probably intended, or `nil` if it cannot be determined.
  let suggestion: String?
  /// An explanation of how to express the condition in this catalog's queries.
  let words: String

  private init(_ text: String, suggestion: String? = nil, _ words: String) {
    (self.text, self.suggestion, self.words) = (text, suggestion, words)
  }

  /// Examines a term for foreign syntax. Returns `nil` if the term contains none.
  ///
  /// - Parameters:
  ///   - index: The index of the term, which must not be OR.
  ///   - terms: The terms of the query.
  ///   - isFilter: Returns true if a lowercase name is the name of a filter.
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

  /// Returns true if a term is a condition rather than a plain word. An uppercase AND or NOT next to a condition is
  /// probably meant as an operator, not as a word of a title.
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

  /// Returns true if the parenthesis at a term was probably meant to group conditions, and the grouping would change
  /// the result. Grouping has no effect on words that must all match. A parenthesis in a title does not group
  /// conditions.
  private static func isGroup(at index: Int, in terms: ArraySlice<QueryParser.Term>) -> Bool {
    guard let end = terms[index...].firstIndex(where: { $0.text.hasSuffix(")") }), end > index else { return false }
    let isBesideOr =
      index > terms.startIndex && terms[index - 1].isOr || end + 1 < terms.endIndex && terms[end + 1].isOr
    return isBesideOr && !terms[index...end].contains(where: \.isOr)
  }
}
