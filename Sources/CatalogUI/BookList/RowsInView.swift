/// Which rows of a list are in view, and which way it is scrolled.
struct RowsInView: Sendable {
  /// The time between two tellings of which rows are in view: who scrolls fast past a row does not want it.
  static let pause = Duration.milliseconds(100)

  /// Places that a list can have: none is before its start.
  private(set) var places: Set<Int> = []
  /// Whether the row that came into view last stands behind the others.
  private(set) var isForward = true
  /// Rows farther from the one that came into view last are out of it, whether that is said or not.
  private let reach: Int
  private var last: Int?

  init(reach: Int) { self.reach = reach }

  /// The places from the first row in view to the last one; `nil` where none is.
  var span: Range<Int>? {
    guard let first = places.min(), let last = places.max() else { return nil }
    return first..<(last + 1)
  }

  /// The places that come into view next in the direction of scrolling, the next one first.
  func places(ahead count: Int) -> [Int] {
    guard let span else { return [] }
    if isForward { return Array(span.upperBound..<(span.upperBound + count)) }
    return (max(0, span.lowerBound - count)..<span.lowerBound).reversed()
  }

  /// Takes in that a row came into view.
  ///
  /// - Returns: whether it was not in view before.
  mutating func insert(_ place: Int) -> Bool {
    places = places.filter { abs($0 - place) <= reach }
    if let span {
      // Rows that come into view together come in any order: one between the others says nothing.
      if place >= span.upperBound { isForward = true } else if place < span.lowerBound { isForward = false }
    } else if let last, last != place {
      isForward = place > last
    }
    last = place
    return places.insert(place).inserted
  }

  /// Takes in that a row went out of view.
  ///
  /// - Returns: whether it was in view.
  mutating func remove(_ place: Int) -> Bool { places.remove(place) != nil }

  /// Takes in that the rows stand elsewhere now. Those that would stand before the start of the list were among the ones
  /// that left it.
  mutating func move(by shift: Int) {
    guard shift != 0 else { return }
    places = Set(places.lazy.map { $0 + shift }.filter { $0 >= 0 })
    last = last.map { $0 + shift }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Takes in that no row is in view.
  mutating func removeAll() { (places, isForward, last) = ([], true, nil) }
}
