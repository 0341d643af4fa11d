/// Which source is asked first when several have one book: a smaller number goes first.
///
/// What the user brought last is asked first (imports), then what they typed when adding a book, then the sources that
/// refresh, in the order in which they were added.
package enum Precedence {
  /// Books added by hand.
  package static let local: Int64 = 0

  /// For a new source that only an import by the user changes.
  package static func ofImport(among existing: [Int64]) -> Int64 { max(min(0, existing.min() ?? 0), .min + 1) - 1 }

  /// For a new source that refreshes by itself.
  package static func ofRefreshing(among existing: [Int64]) -> Int64 { min(max(0, existing.max() ?? 0), .max - 1) + 1 }
}
