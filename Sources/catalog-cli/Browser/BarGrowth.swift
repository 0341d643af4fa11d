import Catalog

/// The animation of the rating bars in visible rows. A bar grows from zero to its rating, one step a frame, when the
/// rating arrives and when its row becomes visible again.
struct BarGrowth: Equatable, Sendable {
  /// The number of steps of the animation.
  static let steps = 5

  private var grown: [Book.ID: Int] = [:]

  /// Sets the visible books with a rating. All others are forgotten.
  mutating func show(_ books: [Book.ID]) {
    var visible: [Book.ID: Int] = [:]
    for book in books { visible[book] = grown[book] ?? 0 }
    grown = visible
  }

  /// True if a bar is still growing.
  var isGrowing: Bool { grown.values.contains { $0 < Self.steps } }

  /// Advances every bar by one step.
  mutating func step() { grown = grown.mapValues { min($0 + 1, Self.steps) } }

  /// Returns the visible fraction of a book's bar, from 0 to 1.
  func part(of book: Book.ID) -> Double { Double(grown[book] ?? 0) / Double(Self.steps) }
}
