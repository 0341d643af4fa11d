/// The number of a list's rows, as far as it is known.
public enum ListCount: Hashable, Sendable {
  /// This many, no more and no fewer.
  case exactly(Int)
  /// So many are known of, and more are being counted.
  case atLeast(Int)

  /// The number that is known.
  public var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }

  /// Whether the number is the whole truth.
  public var isExact: Bool { if case .exactly = self { true } else { false } }
}

/// The rows of a list that are loaded, one behind the other, and where in the list they stand.
public struct ListWindow<Item> {
  /// How many rows of the list stand before the first one.
  public var start: Int
  /// The rows that are loaded.
  public var rows: [Item]
  /// How many rows the list has, loaded or not.
  public var count: ListCount

  /// A window of its parts, each described at the property of the same name.
  public init(start: Int = 0, rows: [Item] = [], count: ListCount = .exactly(0)) {
    (self.start, self.rows, self.count) = (start, rows, count)
  }

  /// The places of the loaded rows in the list.
  public var range: Range<Int> { start..<(start + rows.count) }

  /// Whether the list may have a row at a place, as far as its rows have been counted.
  package func mayHave(_ index: Int) -> Bool { !count.isExact || index < count.known }

  /// The row at a place of the list; `nil` where it is not loaded, or behind the end.
  public subscript(index: Int) -> Item? { range.contains(index) ? rows[index - start] : nil }
}

extension ListWindow: Sendable where Item: Sendable {}
extension ListWindow: Equatable where Item: Equatable {}
