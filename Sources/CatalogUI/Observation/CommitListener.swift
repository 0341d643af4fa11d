import Catalog

/// Calls a closure after commits by any process, as long as this object exists. All commits during a call together
/// cause one more call.
@MainActor final class CommitListener {
  private let folder: FolderWatch
  private let task: TaskHandle

  init(_ catalog: BookCatalog, _ heard: @escaping @MainActor () async -> Void) {
    folder = catalog.folderWatch
    let wakeups = catalog.wakeups()
    task = TaskHandle(Task { for await _ in wakeups { await heard() } })
  }
}
