/// The limits on the work that a list does at once.
package struct BookListLimits: Sendable, Equatable {
  /// The maximum number of missing rows to find by reading a page. If more rows are missing, one scan collects all ids.
  package var farAway = 2_000
  /// The maximum number of ids that a filtered list keeps, at eight bytes each.
  package var ids = 2_000_000
  /// The maximum number of matches of a search whose order is determined in the background.
  package var ranked = 1_000
  /// The maximum number of matches to count before the first matches are shown, if each match must be read.
  package var countedAtOnce = 1_000
  /// The limits for finding the books of a filter.
  package var selection = SelectionLimits()

  package init() {}
}
