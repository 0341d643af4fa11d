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
/// Ids are unique in the whole outline; of several items with one id, one is shown. What is open is known by the
/// ids, and stays so while the data change or items are out of sight.
@MainActor @Observable public final class OutlineList<Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// Loads items below another one, or the outermost ones below `nil`: so many, behind one that is loaded already.
  public typealias Loader = @Sendable (_ parent: Item?, _ last: Item?, _ limit: Int) async throws -> OutlinePage<Item>

  private enum Source {
    case data([Item], children: (Item) -> [Item]?)
    case loader(Loader, hasChildren: (Item) -> Bool, pageSize: Int)
  }

  /// What is loaded, and where.
  private struct Job {
    let parent: Item?
    let last: Item?
  }

  /// Is told each change, after it.
  @ObservationIgnored public var onUpdate: (OutlineUpdate) -> Void = { _ in }
  /// Why the outline could not be brought up to date; it is as it was before.
  public private(set) var error: (any Error)?

  @ObservationIgnored private var tree = OutlineTree<Item>()
  @ObservationIgnored private var source: Source
  /// Counts the changes: who looked at a line looks again after each.
  private var revision = 0
  @ObservationIgnored private var opensAll: Bool
  /// The items that are open where others are closed, or closed where all are open.
  @ObservationIgnored private var exceptions: Set<Item.ID> = []

  @ObservationIgnored private var wanted: [Item.ID] = []
  @ObservationIgnored private var isStale = false
  @ObservationIgnored private var running: ScopedTask?
  /// The item below which is being loaded.
  @ObservationIgnored private var loading: Item.ID?
  /// Counts what was given up, so that what comes late is known.
  @ObservationIgnored private var generation = 0

  /// An outline of items that are there.
  ///
  /// - Parameters:
  ///   - data: the outermost ones.
  ///   - expandsAll: whether all are open at first; then all are asked for at once.
  ///   - children: what is below an item; `nil` where nothing can be. It is asked when the item is shown.
  public init(_ data: [Item], expandsAll: Bool = false, children: @escaping (Item) -> [Item]?) {
    source = .data(data, children: children)
    opensAll = expandsAll
    rebuild(data, children)
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
  public init(
    pageSize: Int = 100, expandsAll: Bool = false, hasChildren: @escaping (Item) -> Bool, load: @escaping Loader
  ) {
    source = .loader(load, hasChildren: hasChildren, pageSize: Swift.max(1, pageSize))
    opensAll = expandsAll
    tree.root.end = .loadingMore
    isStale = true
    work()
  }
}

// MARK: What is shown

extension OutlineList {
  /// The outermost items, or why they are not there; and all lines below them that are open.
  public var state: ListState<OutlineLines<Item>> {
    _ = revision
    if tree.root.isLoaded { return .loaded(lines) }
    if case .failed(let error) = tree.root.end { return .failed(error) }
    return .loading
  }

  /// The lines that are loaded; none while the outermost items are not.
  public var lines: OutlineLines<Item> {
    _ = revision
    return OutlineLines(tree: tree, isOpen: { [self] in isOpen($0.id) }, hasChildren: { [self] in hasChildren($0) })
  }

  /// Whether outermost items are left to be loaded, as far as is known.
  public var hasMore: Bool {
    _ = revision
    return tree.root.hasMore
  }

  /// The line of an item; `nil` where it is not shown.
  ///
  /// - Parameter id: the item's.
  public func line(of id: Item.ID) -> Int? {
    _ = revision
    return tree.node(id).map(tree.line)
  }

  /// Whether an item is open, or will be once it is shown.
  public func isOpen(_ id: Item.ID) -> Bool { exceptions.contains(id) != opensAll }

  private func hasChildren(_ item: Item) -> Bool {
    switch source {
    case .data(_, let children): children(item) != nil
    case .loader(_, let hasChildren, _): hasChildren(item)
    }
  }

  /// Says that a line came into view: more is loaded where it is among the last ones that are.
  ///
  /// - Parameter index: a line; one behind the end is ignored.
  public func lineAppeared(at index: Int) {
    guard lines.indices.contains(index) else { return }
    var node = tree.node(at: index).node
    while let parent = node.parent, node.index >= parent.children.count - 3 {
      if parent.hasMore, case .idle = parent.end {
        want(parent)
        tell(parent.item == nil ? nil : .changed(tree.line(of: parent)))
      }
      node = parent
    }
    work()
  }
}

