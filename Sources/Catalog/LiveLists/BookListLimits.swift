/// How much a list looks for at once.
package struct BookListLimits: Sendable, Equatable {
  /// Rows farther behind those that were found are not looked for one page after the other.
  package var farAway = 2_000
  /// So many ids of a list of a filter are held at most, eight bytes each.
  package var ids = 2_000_000
  /// So many matches of a search are found in the order of their rank, behind what is shown.
  package var ranked = 1_000
  /// So many matches are counted before the first ones are shown, where each has to be read.
  package var countedAtOnce = 1_000
  /// How a filter's books are found.
  package var selection = SelectionLimits()

  package init() {}
}
