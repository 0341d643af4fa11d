import Catalog
import Observation

/// The books of a catalog as a tree of groups, such as authors with their series, or tags with their authors. The tree
/// follows all changes to the catalog, and open groups stay open.
///
/// ```swift
/// let tree = BookTree(catalog, by: [.author, .series])
/// await tree.outline.settled()
/// tree.outline.toggle(tree.outline.lines[0].id)
/// ```
///
/// Only open groups are read and kept in memory. They are read page by page as lines come into view. Top-level groups
/// by author or series are read from indexes. Groups inside other groups, and the groups of a query's matches, are
/// computed from their books.
@MainActor @Observable public final class BookTree {
  /// The outline that contains the groups and books. Use it to open and close groups.
  public private(set) var outline: OutlineList<BookTreeItem>
  /// The fields that books are grouped by, outermost first. Changing them replaces ``outline``.
  public var groupings: [BookGrouping] { didSet { if groupings != oldValue { begin() } } }
  /// The query that selects the books of the tree. Its order is ignored. Changing its text or filter replaces
  /// ``outline``.
  public var query: BookQuery {
    didSet { if (query.text, query.filter) != (oldValue.text, oldValue.filter) { begin() } }
  }

  /// The lines for a view. More lines are loaded when a view reads the last lines.
  public var rows: OutlineRows<BookTreeItem> { outline.rows }

  @ObservationIgnored private let catalog: BookCatalog
  @ObservationIgnored private let pageSize: Int
  /// True while the tree is off screen. The tree then stops updating, and catches up when the app sets this property to
  /// false.
  @ObservationIgnored public var isPaused = false { didSet { if !isPaused, hasMissed { update() } } }
  @ObservationIgnored private var hasMissed = false
  @ObservationIgnored private var listener: CommitListener?

  /// Creates a tree and starts loading it.
  ///
  /// - Parameters:
  ///   - catalog: The catalog that contains the books.
  ///   - groupings: The fields to group books by, outermost first. If empty, the tree is a flat list of books.
  ///   - query: The query that selects the books of the tree.
  ///   - pageSize: The number of lines to load at a time below one item.
  ///   - expandsAll: True to open all groups initially, as they are loaded.
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
