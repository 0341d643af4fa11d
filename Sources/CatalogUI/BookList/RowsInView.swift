/// The rows of a list that are in view, and the direction of scrolling.
struct RowsInView: Sendable {
  /// The minimum time between two reports of the rows in view. It prevents reports of rows that scroll past quickly.
  static let pause = Duration.milliseconds(100)

  /// The indices of the rows in view, at least 0.
  private(set) var indices: Set<Int> = []
  /// True if the user is scrolling forward: the latest row to come into view was after all other rows in view.
  private(set) var isForward = true
  /// The maximum distance between the latest row to come into view and other rows in view. Rows farther away are
  /// treated as out of view, even if no view has reported that they went out of view.
  private let reach: Int
  private var last: Int?

  init(reach: Int) { self.reach = reach }

  /// The range from the first row in view to the last one; `nil` if no row is in view.
  var span: Range<Int>? {
    guard let first = indices.min(), let last = indices.max() else { return nil }
    return first..<(last + 1)
  }

  /// Returns the next indices in the direction of scrolling, nearest first.
  func indices(ahead count: Int) -> [Int] {
    guard let span else { return [] }
    if isForward { return Array(span.upperBound..<(span.upperBound + count)) }
    return (max(0, span.lowerBound - count)..<span.lowerBound).reversed()
  }

  /// Records that a row came into view.
  ///
  /// - Returns: True if the row was not in view before.
  mutating func insert(_ index: Int) -> Bool {
    indices = indices.filter { abs($0 - index) <= reach }
    if let span {
      // Rows that come into view together may arrive in any order. A row between other rows in view does not indicate a
      // direction.
      if index >= span.upperBound { isForward = true } else if index < span.lowerBound { isForward = false }
    } else if let last, last != index {
      isForward = index > last
    }
    last = index
    return indices.insert(index).inserted
  }

  /// Records that a row went out of view.
  ///
  /// - Returns: True if the row was in view.
  mutating func remove(_ index: Int) -> Bool { indices.remove(index) != nil }

  /// Shifts the indices of the rows in view, after rows before them were inserted or removed. Negative indices are
  /// dropped.
  mutating func move(by shift: Int) {
    guard shift != 0 else { return }
    indices = Set(indices.lazy.map { $0 + shift }.filter { $0 >= 0 })
    last = last.map { $0 + shift }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Records that no row is in view.
  mutating func removeAll() { (indices, isForward, last) = ([], true, nil) }
}
