import Catalog

/// Which rows of a list are to be loaded on account of those that are shown.
struct RowDemand: Sendable {
  /// No list is longer: the ids of books end there.
  static let places = 0..<(1 << 40)

  /// How many rows are loaded at a time.
  let pageSize: Int
  /// How many rows before the end of what is loaded the next page is asked for.
  let prefetchMargin: Int

  init(pageSize: Int, prefetchMargin: Int) {
    self.pageSize = min(max(1, pageSize), 10_000)
    self.prefetchMargin = min(max(0, prefetchMargin), 10_000)
  }

  /// The rows around a place that is far from those that are loaded.
  func rows(around index: Int) -> Range<Int> { max(0, index - pageSize)..<(index + 2 * pageSize) }

  /// The rows that one which came into view asks for: those in view, some around it, and in the direction of scrolling as
  /// many as are in view. So a list that is scrolled by a window's height finds its rows there. `nil` where they are loaded.
  func rows(around index: Int, in view: RowsInView, of window: ListWindow<Book>) -> Range<Int>? {
    let loaded = window.range
    if !loaded.contains(index) { return rows(around: index) }
    // Rows that never go out of view, as far as is told, are no window.
    let span = view.span ?? index..<(index + 1)
    let ahead = max(prefetchMargin, min(span.count - 1, 5 * pageSize))
    let (before, behind) = view.isForward ? (prefetchMargin, ahead) : (ahead, prefetchMargin)
    let isMore = !window.count.isExact || loaded.upperBound < window.count.known
    if index + behind >= loaded.upperBound, isMore {
      return max(0, min(index - pageSize, span.lowerBound))..<max(loaded.upperBound + pageSize, index + behind + 1)
    }
    guard index - before < loaded.lowerBound, loaded.lowerBound > 0 else { return nil }
    return max(0, min(loaded.lowerBound - pageSize, index - before))..<max(index + pageSize, span.upperBound)
  }

  /// The rows that some ask for which were read to be shown; of two that are far from each other, the one that was read
  /// last. `nil` where they are loaded.
  func rows(around places: [Int], of window: ListWindow<Book>) -> Range<Int>? {
    let missing = places.filter { Self.places.contains($0) && !isLoaded(around: $0, in: window) }
    guard let last = missing.last else { return nil }
    let near = missing.filter { abs($0 - last) <= 5 * pageSize }
    guard let first = near.min(), let end = near.max() else { return nil }
    return max(0, first - pageSize)..<(end + pageSize + 1)
  }

  /// Whether a row is loaded that is read to be shown, and some beside it.
  func isLoaded(around index: Int, in window: ListWindow<Book>) -> Bool {
    guard window.mayHave(index) else { return true }
    let last = window.count.isExact ? window.count.known - 1 : .max
    return window.range.contains(max(0, index - prefetchMargin))
      && window.range.contains(min(index + prefetchMargin, last))
  }

  /// The rows in view, where some are not loaded. Of rows that came into view together each asks for its own surroundings,
  /// and the last one is heard: those that are still missing are asked for when it has been served. What was asked for last
  /// covers all rows in view then, wherever they have moved with it, so that none is asked for again and again.
  ///
  /// - Parameter asked: the rows that were asked for last.
  func missing(from view: RowsInView, of window: ListWindow<Book>, except asked: Range<Int>) -> Range<Int>? {
    let places = view.places.filter(window.mayHave)
    guard let first = places.min(), let last = places.max(),
      places.contains(where: { window[$0] == nil && !asked.contains($0) })
    else { return nil }
    // All of them at once: of two that are far from each other, each would have the other dropped.
    return first..<(last + 1)
  }
}
