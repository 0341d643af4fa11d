import Catalog
import Synchronization

/// Whether this command has stored anything in a catalog, so that a failure behind that does not pass for one of the change.
enum StoredChanges {
  /// Of each catalog that was opened to change it, what is counted there, and how much that was after opening.
  private static let opened = Mutex<[(commits: CommitCount, before: Int)]>([])

  /// From now on what is stored in this catalog counts.
  static func watch(_ catalog: BookCatalog) {
    let commits = catalog.commits
    opened.withLock { $0.append((commits, commits.value)) }
  }

  static var exist: Bool { opened.withLock { $0.contains { $0.commits.value != $0.before } } }
}
