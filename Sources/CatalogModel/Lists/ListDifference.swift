/// The difference between two states of a list. It describes each change to the loaded rows, which are called the
/// window. Applying the difference to the old window and the old count yields exactly the new window and the new count.
///
/// For the rows before the window, the difference contains only the numbers of insertions and removals
/// (``insertedBefore`` and ``removedBefore``). If a row before the window changed without moving, both numbers include
/// it.
public struct ListDifference<Item: Identifiable & Equatable> {
  /// A row that was inserted or changed, with its offset in the new window.
  public struct Row {
    /// The offset from the first row of the new window.
    public let offset: Int
    /// The row as it is now.
    public let item: Item
  }

  /// A row whose position relative to the other rows changed.
  public struct Move: Hashable, Sendable {
    /// The offset from the first row of the old window.
    public let from: Int
    /// The offset from the first row of the new window.
    public let to: Int
  }

  /// The number of rows in the list before the change.
  public let oldCount: ListCount
  /// The number of rows in the list after the change.
  public let newCount: ListCount
  /// The number of rows that were inserted before the window.
  public let insertedBefore: Int
  /// The number of rows that were removed before the window.
  public let removedBefore: Int
  /// The rows that are not in the new window, as offsets in the old window, in ascending order.
  public let removed: [Int]
  /// The rows that were inserted into the window, in order.
  public let inserted: [Row]
  /// The smallest set of rows that must move, in the order of their new offsets.
  public let moved: [Move]
  /// The rows that are in both windows but have changed, in order. A row that moved can also be among them.
  public let changed: [Row]

  /// Creates the difference between two windows. The ids of a window's rows must be unique.
  ///
  /// - Parameters:
  ///   - old: The window as it was.
  ///   - new: The window as it is.
  ///   - insertedBefore: The number of rows that were inserted before the window, if it is known. A number that is too
  ///     small to explain the window's new position is raised to the smallest sufficient number.
  public init(from old: ListWindow<Item>, to new: ListWindow<Item>, insertedBefore: Int = 0) {
    let shift = new.start - old.start
    self.insertedBefore = max(insertedBefore, shift, 0)
    removedBefore = self.insertedBefore - shift
    (oldCount, newCount) = (old.count, new.count)
    // Most changes affect few rows, so equal rows at the beginning and at the end are skipped.
    let shorter = min(old.rows.count, new.rows.count)
    var before = 0
    while before < shorter, old.rows[before] == new.rows[before] { before += 1 }
    var after = 0
    while after < shorter - before,
      old.rows[old.rows.count - 1 - after] == new.rows[new.rows.count - 1 - after]
    {
      after += 1
    }
    let oldOffsets = before..<(old.rows.count - after)
    var offsets: [Item.ID: Int] = [:]
    for offset in oldOffsets { offsets[old.rows[offset].id] = offset }
    var staying: Set<Int> = []
    var kept: [Move] = []
    var (inserted, changed): ([Row], [Row]) = ([], [])
    for offset in before..<(new.rows.count - after) {
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

  /// True if there is no difference.
  public var isEmpty: Bool {
    oldCount == newCount && insertedBefore == 0 && removedBefore == 0 && removed.isEmpty && inserted.isEmpty
      && moved.isEmpty && changed.isEmpty
  }

  /// Returns the window that results from applying the difference to the old window.
  ///
  /// - Parameter old: The window that the difference starts from.
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

  /// Returns the indices of a longest increasing subsequence of distinct numbers. Rows at these indices need not move.
  private static func longestAscent(_ numbers: [Int]) -> Set<Int> {
    // For each length, the index of the smallest number that can end an increasing subsequence of that length.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: numbers.count)
    for index in numbers.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var ascent: Set<Int> = []
    var index = ends.last ?? -1
    while index >= 0 {
      ascent.insert(index)
      index = before[index]
    }
    return ascent
  }
}

extension ListDifference: Sendable where Item: Sendable {}
extension ListDifference.Row: Sendable where Item: Sendable {}
extension ListDifference.Row: Equatable {}
extension ListDifference: Equatable {}

/// An update of a list, as it is delivered to observers.
public enum ListUpdate<Item: Identifiable & Equatable> {
  /// The list is unchanged, but different rows are loaded.
  case loaded(ListWindow<Item>)
  /// The list changed.
  case changed(ListDifference<Item>)
  /// Too much changed to describe the changes row by row.
  case reloaded(ListWindow<Item>, anchor: ListAnchor?)
  /// Loading the rows failed with this error, and no rows are shown any more.
  case failed(any Error)

  /// The error if loading the rows failed; `nil` for other updates.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }

  /// Returns the window after the update.
  ///
  /// - Parameter old: The window before the update.
  public func applied(to old: ListWindow<Item>) -> ListWindow<Item> {
    switch self {
    case .loaded(let window), .reloaded(let window, _): window
    case .changed(let difference): difference.applied(to: old)
    case .failed: ListWindow()
    }
  }
}

extension ListUpdate: Sendable where Item: Sendable {}

/// A row that exists both before and after a list is reloaded. A view can keep it at the same position on screen.
public struct ListAnchor: Hashable, Sendable {
  /// The row's old index in the list.
  public let old: Int
  /// The row's new index in the list.
  public let new: Int

  package init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}
