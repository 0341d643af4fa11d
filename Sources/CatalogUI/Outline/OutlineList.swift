import Catalog
import Observation

/// A hierarchy as a list of lines, in which items can be opened and closed. Only the children of open items are
/// requested and kept in memory.
///
/// ```swift
/// let outline = OutlineList(folders, children: \.folders)
/// outline.toggle(folders[0].id)
/// for line in outline.lines { print(String(repeating: "  ", count: line.depth) + line.item.name) }
/// ```
///
/// Ids must be unique in the whole outline. If several items have the same id, only one of them is shown. The outline
/// remembers the ids of open items, so these items stay open while they are not shown, and when the data changes.
/// `OutlineCore` makes the decisions.
@MainActor @Observable public final class OutlineList<Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// A function that loads up to `limit` items below `parent`, starting after the item `last`. If `parent` is `nil`,
  /// the function loads top-level items. If `last` is `nil`, it starts with the first item.
  public typealias Loader = @Sendable (_ parent: Item?, _ last: Item?, _ limit: Int) async throws -> OutlinePage<Item>

  /// The number of changes so far. The observed properties read this number, so that observers are notified of every
  /// change.
  private var revision = 0
  @ObservationIgnored private var core: OutlineCore<Item>
  @ObservationIgnored private let events = EventQueue<OutlineCore<Item>.Event>()
  @ObservationIgnored private let loader: Loader?
  @ObservationIgnored private var running: (number: Int, task: TaskHandle)?
  @ObservationIgnored private var listeners = UpdateListeners<OutlineUpdate>()

  private init(_ core: consuming OutlineCore<Item>, _ loader: Loader?) {
    self.core = core
    self.loader = loader
    send(.begin)
  }

  /// Creates an outline of items in memory.
  ///
  /// - Parameters:
  ///   - data: The top-level items.
  ///   - expandsAll: True to open all items initially. In that case, the whole hierarchy is read immediately.
  ///   - children: A function that returns the children of an item, or `nil` if the item cannot have children. It is
  ///     called when the item is shown.
  public convenience init(_ data: [Item], expandsAll: Bool = false, children: @escaping (Item) -> [Item]?) {
    self.init(OutlineCore(.data(data, children: children), expandsAll: expandsAll), nil)
  }

  /// Creates an outline of items that store their children.
  ///
  /// - Parameters:
  ///   - data: The top-level items.
  ///   - children: The property that stores an item's children, or `nil` if the item cannot have children.
  ///   - expandsAll: True to open all items initially.
  public convenience init(_ data: [Item], children: KeyPath<Item, [Item]?>, expandsAll: Bool = false) {
    self.init(data, expandsAll: expandsAll) { $0[keyPath: children] }
  }

  /// Creates an outline of items that are loaded as they come into view, and starts loading it.
  ///
  /// - Parameters:
  ///   - pageSize: The number of items to load at a time, at least 1.
  ///   - expandsAll: True to open all items initially, as they are loaded.
  ///   - hasChildren: A function that returns true if an item can have children.
  ///   - load: A function that loads items.
  public convenience init(
    pageSize: Int = 100, expandsAll: Bool = false, hasChildren: @escaping (Item) -> Bool, load: @escaping Loader
  ) {
    let source = OutlineSource.loader(hasChildren: hasChildren, pageSize: Swift.max(1, pageSize))
    self.init(OutlineCore(source, expandsAll: expandsAll), load)
  }

  // MARK: Events and effects

  private func send(_ event: OutlineCore<Item>.Event) {
    events.send(event) { for effect in core.step($0) { perform(effect) } }
  }

  private func perform(_ effect: OutlineCore<Item>.Effect) {
    switch effect {
    case .load(let request): load(request)
    case .cancel:
      // This does not cancel the task, because callers that wait for the task also hold a reference to it.
      running?.task.cancel()
      running = nil
    case .tell(let update):
      revision += 1
      listeners.tell(update)
    case .revise: revision += 1
    }
  }

  private func load(_ request: OutlineRequest<Item>) {
    guard let loader else { return }
    let task = Task { [weak self] in
      let event: OutlineCore<Item>.Event
      do {
        event = .loaded(try await loader(request.parent, request.last, request.limit), number: request.number)
      } catch {
        event = .failed(error, number: request.number)
      }
      // If this task was cancelled, its successor may already be running.
      guard let self, running?.number == request.number else { return }
      running = nil
      send(event)
    }
    running = (request.number, TaskHandle(task))
  }
}

