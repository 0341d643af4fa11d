import Synchronization

/// The ``FolderWatch`` that all observers of a catalog share. It exists as long as at least one observer keeps a
/// reference to it.
final class CommitWatch: Sendable {
  private struct Current: Sendable {
    weak var folder: FolderWatch?
  }

  private let current = Mutex(Current())

  /// Returns the watch of a catalog's file. The watch is active as long as the caller keeps a reference to it.
  func folder(of database: Database) -> FolderWatch {
    current.withLock { current in
      if let folder = current.folder { return folder }
      let wakeups = database.wakeups
      let folder = FolderWatch(database.path) { wakeups.send(()) }
      current.folder = folder
      return folder
    }
  }
}
