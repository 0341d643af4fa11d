/// A class of matches of equal quality, from best to worst. A book is in the first tier whose description applies to
/// it. See docs/ranking.md for the definitions.
enum SearchTier: Int, CaseIterable, Comparable {
  /// The title consists of exactly the query's words. A leading article is ignored.
  case wholeTitle
  /// The title begins with the query's words. A leading article is ignored.
  case opening
  /// All words of the query occur in the title.
  case title
  /// All words of the query occur in the title or the authors.
  case titleOrAuthors
  /// All words of the query occur somewhere in the book's fields.
  case anywhere
  /// Variants of the tiers from `opening` to `anywhere`, in which the last word may be a prefix.
  case openingBegun, titleBegun, titleOrAuthorsBegun, anywhereBegun
  /// All words of the query occur somewhere in the book's fields, each possibly as a prefix.
  case beginnings

  static func < (one: SearchTier, other: SearchTier) -> Bool { one.rawValue < other.rawValue }

  /// The words of the query that may be prefixes: no words, the last word, or all words.
  enum Completeness: Comparable { case whole, lastBegun, allBegun }

  var completeness: Completeness {
    if self <= .anywhere { return .whole }
    return self == .beginnings ? .allBegun : .lastBegun
  }

  /// The fields in which the words of the query occur. Words that the query restricts to a certain field are not
  /// considered.
  enum Scope: Comparable { case title, titleOrAuthors, anywhere }

  var isOpening: Bool { self == .opening || self == .openingBegun }

  /// Creates the tier for words found in a scope. The result is never one of the tiers for titles that begin with the
  /// query's words.
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
