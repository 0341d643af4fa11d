/// The quality of a match; smaller is better. A tier contains the books that match the query's words in this way, but
/// not in a better way. docs/ranking.md defines the tiers.
enum SearchTier: Int, CaseIterable, Comparable {
  /// The words are the whole title, apart from a leading article.
  case wholeTitle
  /// The title begins with the words, apart from a leading article.
  case opening
  /// The title contains every word.
  case title
  /// The title or the authors contain every word.
  case titleOrAuthors
  /// Every word occurs anywhere.
  case anywhere
  /// The tiers from `opening` to `anywhere`, with the last word as a prefix.
  case openingBegun, titleBegun, titleOrAuthorsBegun, anywhereBegun
  /// Every word may be a prefix.
  case beginnings

  static func < (one: SearchTier, other: SearchTier) -> Bool { one.rawValue < other.rawValue }

  /// The words of the query that may be prefixes of the book's words.
  enum Completeness: Comparable { case whole, lastBegun, allBegun }

  var completeness: Completeness {
    if self <= .anywhere { return .whole }
    return self == .beginnings ? .allBegun : .lastBegun
  }

  /// The part of a book that contains the words of the query. Words that must be in a certain field are not considered.
  enum Scope: Comparable { case title, titleOrAuthors, anywhere }

  var isOpening: Bool { self == .opening || self == .openingBegun }

  /// Creates the tier of words found in a scope, other than at the beginning of the title.
  init(_ completeness: Completeness, _ scope: Scope) {
    switch (completeness, scope) {
    case (.whole, .title): self = .title
    case (.whole, .titleOrAuthors): self = .titleOrAuthors
    case (.whole, .anywhere): self = .anywhere
    case (.lastBegun, .title): self = .titleBegun
    case (.lastBegun, .titleOrAuthors): self = .titleOrAuthorsBegun
    case (.lastBegun, .anywhere): self = .anywhereBegun
    case (.allBegun, _): self = .beginnings
    }
  }
}