// MARK: Opening and closing

extension OutlineList {
  /// Whether all items are open, but for those that were closed since. Setting it opens or closes all.
  public var expandsAll: Bool {
    get {
      _ = revision
      return opensAll
    }
    set {
      opensAll = newValue
      exceptions = []
      unfoldAll()
      tell(.reloaded)
      work()
    }
  }

  /// Opens an item that is closed, and closes one that is open.
  ///
  /// - Parameter id: the item's.
  public func toggle(_ id: Item.ID) { set(id, isOpen: !isOpen(id)) }

  /// Opens an item; nothing happens where it is open. What was open below it is open again.
  ///
  /// - Parameter id: the item's, also of one that is not shown now.
  public func open(_ id: Item.ID) { set(id, isOpen: true) }

  /// Closes an item; nothing happens where it is closed.
  ///
  /// - Parameter id: the item's, also of one that is not shown now.
  public func close(_ id: Item.ID) { set(id, isOpen: false) }

  private func set(_ id: Item.ID, isOpen: Bool) {
    guard self.isOpen(id) != isOpen else { return }
    exceptions.formSymmetricDifference([id])
    guard let node = tree.node(id) else { return tell(nil) }
    let line = tree.line(of: node)
    if isOpen {
      unfold(node)
      let count = tree.lines(below: node)
      if count > 0 { tell(.inserted(line + 1..<line + 1 + count)) }
    } else {
      let count = tree.lines(below: node)
      tree.removeChildren(of: node)
      if let loading, loading == id || tree.node(loading) == nil { giveUp() }
      if count > 0 { tell(.removed(line + 1..<line + 1 + count)) }
    }
    tell(.changed(line))
    work()
  }

  /// Shows what is below an item, and below that what is open; or asks for it.
  private func unfold(_ node: OutlineTree<Item>.Node) {
    switch source {
    case .data(_, let children): tree.fill(node) { isOpen($0.id) ? children($0) ?? [] : nil }
    case .loader(_, let hasChildren, _):
      if let item = node.item, isOpen(item.id), !node.isLoaded, hasChildren(item) { want(node) }
    }
  }

  /// The same below all items that are shown, and drops what is below closed ones.
  private func unfoldAll() {
    var rest = Array(tree.root.children.reversed())
    while let node = rest.popLast() {
      if let item = node.item, !isOpen(item.id) {
        tree.removeChildren(of: node)
      } else if node.isLoaded {
        rest += node.children.reversed()
      } else {
        unfold(node)
      }
    }
    if let loading, tree.node(loading) == nil || !isOpen(loading) { giveUp() }
  }

  private func tell(_ update: OutlineUpdate?) {
    revision += 1
    if let update { onUpdate(update) }
  }
}

// MARK: Changing data

extension OutlineList {
  /// Shows other data; what is open stays open.
  ///
  /// - Parameter data: the outermost items. Of an outline that loads its items, use ``update()``.
  public func show(_ data: [Item]) {
    guard case .data(_, let children) = source else { return }
    source = .data(data, children: children)
    rebuild(data, children)
    tell(.reloaded)
  }

  private func rebuild(_ data: [Item], _ children: (Item) -> [Item]?) {
    let new = OutlineTree<Item>()
    tree = new
    new.root.isLoaded = true
    for node in new.append(data, to: new.root) { unfold(node) }
  }

  /// Brings the outline up to date with what its loader, or the children of its data, say now, and waits until it is.
  public func update() async {
    if case .data(let data, _) = source { return show(data) }
    isStale = true
    work()
    await settled()
  }

  /// Tries again what failed.
  public func retry() {
    error = nil
    if case .failed = tree.root.end { tree.root.end = .loadingMore }
    isStale = true
    tell(nil)
    work()
  }

  /// Waits until nothing is left to be loaded.
  public func settled() async {
    while let running { await running.end() }
  }
}

// MARK: Loading

