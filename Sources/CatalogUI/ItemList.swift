import Catalog
import Observation

/// A list that the app fills, for example with results from a web service or with rows of several kinds. It has the
/// same states and updates as a ``BookList``, and keeps all its rows in memory.
///
/// ```swift
/// let list = ItemList<Result>()
/// list.onUpdate = { update in view.apply(update) }
/// do { list.items = try await service.results() } catch { list.fail(error) }
/// ```
///
/// Ids are unique. If several rows have the same id, the last one is kept.
@MainActor @Observable public final class ItemList<Item: Identifiable & Equatable & Sendable> {
  /// The rows, or the reason why there are none.
  public private(set) var state: ListState<[Item]>
  /// The state of loading more rows at the end of the list. The app sets it.
  public var end = ListEnd.idle
  /// The identity of the list for views. It changes with ``reset()``.
  public private(set) var listID = 0
  private var filled: [Item]
  @ObservationIgnored private let listeners = UpdateListeners<ListUpdate<Item>>()

  /// Creates a list in the ``ListState/loading`` state.
  public init() { (state, filled) = (.loading, []) }

  /// Creates a list of rows. If several rows have the same id, the last one is kept.
  public init(_ items: [Item]) {
    let unique = Self.unique(items)
    (state, filled) = (.loaded(unique), unique)
  }

  // MARK: Rows

  /// The rows of the list, even while they are not shown. Assigning rows shows them and sends the difference to
  /// listeners.
  public var items: [Item] {
    get { filled }
    set { fill(Self.unique(newValue)) }
  }

  /// The rows to show; empty unless ``state`` is ``ListState/loaded(_:)``.
  public var rows: [Item] { state.content ?? [] }

  /// Appends rows. A row whose id is already in the list replaces the existing row instead.
  public func append(_ new: [Item]) { fill(Self.unique(filled + new)) }

  /// Inserts rows. Rows whose ids are already in the list move to the new position.
  ///
  /// - Parameters:
  ///   - new: The rows to insert.
  ///   - index: The index in the current list at which to insert, clamped to its bounds.
  public func insert(_ new: [Item], at index: Int) {
    let (new, index) = (Self.unique(new), min(max(0, index), filled.count))
    let ids = Set(new.lazy.map(\.id))
    fill(filled[..<index].filter { !ids.contains($0.id) } + new + filled[index...].filter { !ids.contains($0.id) })
  }

  /// Inserts a row. If its id is already in the list, the row moves to the new position.
  ///
  /// - Parameters:
  ///   - item: The row to insert.
  ///   - index: The index in the current list at which to insert, clamped to its bounds.
  public func insert(_ item: Item, at index: Int) { insert([item], at: index) }

  /// Replaces the row that has the same id as the given row. Does nothing if there is no such row.
  public func update(_ item: Item) {
    change { items in
      if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item }
    }
  }

  /// Moves the row with the given id. Does nothing if there is no such row.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - index: The index after the move, clamped to the bounds of the list.
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

  /// Removes the row at the given index. Does nothing if the index is out of bounds.
  ///
  /// - Parameter index: An index in ``items``.
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

  /// Shows these rows and sends the difference to listeners. The list becomes loaded, even if there are no rows.
  private func fill(_ new: [Item]) {
    let shown = state.content
    guard new != shown else { return }
    filled = new
    state = .loaded(new)
    listeners.tell(.changed(ListDifference(from: Self.window(shown ?? []), to: Self.window(new))))
  }

  // MARK: States

  /// Shows that loading failed, and notifies listeners. The rows in ``items`` are kept but hidden until rows are set.
  public func fail(_ error: any Error) {
    state = .failed(error)
    listeners.tell(.failed(error))
  }

  /// Starts over as a new list that has no rows and is loading.
  public func reset() {
    listID += 1
    (state, end, filled) = (.loading, .idle, [])
    listeners.tell(.reloaded(ListWindow(), anchor: nil))
  }

  // MARK: Updates

  /// A closure that is called after each change of the list. To get the current window, apply the updates in order to
  /// the previous window. The window has no rows unless ``state`` is ``ListState/loaded(_:)``.
  public var onUpdate: (ListUpdate<Item>) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// All further updates as an asynchronous sequence. Each access returns a new, independent sequence. Its first
  /// element is a ``ListUpdate/reloaded(_:anchor:)`` with the current rows, and the sequence ends when the list is
  /// released. Updates are buffered without limit, so that a slow listener receives all of them.
  public var updates: AsyncStream<ListUpdate<Item>> {
    listeners.updates(after: .reloaded(Self.window(rows), anchor: nil))
  }

  private static func window(_ items: [Item]) -> ListWindow<Item> {
    ListWindow(rows: items, count: .exactly(items.count))
  }

  private static func unique(_ items: [Item]) -> [Item] {
    var indices: [Item.ID: Int] = [:]
    var unique: [Item] = []
    for item in items {
      if let index = indices[item.id] {
        unique[index] = item
      } else {
        indices[item.id] = unique.count
        unique.append(item)
      }
    }
    return unique
  }
}
