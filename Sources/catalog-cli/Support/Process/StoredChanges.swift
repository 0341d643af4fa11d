import Catalog
import Synchronization

/// A record of whether this command has stored any changes. The message for a later failure can then say so.
enum StoredChanges {
  /// The commit counters of the catalogs opened for writing, each with its initial value.
  private static let opened = Mutex<[(commits: CommitCount, before: Int)]>([])

  /// Starts counting the commits to a catalog.
  static func watch(_ catalog: BookCatalog) {
    let commits = catalog.commits
    opened.withLock { $0.append((commits, commits.value)) }
  }

  static var exist: Bool { opened.withLock { $0.contains { $0.commits.value != $0.before } } }
}
