import Catalog
import Observation

/// A list that whoever embeds it fills: with results from elsewhere, with rows of several kinds. It has the states and
/// tells the differences of a ``BookList``, and holds all of its rows.
@MainActor @Observable public final class ItemList<Item: Identifiable & Equatable> {
  /// The rows, or why they are not there.
  public private(set) var state: ListState<[Item]>
  /// The rows that were filled in, whatever the state.
  public private(set) var items: [Item] = []
  /// What happens behind the last row: who loads more of them says so.
  public var end = ListEnd.idle
  /// Which list it is: another one after ``reset()``.
  public private(set) var listID = 0
  /// Is told each change, after it: applied one after the other, updates make of each window the next one, which is without
  /// rows while none are shown.
  @ObservationIgnored public var onUpdate: (ListUpdate<Item>) -> Void = { _ in }

  /// A list that is loading.
  public init() { state = .loading }

  /// A list of these rows; of several with one id, the last one counts.
  public init(_ items: [Item]) {
    let unique = Self.unique(items)
    state = .loaded(unique)
    self.items = unique
  }

  /// Adds rows at the end. One whose id is there already takes that one's place.
  public func append(_ new: [Item]) {
    fill(Self.unique(items + new))
  }

  /// Puts a row in the place of the one with its id; nothing happens where there is none.
  public func update(_ item: Item) {
    change { items in
      if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item }
    }
  }

  /// Moves the row with an id; nothing happens where there is none.
  ///
  /// - Parameters:
  ///   - id: the row's.
  ///   - index: its place afterwards; beyond the ends of the list, the first or the last one.
  public func move(_ id: Item.ID, to index: Int) {
    change { items in
      guard let from = items.firstIndex(where: { $0.id == id }) else { return }
      let item = items.remove(at: from)
      items.insert(item, at: min(max(0, index), items.count))
    }
  }

  /// Removes the rows with these ids.
  public func remove(_ ids: Set<Item.ID>) {
    change { items in items.removeAll { ids.contains($0.id) } }
  }

  /// Removes all rows.
  public func removeAll() { fill([]) }

  /// Shows that loading failed, until rows are filled in; ``items`` are kept for then.
  public func fail(_ error: any Error) {
    state = .failed(error)
    onUpdate(.reloaded(ListWindow(), anchor: nil))
  }

  /// Begins anew: loading, without rows, as another list.
  public func reset() {
    listID += 1
    (state, end, items) = (.loading, .idle, [])
    onUpdate(.reloaded(ListWindow(), anchor: nil))
  }

  private func change(_ body: (inout [Item]) -> Void) {
    var new = items
    body(&new)
    if new != items { fill(new) }
  }

  /// Shows these rows; also that there are none, where it was not known before.
  private func fill(_ new: [Item]) {
    let shown = state.content
    guard new != shown else { return }
    items = new
    state = .loaded(new)
    onUpdate(.changed(ListDifference(from: Self.window(shown ?? []), to: Self.window(new))))
  }

  private static func window(_ items: [Item]) -> ListWindow<Item> {
    ListWindow(rows: items, count: .exactly(items.count))
  }

  private static func unique(_ items: [Item]) -> [Item] {
    var places: [Item.ID: Int] = [:]
    var unique: [Item] = []
    for item in items {
      if let place = places[item.id] {
        unique[place] = item
      } else {
        places[item.id] = unique.count
        unique.append(item)
      }
    }
    return unique
  }
}
