/// The precedence among sources that have the same book. A smaller number means a higher precedence.
///
/// The latest import has the highest precedence. Next come books that the user typed in, and then the sources that
/// refresh, in the order in which they were added.
package enum Precedence {
  /// The precedence of books added by hand.
  package static let local: Int64 = 0

  /// Returns the precedence of a new source that changes only when the user imports a file.
  package static func ofImport(among existing: [Int64]) -> Int64 { max(min(0, existing.min() ?? 0), .min + 1) - 1 }

  /// Returns the precedence of a new source that refreshes automatically.
  package static func ofRefreshing(among existing: [Int64]) -> Int64 { min(max(0, existing.max() ?? 0), .max - 1) + 1 }
}
