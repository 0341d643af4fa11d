import Catalog
import Synchronization

/// Records whether this command has stored anything in a catalog, so that a later failure is not reported as a failure
/// of the change.
enum StoredChanges {
  /// The commit counters of the catalogs opened for changes, with their values after opening.
  private static let opened = Mutex<[(commits: CommitCount, before: Int)]>([])

  /// Starts counting the commits in this catalog.
  static func watch(_ catalog: BookCatalog) {
    let commits = catalog.commits
    opened.withLock { $0.append((commits, commits.value)) }
  }

  static var exist: Bool { opened.withLock { $0.contains { $0.commits.value != $0.before } } }
}
