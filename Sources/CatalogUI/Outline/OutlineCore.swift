import Catalog

/// The decision logic of an outline, without tasks, a loader or observers. It receives events and returns effects,
/// which ``OutlineList`` performs in order. When the logic returns an update, its tree already contains the change.
///
/// For each event and each activity of the outline, the table shows the effect of the event and the next activity:
///
/// | event | idle | loading more | reloading |
/// | --- | --- | --- | --- |
/// | open, expand, appeared | request missing items → loading more | defer | defer |
/// | close | ignore | cancel if loading below the closed item | continue without the closed item |
/// | show | replace the data | impossible: data needs no loading | impossible |
/// | changed, retry | request the top-level items → reloading | defer | defer |
/// | loaded | ignore | show the items | request open items below them; if all are loaded, show the new tree |
/// | failed | ignore | show the error at the item | keep the tree and show the error |
///
/// After each of these events, the next request starts if work is left; otherwise the activity is idle. Only one
/// request runs at a time. Each request has a number, and answers to other requests are ignored.
///
/// The type is not copyable, because its tree is a reference type.
struct OutlineCore<Item: Identifiable & Equatable & Sendable>: ~Copyable where Item.ID: Sendable {
  typealias Node = OutlineTree<Item>.Node

  enum Event {
    case begin
    case open(Item.ID)
    case close(Item.ID)
    /// Open or close all items.
    case expand(Bool)
    /// A line came into view.
    case appeared(Int)
    /// Show these items as the top-level items.
    case show([Item])
    /// The items may have changed.
    case changed
    case retry
    case loaded(OutlinePage<Item>, number: Int)
    case failed(any Error, number: Int)
  }

  /// An action for ``OutlineList`` to perform.
  enum Effect {
    case load(OutlineRequest<Item>)
    /// Cancel the last request, whose answer is no longer needed.
    case cancel
    case tell(OutlineUpdate)
    /// Notify observers of the outline's properties. No update describes this change.
    case revise
  }

  /// The work in progress.
  enum Activity {
    case idle
    case loadingMore(below: Item.ID?, number: Int)
    case reloading(OutlineReload<Item>, number: Int)
  }

  private(set) var tree = OutlineTree<Item>()
  /// The error of the last reload, if it failed. A failed reload leaves the tree unchanged.
  private(set) var error: (any Error)?
  private(set) var activity = Activity.idle
  private(set) var expandsAll: Bool
  private(set) var source: OutlineSource<Item>
  /// The items that are open although `expandsAll` is false, or closed although `expandsAll` is true.
  private var exceptions: Set<Item.ID> = []
  /// The items for which more children were requested.
  private var pending: [Item.ID] = []
  private var isStale = false
  private var lastNumber = 0
  private var effects: [Effect] = []

  init(_ source: OutlineSource<Item>, expandsAll: Bool) {
    (self.source, self.expandsAll) = (source, expandsAll)
    switch source {
    case .data(let data, let children): rebuild(data, children)
    case .loader:
      tree.root.end = .loadingMore
      isStale = true
    }
  }

  /// Returns true if an item is open, or will be open when it is shown.
  func isOpen(_ id: Item.ID) -> Bool { exceptions.contains(id) != expandsAll }

  /// Processes an event and returns the effects to perform.
  mutating func step(_ event: Event) -> [Effect] {
    switch event {
    case .begin: goOn()
    case .open(let id): if !isOpen(id) { set(id, isOpen: true) }
    case .close(let id): if isOpen(id) { set(id, isOpen: false) }
    case .expand(let expandsAll): expand(expandsAll)
    case .appeared(let line): appeared(line)
    case .show(let data): show(data)
    case .changed:
      if case .data(let data, _) = source {
        show(data)
      } else {
        isStale = true
        goOn()
      }
    case .retry:
      error = nil
      if tree.root.end.failure != nil { tree.root.end = .loadingMore }
      isStale = true
      effects.append(.revise)
      goOn()
    case .loaded(let page, let number): take(.success(page), number)
    case .failed(let error, let number): take(.failure(error), number)
    }
    defer { effects = [] }
    return effects
  }

  // MARK: Opening and closing

  private mutating func set(_ id: Item.ID, isOpen: Bool) {
    exceptions.formSymmetricDifference([id])
    guard let node = tree.node(id) else { return effects.append(.revise) }
    let line = tree.line(of: node)
    if isOpen {
      unfold(node)
      let count = tree.lines(below: node)
      if count > 0 { effects.append(.tell(.inserted(line + 1..<line + 1 + count))) }
    } else {
      let count = tree.lines(below: node)
      tree.removeChildren(of: node)
      if let loading, loading == id || tree.node(loading) == nil { giveUp() }
      if count > 0 { effects.append(.tell(.removed(line + 1..<line + 1 + count))) }
    }
    effects.append(.tell(.changed(line)))
    goOn()
  }

  private mutating func expand(_ expandsAll: Bool) {
    (self.expandsAll, exceptions) = (expandsAll, [])
    unfoldAll()
    effects.append(.tell(.reloaded))
    goOn()
  }

  /// Shows or requests the children of an item and of all open items below it.
  private mutating func unfold(_ node: Node) {
    switch source {
    case .data(_, let children):
      let (exceptions, expandsAll) = (exceptions, expandsAll)
      tree.fill(node) { exceptions.contains($0.id) != expandsAll ? children($0) ?? [] : nil }
    case .loader(let hasChildren, _):
      if let item = node.item, isOpen(item.id), !node.isLoaded, hasChildren(item) { want(node) }
    }
  }

