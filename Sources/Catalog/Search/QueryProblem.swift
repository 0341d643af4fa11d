/// A part of a query that looks like a condition and is none, so that its words are searched for as text. Anything is a legal
/// query; but who asks for `titel:dune` wants to know that there is no such filter.
public struct QueryProblem: Hashable, Sendable, CustomStringConvertible {
  /// The sort of a problem.
  public enum Kind: Hashable, Sendable {
    /// There is no filter of the name before the colon.
    case unknownFilter
    /// What stands behind the colon is no value of the filter.
    case unknownValue
    /// A blank stands behind the colon of a filter, which makes a word of its name.
    case blankValue
    /// The range ends before it begins, and finds nothing.
    case emptyRange
    /// `OR` stands where there are no two things to choose from.
    case looseOr
    /// It joins or divides conditions in other languages, as brackets and AND do, and does not here.
    case unknownSyntax
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
    case .blankValue: "\(place)“\(text)” is searched for as text\(hint) (no blank stands behind the colon of a filter)"
    case .emptyRange: "\(place)“\(text)” finds nothing, since the range ends before it begins\(hint)"
    case .looseOr: "\(place)“\(text)” is searched for as text (OR stands between two words or conditions)"
    case .unknownSyntax: "\(place)“\(text)” is searched for as text\(hint) (\(expected))"
    case .unknownSearch: "\(place)there is no saved search “\(text)”\(hint)"
    case .endlessSearch: "“\(text)” finds nothing: \(expected)"
    case .leftOut: "\(place)“\(text)” and what stands behind it is left out: \(expected)"
    }
  }
}
