import Catalog
import Synchronization

/// A record of whether this command has stored anything in a catalog. If a later failure occurs, its message can then
/// say that the changes are stored.
enum StoredChanges {
  /// The commit counters of the catalogs opened for changes, each with its value just after opening.
  private static let opened = Mutex<[(commits: CommitCount, before: Int)]>([])

  /// Starts counting the commits to a catalog.
  static func watch(_ catalog: BookCatalog) {
    let commits = catalog.commits
    opened.withLock { $0.append((commits, commits.value)) }
  }

  static var exist: Bool { opened.withLock { $0.contains { $0.commits.value != $0.before } } }
}
