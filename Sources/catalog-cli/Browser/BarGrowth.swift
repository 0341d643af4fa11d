import Catalog

/// How far the rating bars of the visible rows have grown: from nothing to their rating, a step a frame, when a rating
/// comes and when its row comes into view again.
struct BarGrowth: Equatable, Sendable {
  /// In how many steps a bar grows.
  static let steps = 5

  private var grown: [Book.ID: Int] = [:]

  /// Takes note of the books in view that have a rating; the others are forgotten.
  mutating func show(_ books: [Book.ID]) {
    var visible: [Book.ID: Int] = [:]
    for book in books { visible[book] = grown[book] ?? 0 }
    grown = visible
  }

  /// Whether a bar has still to grow.
  var isGrowing: Bool { grown.values.contains { $0 < Self.steps } }

  /// Lets every bar grow by a step.
  mutating func step() { grown = grown.mapValues { min($0 + 1, Self.steps) } }

  /// How much of a book's bar is there: 0 to 1.
  func part(of book: Book.ID) -> Double { Double(grown[book] ?? 0) / Double(Self.steps) }
}