  /// Shows or requests the children of all open items, and removes the children of closed items.
  private mutating func unfoldAll() {
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

  private mutating func show(_ data: [Item]) {
    guard case .data(_, let children) = source else { return }
    source = .data(data, children: children)
    rebuild(data, children)
    effects.append(.tell(.reloaded))
  }

  private mutating func rebuild(_ data: [Item], _ children: (Item) -> [Item]?) {
    tree = OutlineTree()
    tree.root.isLoaded = true
    for node in tree.append(data, to: tree.root) { unfold(node) }
  }

  // MARK: Requests

  private mutating func appeared(_ line: Int) {
    for node in tree.ends(at: line) {
      want(node)
      effects.append(node.item == nil ? .revise : .tell(.changed(tree.line(of: node))))
    }
    goOn()
  }

  private mutating func want(_ node: Node) {
    node.end = .loadingMore
    if let item = node.item { pending.append(item.id) }
  }

  /// The item whose further children are being loaded; `nil` if top-level items or no items are being loaded.
  private var loading: Item.ID? { if case .loadingMore(let id, _) = activity { id } else { nil } }

  /// Cancels loading further children of an item.
  private mutating func giveUp() {
    activity = .idle
    effects.append(.cancel)
  }

  /// Starts the next request, unless a request is running.
  private mutating func goOn() {
    guard case .idle = activity, case .loader(_, let pageSize) = source else { return }
    if isStale {
      isStale = false
      return goOn(OutlineReload())
    }
    if case .loadingMore = tree.root.end { return loadMore(below: tree.root, pageSize) }
    while !pending.isEmpty {
      let id = pending.removeFirst()
      guard let node = tree.node(id), isOpen(id), case .loadingMore = node.end else { continue }
      return loadMore(below: node, pageSize)
    }
  }

  private mutating func loadMore(below node: Node, _ pageSize: Int) {
    let number = ask(below: node.item, after: node.children.last?.item, limit: pageSize)
    activity = .loadingMore(below: node.item?.id, number: number)
  }

  private mutating func ask(below parent: Item?, after last: Item?, limit: Int) -> Int {
    lastNumber += 1
    effects.append(.load(OutlineRequest(number: lastNumber, parent: parent, last: last, limit: limit)))
    return lastNumber
  }

  // MARK: Answers

  private mutating func take(_ answer: Result<OutlinePage<Item>, any Error>, _ number: Int) {
    switch activity {
    case .loadingMore(let id, number):
      activity = .idle
      if let node = id.map({ tree.node($0) }) ?? tree.root { take(answer, below: node) }
    case .reloading(let reload, number):
      activity = .idle
      return take(answer, reload)
    case .idle, .loadingMore, .reloading: return
    }
    goOn()
  }

  private mutating func take(_ answer: Result<OutlinePage<Item>, any Error>, below node: Node) {
    let start = tree.line(of: node) + 1 + tree.lines(below: node)
    switch answer {
    case .success(let page):
      (node.isLoaded, node.hasMore, node.end) = (true, page.hasMore, .idle)
      let added = tree.append(page.items, to: node)
      for child in added { unfold(child) }
      if !added.isEmpty { effects.append(.tell(.inserted(start..<start + added.count))) }
    case .failure(is OutlineMoved):
      // The last loaded item no longer exists, so the whole outline is reloaded.
      node.end = .idle
      isStale = true
    case .failure(let error): node.end = .failed(error)
    }
    effects.append(.tell(node.item == nil ? .reloaded : .changed(tree.line(of: node))))
  }

  private mutating func take(_ answer: Result<OutlinePage<Item>, any Error>, _ reload: OutlineReload<Item>) {
    switch answer {
    case .success(let page):
      var reload = reload
      reload.take(page, hasChildren: source.hasChildren)
      goOn(reload)
    case .failure(let error):
      if tree.root.isLoaded { self.error = error } else { tree.root.end = .failed(error) }
      effects.append(.tell(.reloaded))
      goOn()
    }
  }

  /// Requests the next items of a reload, or shows the new tree if it is complete.
  private mutating func goOn(_ reload: OutlineReload<Item>) {
    guard case .loader(_, let pageSize) = source else { return }
    var reload = reload
    if let (parent, limit) = reload.next(like: tree, pageSize: pageSize, isOpen: { isOpen($0) }) {
      activity = .reloading(reload, number: ask(below: parent, after: nil, limit: limit))
      return
    }
    let shown = tree
    (tree, error) = (reload.tree, nil)
    keepWishes(of: shown)
    unfoldAll()
    effects.append(.tell(.reloaded))
    goOn()
  }

  /// Keeps requests for more children of an item if the new tree has no more children of the item than the old tree.
  /// These requests arrived after the reload had requested the item's children.
  private mutating func keepWishes(of shown: OutlineTree<Item>) {
    let pairs: [(Node?, Node?)] = [(shown.root, tree.root)] + pending.map { (shown.node($0), tree.node($0)) }
    pending = []
    for case (let old?, let new?) in pairs where new.hasMore && new.children.count <= old.children.count {
      if case .loadingMore = old.end { want(new) }
    }
  }
}
