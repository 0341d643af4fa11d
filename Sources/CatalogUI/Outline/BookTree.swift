import Catalog
import Observation

/// The books of a catalog as a tree: authors with their series and those with their books, tags with their authors, or any
/// other groups in groups. It lives with the catalog, whoever changes that, and what is open stays open.
///
/// ```swift
/// let tree = BookTree(catalog, by: [.author, .series])
/// await tree.outline.settled()
/// tree.outline.toggle(tree.outline.lines[0].id)
/// ```
///
/// It reads and holds what is open, page by page as lines come into view. Outermost groups by author or series are
/// read from indexes; in a group, or of a query, the books of that are read and grouped.
@MainActor @Observable public final class BookTree {
  /// The lines that are shown, with what opens and closes them.
  public private(set) var outline: OutlineList<BookTreeItem>
  /// The fields that books are grouped by, the outermost first. Other groups are another outline.
  public var groupings: [BookGrouping] { didSet { if groupings != oldValue { begin() } } }
  /// The books that the tree is of, whatever the query's order. Other ones are another outline.
  public var query: BookQuery {
    didSet { if (query.text, query.filter) != (oldValue.text, oldValue.filter) { begin() } }
  }

  /// The lines for a view: more are loaded as the last ones are read.
  public var rows: OutlineRows<BookTreeItem> { outline.rows }

  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let pageSize: Int
  /// Whether changes of the catalog are left until it is paused no more: for a tree that nobody sees.
  @ObservationIgnored public var isPaused = false { didSet { if !isPaused, hasMissed { update() } } }
  @ObservationIgnored private var hasMissed = false
  @ObservationIgnored private var listener: CommitListener?

  /// A tree, which begins to load.
  ///
  /// - Parameters:
  ///   - catalog: whose books it shows.
  ///   - groupings: what books are grouped by, the outermost first; without any, all books are outermost.
  ///   - query: the books that the tree is of.
  ///   - pageSize: how many lines are loaded at a time below one item.
  ///   - expandsAll: whether all groups are open at first, as far as they are loaded.
  public init(
    _ catalog: BookCatalog, by groupings: [BookGrouping] = [.author, .series], of query: BookQuery = "",
    pageSize: Int = 100, expandsAll: Bool = false
  ) {
    (self.catalog, self.groupings, self.query, self.pageSize) = (catalog, groupings, query, pageSize)
    outline = Self.outline(catalog, groupings, query, pageSize, expandsAll)
    listener = CommitListener(catalog) { [weak self] in await self?.heard() }
  }

  private func heard() async {
    hasMissed = isPaused
    if !isPaused { await outline.update() }
  }

  private func update() {
    hasMissed = false
    Task { [outline] in await outline.update() }
  }

  private func begin() {
    let new = Self.outline(catalog, groupings, query, pageSize, outline.expandsAll)
    new.takeListeners(of: outline)
    outline = new
  }

  private static func outline(
    _ catalog: BookCatalog, _ groupings: [BookGrouping], _ query: BookQuery, _ pageSize: Int, _ expandsAll: Bool
  ) -> OutlineList<BookTreeItem> {
    OutlineList(pageSize: pageSize, expandsAll: expandsAll, hasChildren: \.isGroup) { parent, last, limit in
      try await catalog.treePage(by: groupings, of: query, below: parent, after: last, limit: limit)
    }
  }
}
