import Catalog

/// Which rows of a list are in view, and which way it is scrolled. Whoever fetches more about rows is told of them, at
/// most every 100 milliseconds: who scrolls fast past a row does not want it.
@MainActor final class VisibleRows {
  /// The time between two tellings.
  static let pause = Duration.milliseconds(100)

  /// Places that a list can have: none is before its start.
  private(set) var places: Set<Int> = []
  /// Whether the row that came into view last stood behind the one before.
  private(set) var isForward = true
  /// Rows farther from the one that came into view last are out of it, whether that is said or not.
  private let reach: Int
  private var last: Int?
  private let pacer: Pacer

  init(clock: any Clock<Duration>, reach: Int) {
    pacer = Pacer(Self.pause, clock: clock)
    self.reach = reach
  }

  func insert(_ place: Int, tell: @escaping @MainActor () -> Void) {
    if let last, last != place { isForward = place > last }
    last = place
    places = places.filter { abs($0 - place) <= reach }
    if places.insert(place).inserted { changed(tell) }
  }

  func remove(_ place: Int, tell: @escaping @MainActor () -> Void) {
    if places.remove(place) != nil { changed(tell) }
  }

  /// The rows stand elsewhere now. Those that would stand before the start of the list were among the ones that left it.
  func move(by shift: Int) {
    guard shift != 0 else { return }
    places = Set(places.lazy.map { $0 + shift }.filter { $0 >= 0 })
    last = last.map { $0 + shift }.flatMap { $0 >= 0 ? $0 : nil }
  }

  func removeAll() { (places, last) = ([], nil) }

  /// Says that something else is to be told of: at once when the last telling was long ago.
  func changed(_ tell: @escaping @MainActor () -> Void) { pacer.changed(tell) }
}
