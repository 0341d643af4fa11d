import Catalog

/// Calls a closure after commits by any process, for as long as this object exists. Any number of commits during a call
/// cause only one more call.
@MainActor final class CommitListener {
  private let folder: FolderWatch
  private let task: TaskHandle

  init(_ catalog: BookCatalog, _ heard: @escaping @MainActor () async -> Void) {
    folder = catalog.folderWatch
    let wakeups = catalog.wakeups()
    task = TaskHandle(Task { for await _ in wakeups { await heard() } })
  }
}
