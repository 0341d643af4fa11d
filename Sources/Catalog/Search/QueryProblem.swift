/// A part of a query that looks like a condition but is not valid, so that its words are searched for as text. Any text
/// is a valid query, but a user who types `titel:dune` wants to know that the filter does not exist.
public struct QueryProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: Hashable, Sendable {
    /// The name before the colon is not a filter.
    case unknownFilter
    /// The text after the colon is not a value of the filter.
    case unknownValue
    /// A space follows the colon of a filter, so its name is searched for as a word.
    case blankValue
    /// The range ends before it begins, so it matches nothing.
    case emptyRange
    /// `OR` is not between two terms.
    case looseOr
    /// The syntax joins or groups conditions in other query languages, such as parentheses and AND, but not here.
    case unknownSyntax
    /// The name after the `@` is not a saved search.
    case unknownSearch
    /// The saved search uses itself or too many other searches, so it matches nothing.
    case endlessSearch
    /// The query has too many terms: this part and everything after it are ignored.
    case leftOut
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The name of the saved search that contains the part; `nil` if the query itself contains it.
  public let search: String?
  /// The part of the query as it was typed, such as `titel:dune`.
  public let text: String
  /// The query text that was probably intended, such as `title:dune`; `nil` if nothing is similar.
  public let suggestion: String?
  /// A human-readable description of valid values, such as `2024, 2024-05, 2023..2024 or last-month`. For a saved
  /// search that matches nothing, the reason.
  public let expected: String

  init(_ kind: Kind, _ text: String, of search: String?, suggestion: String?, expected: String) {
    (self.kind, self.text, self.search) = (kind, text, search)
    (self.suggestion, self.expected) = (suggestion, expected)
  }

  /// Creates a problem for a saved search that was refused.
  ///
  /// - Parameter reason: The reason why the search matches nothing.
  init(refused name: String, _ reason: String) {
    self.init(.endlessSearch, "@\(name)", of: nil, suggestion: nil, expected: reason)
  }

  /// The problem in one line, for people.
  public var description: String {
    let location = search.map { "in @\($0): " } ?? ""
    let hint = suggestion.map { "; did you mean \($0)?" } ?? ""
    let separator: Character = text.first { $0 == ":" || $0 == "~" } ?? ":"
    let filter = "\(text.prefix { $0 != separator })\(separator)"
    let takes = separator == "~" ? expected : "\(filter) takes \(expected)"
    return switch kind {
    case .unknownFilter: "\(location)unknown filter “\(filter)”\(hint) (use quotes to search for it as text)"
    case .unknownValue: "\(location)“\(text)” is searched for as text\(hint) (\(takes))"
    case .blankValue: "\(location)“\(text)” is searched for as text\(hint) (remove the space after the colon)"
    case .emptyRange: "\(location)“\(text)” matches nothing, because the range ends before it begins\(hint)"
    case .looseOr: "\(location)“\(text)” is searched for as text (OR must be between two words or conditions)"
    case .unknownSyntax: "\(location)“\(text)” is searched for as text\(hint) (\(expected))"
    case .unknownSearch: "\(location)unknown saved search “\(text)”\(hint)"
    case .endlessSearch: "“\(text)” matches nothing: \(expected)"
    case .leftOut: "\(location)“\(text)” and everything after it is ignored: \(expected)"
    }
  }
}
