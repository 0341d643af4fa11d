import Catalog
import Observation

/// A hierarchy as lines that open and close. Only what is open is held, and only what is open is asked for.
///
/// ```swift
/// let outline = OutlineList(folders, children: \.folders)
/// outline.toggle(folders[0].id)
/// for line in outline.lines { print(String(repeating: "  ", count: line.depth) + line.item.name) }
/// ```
///
/// Ids are unique in the whole outline; of several items with one id, one is shown. What is open is known by the ids,
/// and stays so while the data change or items are out of sight. `OutlineCore` decides what is asked for, and when.
@MainActor @Observable public final class OutlineList<Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// Loads items below another one, or the outermost ones below `nil`: so many, behind one that is loaded already.
  public typealias Loader = @Sendable (_ parent: Item?, _ last: Item?, _ limit: Int) async throws -> OutlinePage<Item>

  /// Counts the changes: who looked at a line looks again after each.
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

  /// An outline of items that are there.
  ///
  /// - Parameters:
  ///   - data: the outermost ones.
  ///   - expandsAll: whether all are open at first; then all are asked for at once.
  ///   - children: what is below an item; `nil` where nothing can be. It is asked when the item is shown.
  public convenience init(_ data: [Item], expandsAll: Bool = false, children: @escaping (Item) -> [Item]?) {
    self.init(OutlineCore(.data(data, children: children), expandsAll: expandsAll), nil)
  }

  /// An outline of items that hold what is below them.
  ///
  /// - Parameters:
  ///   - data: the outermost ones.
  ///   - children: the property that holds what is below; `nil` where nothing can be.
  ///   - expandsAll: whether all are open at first.
  public convenience init(_ data: [Item], children: KeyPath<Item, [Item]?>, expandsAll: Bool = false) {
    self.init(data, expandsAll: expandsAll) { $0[keyPath: children] }
  }

  /// An outline of items that are loaded as they come into view, which it begins with.
  ///
  /// - Parameters:
  ///   - pageSize: how many are loaded at a time, at least 1.
  ///   - expandsAll: whether all are open at first, as far as they are loaded.
  ///   - hasChildren: whether something can be below an item.
  ///   - load: loads what is below one.
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
      // Who waits for it holds it: to let go of it does not end it.
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
      // Another one may run by now, where this was given up.
      guard let self, running?.number == request.number else { return }
      running = nil
      send(event)
    }
    running = (request.number, TaskHandle(task))
  }
}

// MARK: What is shown

extension OutlineList {
  /// The outermost items, or why they are not there; and all lines below them that are open.
  public var state: ListState<OutlineLines<Item>> {
    _ = revision
    if core.tree.root.isLoaded { return .loaded(lines) }
    if let failure = core.tree.root.end.failure { return .failed(failure) }
    return .loading
  }

  /// The lines that are loaded; none while the outermost items are not.
  public var lines: OutlineLines<Item> {
    _ = revision
    let source = core.source
    return OutlineLines(tree: core.tree, isOpen: { [self] in isOpen($0.id) }, hasChildren: source.hasChildren)
  }

  /// The lines that are loaded, for a view: more are loaded as the last ones are read.
  ///
  /// ```swift
  /// ForEach(outline.rows) { row in Text(row.line.item.name) }
  /// ```
  public var rows: OutlineRows<Item> { OutlineRows(lines: lines, outline: self) }

  /// Whether outermost items are left to be loaded, as far as is known.
  public var hasMore: Bool {
    _ = revision
    return core.tree.root.hasMore
  }

  /// The reason why the outline could not be brought up to date; it is as it was before. `nil` where it could.
  public var error: (any Error)? {
    _ = revision
    return core.error
  }

  /// Finds the line of an item; `nil` where it is not shown.
  ///
  /// - Parameter id: the item's.
  public func line(of id: Item.ID) -> Int? {
    _ = revision
    return core.tree.node(id).map(core.tree.line)
  }

  /// Tells whether an item is open, or will be once it is shown.
  ///
  /// - Parameter id: the item's.
  public func isOpen(_ id: Item.ID) -> Bool { core.isOpen(id) }

  /// Says that a line came into view: more is loaded where it is among the last ones that are.
  ///
  /// - Parameter index: a line; one behind the end is ignored.
  public func lineAppeared(at index: Int) { send(.appeared(index)) }

  /// Loads more where a line that is read is among the last ones. Nothing is changed before the reading is over: a view may
  /// be under way.
  func lineRead(_ id: Item.ID) {
    guard let line = core.tree.node(id).map(core.tree.line), !core.tree.ends(at: line).isEmpty else { return }
    Task { [weak self] in
      if let line = self?.line(of: id) { self?.lineAppeared(at: line) }
    }
  }

  /// Is told each change, after it.
  public var onUpdate: (OutlineUpdate) -> Void {
    get { listeners.onUpdate }
    set { listeners.onUpdate = newValue }
  }

  /// The updates from now on as a sequence, for any number of listeners: each access begins another one. The first update
  /// is ``OutlineUpdate/reloaded``. It ends with the outline. What a listener has not asked for yet is kept for it.
  public var updates: AsyncStream<OutlineUpdate> { listeners.updates(after: .reloaded) }

  /// Takes over all who listen to another outline, whose place this one takes.
  func takeListeners(of other: OutlineList) {
    listeners = other.listeners
    other.listeners = UpdateListeners()
  }
}

// MARK: Opening and closing

extension OutlineList {
  /// Whether all items are open, but for those that were closed since. Setting it opens or closes all.
  public var expandsAll: Bool {
    get {
      _ = revision
      return core.expandsAll
    }
    set { send(.expand(newValue)) }
  }

  /// Opens an item that is closed, and closes one that is open.
  ///
  /// - Parameter id: the item's.
  public func toggle(_ id: Item.ID) { send(isOpen(id) ? .close(id) : .open(id)) }

  /// Opens an item; nothing happens where it is open. What was open below it is open again.
  ///
  /// - Parameter id: the item's, also of one that is not shown now.
  public func open(_ id: Item.ID) { send(.open(id)) }

  /// Closes an item; nothing happens where it is closed.
  ///
  /// - Parameter id: the item's, also of one that is not shown now.
  public func close(_ id: Item.ID) { send(.close(id)) }
}

// MARK: Changing data

extension OutlineList {
  /// Shows other data; what is open stays open.
  ///
  /// - Parameter data: the outermost items. Of an outline that loads its items, use ``update()``.
  public func show(_ data: [Item]) { send(.show(data)) }

  /// Brings the outline up to date with what its loader, or the children of its data, say now, and waits until it is.
  public func update() async {
    send(.changed)
    await settled()
  }

  /// Tries again what failed.
  public func retry() { send(.retry) }

  /// Waits until nothing is left to be loaded.
  public func settled() async {
    while let running { await running.task.end() }
  }
}
