/// The difference between two states of a list, told of the loaded rows: it turns the old ones and the old count into the new
/// ones exactly.
///
/// Rows before the window are told by their number alone. One that changed and stood before the window, and still does, is
/// counted as removed and as inserted.
public struct ListDifference<Item: Identifiable & Equatable> {
  /// A row that came in, or is different from what it was, at an offset in the new window.
  public struct Row {
    /// Counted from the first row of the new window.
    public let offset: Int
    /// The row as it is now.
    public let item: Item
  }

  /// A row that is elsewhere among the others.
  public struct Move: Hashable, Sendable {
    /// Counted from the first row of the old window.
    public let from: Int
    /// Counted from the first row of the new window.
    public let to: Int
  }

  /// How many rows the list had.
  public let oldCount: ListCount
  /// How many it has.
  public let newCount: ListCount
  /// How many rows came in before the window.
  public let insertedBefore: Int
  /// How many rows before the window went.
  public let removedBefore: Int
  /// The offsets in the old window of rows that are in it no more, in order.
  public let removed: [Int]
  /// The rows that came into the window, in order.
  public let inserted: [Row]
  /// The fewest rows that must be moved, in the order of where they stand now.
  public let moved: [Move]
  /// The rows that stay and are different from what they were, moved ones among them, in order.
  public let changed: [Row]

  /// Finds what turns one window into another. No two rows of a window may have the same id.
  ///
  /// - Parameters:
  ///   - old: the window as it was.
  ///   - new: the window as it is.
  ///   - insertedBefore: how many rows came in before it, where that is known; else as few as explain the new place.
  public init(from old: ListWindow<Item>, to new: ListWindow<Item>, insertedBefore: Int = 0) {
    let shift = new.start - old.start
    self.insertedBefore = max(insertedBefore, shift, 0)
    removedBefore = self.insertedBefore - shift
    (oldCount, newCount) = (old.count, new.count)
    // Most changes are of few rows: those before and behind them need not be looked up.
    let shorter = min(old.rows.count, new.rows.count)
    var before = 0
    while before < shorter, old.rows[before] == new.rows[before] { before += 1 }
    var behind = 0
    while behind < shorter - before,
      old.rows[old.rows.count - 1 - behind] == new.rows[new.rows.count - 1 - behind]
    {
      behind += 1
    }
    let oldOffsets = before..<(old.rows.count - behind)
    var offsets: [Item.ID: Int] = [:]
    for offset in oldOffsets { offsets[old.rows[offset].id] = offset }
    var staying: Set<Int> = []
    var kept: [Move] = []
    var (inserted, changed): ([Row], [Row]) = ([], [])
    for offset in before..<(new.rows.count - behind) {
      let item = new.rows[offset]
      guard let from = offsets[item.id] else {
        inserted.append(Row(offset: offset, item: item))
        continue
      }
      staying.insert(from)
      kept.append(Move(from: from, to: offset))
      if old.rows[from] != item { changed.append(Row(offset: offset, item: item)) }
    }
    (self.inserted, self.changed) = (inserted, changed)
    removed = oldOffsets.filter { !staying.contains($0) }
    let resting = Self.longestAscent(kept.map(\.from))
    moved = kept.indices.filter { !resting.contains($0) }.map { kept[$0] }
  }

  /// Whether nothing is different.
  public var isEmpty: Bool {
    oldCount == newCount && insertedBefore == 0 && removedBefore == 0 && removed.isEmpty && inserted.isEmpty
      && moved.isEmpty && changed.isEmpty
  }

  /// Makes the new window of the old one.
  ///
  /// - Parameter old: the window that the difference was made of.
  public func applied(to old: ListWindow<Item>) -> ListWindow<Item> {
    var placed: [Int: Item] = [:]
    for row in inserted { placed[row.offset] = row.item }
    var leaving = Set(removed)
    for move in moved {
      placed[move.to] = old.rows[move.from]
      leaving.insert(move.from)
    }
    var rest = old.rows.indices.lazy.filter { !leaving.contains($0) }.makeIterator()
    var rows: [Item] = []
    while true {
      if let item = placed[rows.count] {
        rows.append(item)
      } else if let next = rest.next() {
        rows.append(old.rows[next])
      } else {
        break
      }
    }
    for row in changed { rows[row.offset] = row.item }
    return ListWindow(start: old.start + insertedBefore - removedBefore, rows: rows, count: newCount)
  }

  /// The places of a longest ascending part of different numbers: the rows that need not be moved.
  private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
    // For each length, the place where an ascent of it ends lowest.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: numbers.count)
    for place in numbers.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[place] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var ascent: Set<Int> = []
    var place = ends.last ?? -1
    while place >= 0 {
      ascent.insert(place)
      place = before[place]
    }
    return ascent
  }
}

extension ListDifference: Sendable where Item: Sendable {}
extension ListDifference.Row: Sendable where Item: Sendable {}
extension ListDifference.Row: Equatable {}
extension ListDifference: Equatable {}

/// A change of a list, as those who show it are told.
public enum ListUpdate<Item: Identifiable & Equatable> {
  /// The list is the same; other rows of it are loaded now.
  case loaded(ListWindow<Item>)
  /// The list changed.
  case changed(ListDifference<Item>)
  /// So much is different that it is not told one by one.
  case reloaded(ListWindow<Item>, anchor: ListAnchor?)
  /// No rows are shown any more, since loading them failed for this reason.
  case failed(any Error)

  /// The reason for which no rows are shown; `nil` of other updates.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Makes the window as it is with the update.
  ///
  /// - Parameter old: the window as it was before.
  public func applied(to old: ListWindow<Item>) -> ListWindow<Item> {
    switch self {
    case .loaded(let window), .reloaded(let window, _): window
    case .changed(let difference): difference.applied(to: old)
    case .failed: ListWindow()
    }
  }
}

extension ListUpdate: Sendable where Item: Sendable {}

/// A row that is the same before and after a list was read anew, so that a view can hold it where it is.
public struct ListAnchor: Hashable, Sendable {
  /// Where it stood in the list.
  public let old: Int
  /// Where it stands.
  public let new: Int

  package init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}
