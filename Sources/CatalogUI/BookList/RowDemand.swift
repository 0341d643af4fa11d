import Catalog

/// The rules that decide which rows of a list to load, depending on the rows in view.
struct RowDemand: Sendable {
  /// The valid indices of rows. No list is longer, because book ids are below 2⁴⁰.
  static let validIndices = 0..<(1 << 40)

  /// The number of rows to load at a time.
  let pageSize: Int
  /// The number of rows to keep loaded beyond the rows in view. If fewer rows are left, the next page is loaded.
  let prefetchMargin: Int

  init(pageSize: Int, prefetchMargin: Int) {
    self.pageSize = min(max(1, pageSize), 10_000)
    self.prefetchMargin = min(max(0, prefetchMargin), 10_000)
  }

  /// Returns the rows to load around an index that is far from the loaded rows.
  func rows(around index: Int) -> Range<Int> { max(0, index - pageSize)..<(index + 2 * pageSize) }

  /// Returns the rows to load when a row comes into view; `nil` if enough rows are loaded.
  ///
  /// The result covers the rows in view, some rows around the given row, and as many rows in the direction of scrolling
  /// as are in view. When the user scrolls by a screenful, the new rows in view are therefore already loaded.
  func rows(around index: Int, in view: RowsInView, of window: ListWindow<Book>) -> Range<Int>? {
    let loaded = window.range
    if !loaded.contains(index) { return rows(around: index) }
    // Limit the number of rows ahead. The span can be longer than a screenful, because some views never report that a
    // row went out of view.
    let span = view.span ?? index..<(index + 1)
    let ahead = max(prefetchMargin, min(span.count - 1, 5 * pageSize))
    let (before, after) = view.isForward ? (prefetchMargin, ahead) : (ahead, prefetchMargin)
    let isMore = !window.count.isExact || loaded.upperBound < window.count.known
    if index + after >= loaded.upperBound, isMore {
      return max(0, min(index - pageSize, span.lowerBound))..<max(loaded.upperBound + pageSize, index + after + 1)
    }
    guard index - before < loaded.lowerBound, loaded.lowerBound > 0 else { return nil }
    return max(0, min(loaded.lowerBound - pageSize, index - before))..<max(index + pageSize, span.upperBound)
  }

  /// Returns the rows to load for placeholders that a view has read; `nil` if all of them are loaded. If the indices
  /// are far apart, returns the rows around the index that was read last.
  func rows(around indices: [Int], of window: ListWindow<Book>) -> Range<Int>? {
    let missing = indices.filter { Self.validIndices.contains($0) && !isLoaded(around: $0, in: window) }
    guard let last = missing.last else { return nil }
    let near = missing.filter { abs($0 - last) <= 5 * pageSize }
    guard let first = near.min(), let end = near.max() else { return nil }
    return max(0, first - pageSize)..<(end + pageSize + 1)
  }

  /// Returns true if the row at the given index and the rows next to it are loaded.
  func isLoaded(around index: Int, in window: ListWindow<Book>) -> Bool {
    guard window.mayHave(index) else { return true }
    let last = window.count.isExact ? window.count.known - 1 : .max
    return window.range.contains(max(0, index - prefetchMargin))
      && window.range.contains(min(index + prefetchMargin, last))
  }

  /// Returns the range of rows in view if some of these rows are still missing after the last request; otherwise `nil`.
  ///
  /// Each row that comes into view requests the rows around it. If several rows come into view together, only the last
  /// request is served. Rows of the last request are never treated as missing, so that no row is requested repeatedly.
  ///
  /// - Parameter requested: The rows of the last request.
  func missing(from view: RowsInView, of window: ListWindow<Book>, except requested: Range<Int>) -> Range<Int>? {
    let indices = view.indices.filter(window.mayHave)
    guard let first = indices.min(), let last = indices.max(),
      indices.contains(where: { window[$0] == nil && !requested.contains($0) })
    else { return nil }
    // Request all rows in view at once. If distant rows were requested separately, each request would drop the rows
    // that the previous request had loaded.
    return first..<(last + 1)
  }
}