// MARK: Contents

extension OutlineList {
  /// The lines that are shown, or the reason why the top-level items are not loaded.
  public var state: ListState<OutlineLines<Item>> {
    _ = revision
    if core.tree.root.isLoaded { return .loaded(lines) }
    if let failure = core.tree.root.end.failure { return .failed(failure) }
    return .loading
  }

  /// The loaded lines; empty while the top-level items are not loaded.
  public var lines: OutlineLines<Item> {
    _ = revision
    let source = core.source
    return OutlineLines(tree: core.tree, isOpen: { [self] in isOpen($0.id) }, hasChildren: source.hasChildren)
  }

  /// The loaded lines for a view. More lines are loaded when a view reads the last lines.
  ///
  /// ```swift
  /// ForEach(outline.rows) { row in Text(row.line.item.name) }
  /// ```
  public var rows: OutlineRows<Item> { OutlineRows(lines: lines, outline: self) }

  /// True if there are more top-level items than are loaded.
  public var hasMore: Bool {
    _ = revision
    return core.tree.root.hasMore
  }

  /// The error of the last update, if it failed. A failed update leaves the lines unchanged. `nil` if the update
  /// succeeded.
  public var error: (any Error)? {
    _ = revision
    return core.error
  }

  /// Returns the index of the line that shows an item; `nil` if the item is not shown.
  ///
  /// - Parameter id: The id of the item.
  public func line(of id: Item.ID) -> Int? {
    _ = revision
    return core.tree.node(id).map(core.tree.line)
  }

  /// Returns true if an item is open, or will be open when it is shown.
  ///
  /// - Parameter id: The id of the item.
  public func isOpen(_ id: Item.ID) -> Bool { core.isOpen(id) }

  /// Reports that a line came into view. Loads more lines if the line is among the last lines.
  ///
  /// - Parameter index: The index of the line. An index beyond the end is ignored.
  public func lineAppeared(at index: Int) { send(.appeared(index)) }

  /// Loads more lines if a view reads one of the last lines. The outline changes only after the current pass of the
  /// view, because the view may be updating.
  func lineRead(_ id: Item.ID) {
    guard let line = core.tree.node(id).map(core.tree.line), !core.tree.ends(at: line).isEmpty else { return }
    Task { [weak self] in
      if let line = self?.line(of: id) { self?.lineAppeared(at: line) }
    }
  }

  /// A closure that is called after each change.
  public var onUpdate: (OutlineUpdate) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// All further updates as an asynchronous sequence. Each access returns a new, independent sequence. Its first
  /// element is ``OutlineUpdate/reloaded``, and the sequence ends when the outline is released. Updates are buffered
  /// without limit, so that a slow listener receives all of them.
  public var updates: AsyncStream<OutlineUpdate> { listeners.updates(after: .reloaded) }

  /// Takes over all listeners from the outline that this outline replaces.
  func takeListeners(of other: OutlineList) {
    listeners = other.listeners
    other.listeners = UpdateListeners()
  }
}

// MARK: Opening and closing

extension OutlineList {
  /// True if items are open by default. Assigning a value opens or closes all items.
  public var expandsAll: Bool {
    get {
      _ = revision
      return core.expandsAll
    }
    set { send(.expand(newValue)) }
  }

  /// Opens the item if it is closed, and closes it if it is open.
  ///
  /// - Parameter id: The id of the item.
  public func toggle(_ id: Item.ID) { send(isOpen(id) ? .close(id) : .open(id)) }

  /// Opens an item. Does nothing if it is already open. Items below it that were open before are open again.
  ///
  /// - Parameter id: The id of the item, which does not have to be shown.
  public func open(_ id: Item.ID) { send(.open(id)) }

  /// Closes an item. Does nothing if it is closed.
  ///
  /// - Parameter id: The id of the item, which does not have to be shown.
  public func close(_ id: Item.ID) { send(.close(id)) }
}

// MARK: Changing data

extension OutlineList {
  /// Replaces the data. Open items stay open.
  ///
  /// - Parameter data: The top-level items. For an outline with a loader, use ``update()`` instead.
  public func show(_ data: [Item]) { send(.show(data)) }

  /// Updates the outline from its loader, or from the children of its data, and waits until it is current.
  public func update() async {
    send(.changed)
    await settled()
  }

  /// Retries after a failure.
  public func retry() { send(.retry) }

  /// Waits until all requested items are loaded.
  public func settled() async {
    while let running { await running.task.end() }
  }
}
