/// How well a book matches a query: the smaller, the better. Each holds the books that the query's words match in that
/// way and in no better one; docs/ranking.md defines them.
enum SearchTier: Int, CaseIterable, Comparable {
  /// The words are the whole title, leading article aside.
  case wholeTitle
  /// The title begins with the words, leading article aside.
  case opening
  /// Every word stands in the title.
  case title
  /// Every word stands in the title or in the authors.
  case titleOrAuthors
  /// Every word stands anywhere.
  case anywhere
  /// As the tiers above, where the last word may be the beginning of one.
  case openingBegun, titleBegun, titleOrAuthorsBegun, anywhereBegun
  /// Every word may be the beginning of one.
  case beginnings

  static func < (one: SearchTier, other: SearchTier) -> Bool { one.rawValue < other.rawValue }

  /// Which of the query's words may be beginnings of the book's.
  enum Completeness: Comparable { case whole, lastBegun, allBegun }

  var completeness: Completeness {
    if self <= .anywhere { return .whole }
    return self == .beginnings ? .allBegun : .lastBegun
  }

  /// Where words stand that are not asked for in a field of their own.
  enum Scope: Comparable { case title, titleOrAuthors, anywhere }

  var isOpening: Bool { self == .opening || self == .openingBegun }

  /// The tier of words that stand in a place, where it is not the title's beginning.
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
