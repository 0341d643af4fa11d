import Catalog

/// The animation of the rating bars in visible rows. When a rating arrives or its row becomes visible again, the bar
/// grows from zero to the rating, one step a frame.
struct BarGrowth: Equatable, Sendable {
  /// The number of steps of the animation.
  static let steps = 5

  private var grown: [Book.ID: Int] = [:]

  /// Sets the visible books that have a rating. Forgets the progress for all other books.
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
