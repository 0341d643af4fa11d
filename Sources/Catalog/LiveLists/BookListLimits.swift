/// The limits on the work that a live list does in one access to the catalog.
package struct BookListLimits: Sendable, Equatable {
  /// The maximum number of further rows to find by reading a page. If more rows are needed, one scan finds the ids of
  /// all rows instead.
  package var farAway = 2_000
  /// The maximum number of ids to keep for a filtered list. Each id takes eight bytes of memory.
  package var ids = 2_000_000
  /// The maximum number of matches in a search whose complete order is computed in the background.
  package var ranked = 1_000
  /// The maximum number of matches to count before the first matches are shown. Applies if each match must be read to
  /// be counted.
  package var countedAtOnce = 1_000
  /// The thresholds for finding the books of a filtered list.
  package var selection = SelectionLimits()

  package init() {}
}
