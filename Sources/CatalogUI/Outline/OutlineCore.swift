import Catalog

/// The decisions of an outline, without task, loader or observer: what is told to it are events, what it gives back is to be
/// done, in that order. ``OutlineList`` does it. Its tree is as the updates say that it gives back.
///
/// What is under way, and what becomes of it:
///
/// | event | idle | loading more | reloading |
/// | --- | --- | --- | --- |
/// | open, expand, appeared | asks for what is missing: loading more | noted for later | noted for later |
/// | close | nothing | given up where it is below what was closed: the next request | goes on without what was closed |
/// | show | other data, at once | cannot be: data are not loaded | cannot be |
/// | changed, retry | asks for the outermost items: reloading | noted for later | noted for later |
/// | loaded | late: nothing | shows the items: the next request | asks for what is open below them; with all of it, shows the new tree: the next request |
/// | failed | late: nothing | says so at the item: the next request | keeps the tree and says so: the next request |
///
/// Where no request is left it is idle. There is one request at a time: each has a number, and an answer whose number is not
/// the one under way is late.
///
/// It cannot be copied, since its tree is one object.
struct OutlineCore<Item: Identifiable & Equatable & Sendable>: ~Copyable where Item.ID: Sendable {
  typealias Node = OutlineTree<Item>.Node

  enum Event {
    case begin
    case open(Item.ID)
    case close(Item.ID)
    /// All items are to be open, or closed.
    case expand(Bool)
    /// A line came into view.
    case appeared(Int)
    /// These are the outermost items now.
    case show([Item])
    /// The items may have changed.
    case changed
    case retry
    case loaded(OutlinePage<Item>, number: Int)
    case failed(any Error, number: Int)
  }

  /// Something to be done.
  enum Effect {
    case load(OutlineRequest<Item>)
    /// The answer to what was asked for last is not wanted any more.
    case cancel
    case tell(OutlineUpdate)
    /// Something is different that no update tells.
    case revise
  }

  /// What is under way.
  enum Activity {
    case idle
    case loadingMore(below: Item.ID?, number: Int)
    case reloading(OutlineReload<Item>, number: Int)
  }

  private(set) var tree = OutlineTree<Item>()
  /// Why the outline could not be brought up to date; it is as it was before.
  private(set) var error: (any Error)?
  private(set) var activity = Activity.idle
  private(set) var expandsAll: Bool
  private(set) var source: OutlineSource<Item>
  /// The items that are open where others are closed, or closed where all are open.
  private var exceptions: Set<Item.ID> = []
  /// The items below which more is wanted.
  private var wanted: [Item.ID] = []
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

  /// Whether an item is open, or will be once it is shown.
  func isOpen(_ id: Item.ID) -> Bool { exceptions.contains(id) != expandsAll }

  /// Takes in an event and says what is to be done.
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

  /// Shows what is below an item, and below that what is open; or asks for it.
  private mutating func unfold(_ node: Node) {
    switch source {
    case .data(_, let children):
      let (exceptions, expandsAll) = (exceptions, expandsAll)
      tree.fill(node) { exceptions.contains($0.id) != expandsAll ? children($0) ?? [] : nil }
    case .loader(let hasChildren, _):
      if let item = node.item, isOpen(item.id), !node.isLoaded, hasChildren(item) { want(node) }
    }
  }

  /// The same below all items that are shown, and drops what is below closed ones.
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
    if let item = node.item { wanted.append(item.id) }
  }

  /// The item below which more is being loaded; `nil` also where those are the outermost ones.
  private var loading: Item.ID? { if case .loadingMore(let id, _) = activity { id } else { nil } }

  /// Gives up what is being loaded below an item.
  private mutating func giveUp() {
    activity = .idle
    effects.append(.cancel)
  }

  /// Asks for what is to be loaded next, unless something is under way.
  private mutating func goOn() {
    guard case .idle = activity, case .loader(_, let pageSize) = source else { return }
    if isStale {
      isStale = false
      return goOn(OutlineReload())
    }
    if case .loadingMore = tree.root.end { return loadMore(below: tree.root, pageSize) }
    while !wanted.isEmpty {
      let id = wanted.removeFirst()
      guard let node = tree.node(id), isOpen(id), case .loadingMore = node.end else { continue }
      return loadMore(below: node, pageSize)
    }
  }

  private mutating func loadMore(below node: Node, _ pageSize: Int) {
    let number = ask(below: node.item, behind: node.children.last?.item, limit: pageSize)
    activity = .loadingMore(below: node.item?.id, number: number)
  }

  private mutating func ask(below parent: Item?, behind last: Item?, limit: Int) -> Int {
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
    let behind = tree.line(of: node) + 1 + tree.lines(below: node)
    switch answer {
    case .success(let page):
      (node.isLoaded, node.hasMore, node.end) = (true, page.hasMore, .idle)
      let added = tree.append(page.items, to: node)
      for child in added { unfold(child) }
      if !added.isEmpty { effects.append(.tell(.inserted(behind..<behind + added.count))) }
    case .failure(is OutlineMoved):
      // The item that was loaded last is not there any more: all is loaded anew.
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

  /// Asks for what is next, or shows the new tree where all of it is loaded.
  private mutating func goOn(_ reload: OutlineReload<Item>) {
    guard case .loader(_, let pageSize) = source else { return }
    var reload = reload
    if let (parent, limit) = reload.next(like: tree, pageSize: pageSize, isOpen: { isOpen($0) }) {
      activity = .reloading(reload, number: ask(below: parent, behind: nil, limit: limit))
      return
    }
    let shown = tree
    (tree, error) = (reload.tree, nil)
    keepWishes(of: shown)
    unfoldAll()
    effects.append(.tell(.reloaded))
    goOn()
  }

  /// Goes on wanting what was wanted below items of the tree that was shown, where the new one has no more of it: the wish
  /// came when the items had been asked for already.
  private mutating func keepWishes(of shown: OutlineTree<Item>) {
    let places: [(Node?, Node?)] = [(shown.root, tree.root)] + wanted.map { (shown.node($0), tree.node($0)) }
    wanted = []
    for case (let old?, let new?) in places where new.hasMore && new.children.count <= old.children.count {
      if case .loadingMore = old.end { want(new) }
    }
  }
}
