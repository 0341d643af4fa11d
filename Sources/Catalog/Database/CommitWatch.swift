import Synchronization

/// The catalog's ``FolderWatch``, which all who observe the catalog share: there is one while anybody holds it.
final class CommitWatch: Sendable {
  private struct Current: Sendable {
    weak var folder: FolderWatch?
  }

  private let current = Mutex(Current())

  /// The watch of a catalog's file; it lasts as long as it is held.
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
