import Catalog
import Observation

/// A list that whoever embeds it fills: with results from elsewhere, with rows of several kinds. It has the states and
/// tells the differences of a ``BookList``, and holds all of its rows.
///
/// ```swift
/// let list = ItemList<Result>()
/// list.onUpdate = { update in view.apply(update) }
/// do { list.items = try await service.results() } catch { list.fail(error) }
/// ```
///
/// No two rows have the same id: of several the last one counts.
@MainActor @Observable public final class ItemList<Item: Identifiable & Equatable & Sendable> {
  /// The rows, or why they are not there.
  public private(set) var state: ListState<[Item]>
  /// The state of the end, behind the last row: who loads more rows sets it.
  public var end = ListEnd.idle
  /// Which list it is: another one after ``reset()``.
  public private(set) var listID = 0
  private var filled: [Item]
  @ObservationIgnored private let listeners = UpdateListeners<ListUpdate<Item>>()

  /// A list that is loading.
  public init() { (state, filled) = (.loading, []) }

  /// A list of these rows; of several with one id, the last one counts.
  public init(_ items: [Item]) {
    let unique = Self.unique(items)
    (state, filled) = (.loaded(unique), unique)
  }

  // MARK: Rows

  /// The rows that were filled in, whatever the state. Setting them shows them, and tells the difference.
  public var items: [Item] {
    get { filled }
    set { fill(Self.unique(newValue)) }
  }

  /// The rows for a view; none while none are shown.
  public var rows: [Item] { state.content ?? [] }

  /// Adds rows at the end. One whose id is there already takes that one's place.
  public func append(_ new: [Item]) { fill(Self.unique(filled + new)) }

  /// Adds rows somewhere. One whose id is there already moves there.
  ///
  /// - Parameters:
  ///   - new: the rows.
  ///   - index: the place of the first of them; beyond the ends of the list, the first or the last one.
  public func insert(_ new: [Item], at index: Int) {
    let (new, index) = (Self.unique(new), min(max(0, index), filled.count))
    let ids = Set(new.lazy.map(\.id))
    fill(filled[..<index].filter { !ids.contains($0.id) } + new + filled[index...].filter { !ids.contains($0.id) })
  }

  /// Adds a row somewhere. One whose id is there already moves there.
  ///
  /// - Parameters:
  ///   - item: the row.
  ///   - index: its place; beyond the ends of the list, the first or the last one.
  public func insert(_ item: Item, at index: Int) { insert([item], at: index) }

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

  /// Removes the row at a place; nothing happens where there is none.
  ///
  /// - Parameter index: a place among ``items``.
  public func remove(at index: Int) {
    change { items in if items.indices.contains(index) { items.remove(at: index) } }
  }

  /// Removes all rows.
  public func removeAll() { fill([]) }

  private func change(_ body: (inout [Item]) -> Void) {
    var new = filled
    body(&new)
    if new != filled { fill(new) }
  }

  /// Shows these rows; also that there are none, where it was not known before.
  private func fill(_ new: [Item]) {
    let shown = state.content
    guard new != shown else { return }
    filled = new
    state = .loaded(new)
    listeners.tell(.changed(ListDifference(from: Self.window(shown ?? []), to: Self.window(new))))
  }

  // MARK: States

  /// Shows that loading failed, until rows are filled in; ``items`` are kept for then. Who listens is told the failure.
  public func fail(_ error: any Error) {
    state = .failed(error)
    listeners.tell(.failed(error))
  }

  /// Begins anew: loading, without rows, as another list.
  public func reset() {
    listID += 1
    (state, end, filled) = (.loading, .idle, [])
    listeners.tell(.reloaded(ListWindow(), anchor: nil))
  }

  // MARK: Updates

  /// Is told each change, after it: applied one after the other, updates make of each window the next one, which is without
  /// rows while none are shown.
  public var onUpdate: (ListUpdate<Item>) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// The updates from now on as a sequence, for any number of listeners: each access begins another one. The first update
  /// is a ``ListUpdate/reloaded(_:anchor:)`` with what is shown now. It ends with the list. What a listener has not asked
  /// for yet is kept for it.
  public var updates: AsyncStream<ListUpdate<Item>> {
    listeners.updates(after: .reloaded(Self.window(rows), anchor: nil))
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