extension OutlineList {
  private func want(_ node: OutlineTree<Item>.Node) {
    node.end = .loadingMore
    if let item = node.item { wanted.append(item.id) }
  }

  /// Gives up what is being loaded below an item.
  private func giveUp() {
    generation += 1
    running?.cancel()
    (running, loading) = (nil, nil)
  }

  /// Loads what is to be loaded next, unless something is being loaded.
  private func work() {
    guard running == nil, case .loader(let load, let hasChildren, let pageSize) = source else { return }
    if isStale { return reload(load, hasChildren, pageSize) }
    if case .loadingMore = tree.root.end { return loadMore(below: tree.root, load, pageSize) }
    while !wanted.isEmpty {
      let id = wanted.removeFirst()
      guard let node = tree.node(id), isOpen(id), case .loadingMore = node.end else { continue }
      return loadMore(below: node, load, pageSize)
    }
  }

  private func loadMore(below node: OutlineTree<Item>.Node, _ load: @escaping Loader, _ pageSize: Int) {
    let (parent, last, generation) = (node.item, node.children.last?.item, generation)
    loading = parent?.id
    let task = Task { [weak self] in
      let result: Result<OutlinePage<Item>, any Error>
      do { result = .success(try await load(parent, last, pageSize)) } catch { result = .failure(error) }
      self?.take(result, below: parent?.id, generation)
    }
    running = ScopedTask(task)
  }

  private func take(_ result: Result<OutlinePage<Item>, any Error>, below id: Item.ID?, _ generation: Int) {
    guard generation == self.generation else { return }
    (running, loading) = (nil, nil)
    defer { work() }
    guard let node = id.map({ tree.node($0) }) ?? tree.root else { return }
    let behind = tree.line(of: node) + 1 + tree.lines(below: node)
    switch result {
    case .success(let page):
      (node.isLoaded, node.hasMore, node.end) = (true, page.hasMore, .idle)
      let added = tree.append(page.items, to: node)
      for child in added { unfold(child) }
      if !added.isEmpty { tell(.inserted(behind..<behind + added.count)) }
    case .failure(is OutlineMoved):
      // What was loaded last is not there any more: all is loaded anew.
      node.end = .idle
      isStale = true
    case .failure(let error): node.end = .failed(error)
    }
    tell(node.item == nil ? .reloaded : .changed(tree.line(of: node)))
  }

  /// Loads anew as much as is loaded of what is open, beside what is shown, and then takes its place.
  private func reload(_ load: @escaping Loader, _ hasChildren: @escaping (Item) -> Bool, _ pageSize: Int) {
    isStale = false
    let generation = generation
    let task = Task { [weak self] in
      let new = OutlineTree<Item>()
      do {
        var rest = [new.root]
        while let node = rest.popLast() {
          guard let old = self?.counterpart(of: node) else { continue }
          let isGrowing = if case .loadingMore = old.end { true } else { false }
          let count = Swift.max(old.children.count + (isGrowing ? pageSize : 0), pageSize)
          guard node === new.root || old.isLoaded else { continue }
          let page = try await load(node.item, nil, count)
          (node.isLoaded, node.hasMore) = (true, page.hasMore)
          rest += new.append(page.items, to: node).filter { $0.item.map(hasChildren) == true }.reversed()
        }
        self?.finishReload(.success(new), generation)
      } catch {
        self?.finishReload(.failure(error), generation)
      }
    }
    running = ScopedTask(task)
  }

  /// The one that is shown now; an empty one where none is. `nil` of what is closed.
  private func counterpart(of node: OutlineTree<Item>.Node) -> OutlineTree<Item>.Node? {
    guard let item = node.item else { return tree.root }
    guard isOpen(item.id) else { return nil }
    return tree.node(item.id) ?? OutlineTree<Item>().root
  }

  private func finishReload(_ result: Result<OutlineTree<Item>, any Error>, _ generation: Int) {
    guard generation == self.generation else { return }
    running = nil
    switch result {
    case .success(let new):
      (tree, wanted, error) = (new, [], nil)
      unfoldAll()
    case .failure(let error) where tree.root.isLoaded: self.error = error
    case .failure(let error): tree.root.end = .failed(error)
    }
    tell(.reloaded)
    work()
  }
}
