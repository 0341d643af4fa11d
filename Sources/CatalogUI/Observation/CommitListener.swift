import Catalog

/// Calls somebody after commits, whoever makes them, as long as it is held. What is committed during a call is told by one
/// more.
@MainActor final class CommitListener {
  private let folder: FolderWatch
  private let task: TaskHandle

  init(_ catalog: BookCatalog, _ heard: @escaping @MainActor () async -> Void) {
    folder = catalog.folderWatch
    let wakeups = catalog.wakeups()
    task = TaskHandle(Task { for await _ in wakeups { await heard() } })
  }
}
