/// A refresh of a list under way, and how many wait for it.
@MainActor final class ListRefresh {
  let task: Task<Void, any Error>
  var waiting = 0

  init(_ task: Task<Void, any Error>) { self.task = task }

  /// One who waited was cancelled.
  func leave() {
    waiting -= 1
    if waiting == 0 { task.cancel() }
  }
}
