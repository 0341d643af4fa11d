import Catalog

/// A refresh of a list under way, and how many wait for it.
@MainActor final class ListRefresh {
  let task: Task<Void, any Error>
  var waiting = 0
  /// Whether it was cancelled, since nobody waited any more.
  private(set) var isEnding = false

  init(_ task: Task<Void, any Error>) { self.task = task }

  /// One who waited was cancelled.
  func leave() {
    waiting -= 1
    guard waiting == 0 else { return }
    isEnding = true
    task.cancel()
  }
}
