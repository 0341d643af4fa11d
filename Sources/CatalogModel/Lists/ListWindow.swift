/// The number of rows in a list, as far as it is known.
public enum ListCount: Hashable, Sendable {
  /// The exact number of rows.
  case exactly(Int)
  /// A lower bound; more rows are being counted.
  case atLeast(Int)

  /// The number of rows counted so far.
  public var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }

  /// True if the number is exact.
  public var isExact: Bool { if case .exactly = self { true } else { false } }
}

/// The loaded rows of a list, which are contiguous, and their position in the list.
public struct ListWindow<Item> {
  /// The number of rows in the list before the first loaded row.
  public var start: Int
  /// The loaded rows.
  public var rows: [Item]
  /// The number of rows in the list, loaded or not.
  public var count: ListCount

  /// Creates a window. Each parameter sets the property of the same name.
  public init(start: Int = 0, rows: [Item] = [], count: ListCount = .exactly(0)) {
    (self.start, self.rows, self.count) = (start, rows, count)
  }

  /// The range of list indices that the loaded rows occupy.
  public var range: Range<Int> { start..<(start + rows.count) }

  /// Returns true if the list may have a row at the given index, according to the count so far.
  package func mayHave(_ index: Int) -> Bool { !count.isExact || index < count.known }

  /// The row at the given index of the list; `nil` if the row is not loaded or the index is after the end.
  public subscript(index: Int) -> Item? { range.contains(index) ? rows[index - start] : nil }
}

extension ListWindow: Sendable where Item: Sendable {}
extension ListWindow: Equatable where Item: Equatable {}
