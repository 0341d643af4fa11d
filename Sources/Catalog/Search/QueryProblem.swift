/// A part of a query that looks like a condition but is not valid, such as `titel:dune`. Its words are searched for as
/// text, but the user probably wants to know about the mistake.
public struct QueryProblem: Hashable, Sendable, CustomStringConvertible {
  /// A category of problem.
  public enum Kind: Hashable, Sendable {
    /// The name before the colon is not a filter.
    case unknownFilter
    /// The text after the colon is not valid for the filter.
    case unknownValue
    /// There is a space after the colon of a filter. The filter's name is therefore searched for as a word.
    case blankValue
    /// The range ends before it begins, so no book matches.
    case emptyRange
    /// `OR` is not between two terms.
    case looseOr
    /// The part joins or groups conditions in other query languages, as parentheses and AND do. It has no special
    /// meaning in this catalog's queries.
    case unknownSyntax
    /// There is no saved search with the name after the `@`.
    case unknownSearch
    /// The saved search uses itself, or uses too many other saved searches. It therefore finds nothing.
    case endlessSearch
    /// The query has too many terms. This term and all further terms are ignored.
    case leftOut
  }

  /// The category of the problem.
  public let kind: Kind
  /// The name of the saved search that contains the invalid part, or `nil` if the query itself contains it.
  public let search: String?
  /// The invalid part, as it was typed, such as `titel:dune`.
  public let text: String
  /// The text that was probably intended, such as `title:dune`, or `nil` if no valid text is similar.
  public let suggestion: String?
  /// A description of valid values for people, such as `2024, 2024-05, 2023..2024 or last-month`. For a saved search
  /// that finds nothing, the reason why it finds nothing.
  public let expected: String

  init(_ kind: Kind, _ text: String, of search: String?, suggestion: String?, expected: String) {
    (self.kind, self.text, self.search) = (kind, text, search)
    (self.suggestion, self.expected) = (suggestion, expected)
  }

  /// Creates a problem for a saved search that cannot be used.
  ///
  /// - Parameter reason: The reason why the search finds nothing.
  init(refused name: String, _ reason: String) {
    self.init(.endlessSearch, "@\(name)", of: nil, suggestion: nil, expected: reason)
  }

  /// A one-line description of the problem.
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
