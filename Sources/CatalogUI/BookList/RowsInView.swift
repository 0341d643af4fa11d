/// The rows of a list that are in view, and the direction of scrolling.
struct RowsInView: Sendable {
  /// The minimum time between two reports of the rows in view, so that rows that scroll past quickly are not reported.
  static let pause = Duration.milliseconds(100)

  /// The indices of the rows in view. None is negative.
  private(set) var places: Set<Int> = []
  /// True if the row that came into view last is after the others.
  private(set) var isForward = true
  /// The distance from the row that came into view last beyond which rows count as out of view, reported or not.
  private let reach: Int
  private var last: Int?

  init(reach: Int) { self.reach = reach }

  /// The range from the first row in view to the last one; `nil` if no row is in view.
  var span: Range<Int>? {
    guard let first = places.min(), let last = places.max() else { return nil }
    return first..<(last + 1)
  }

  /// Returns the next indices in the direction of scrolling, nearest first.
  func places(ahead count: Int) -> [Int] {
    guard let span else { return [] }
    if isForward { return Array(span.upperBound..<(span.upperBound + count)) }
    return (max(0, span.lowerBound - count)..<span.lowerBound).reversed()
  }

  /// Records that a row came into view.
  ///
  /// - Returns: True if the row was not in view before.
  mutating func insert(_ place: Int) -> Bool {
    places = places.filter { abs($0 - place) <= reach }
    if let span {
      // Rows that come into view together arrive in any order. A row between the others shows no direction.
      if place >= span.upperBound { isForward = true } else if place < span.lowerBound { isForward = false }
    } else if let last, last != place {
      isForward = place > last
    }
    last = place
    return places.insert(place).inserted
  }

  /// Records that a row went out of view.
  ///
  /// - Returns: True if the row was in view.
  mutating func remove(_ place: Int) -> Bool { places.remove(place) != nil }

  /// Shifts the indices after the rows moved. Rows that would have a negative index are no longer in the list.
  mutating func move(by shift: Int) {
    guard shift != 0 else { return }
    places = Set(places.lazy.map { $0 + shift }.filter { $0 >= 0 })
    last = last.map { $0 + shift }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Records that no row is in view.
  mutating func removeAll() { (places, isForward, last) = ([], true, nil) }
}
