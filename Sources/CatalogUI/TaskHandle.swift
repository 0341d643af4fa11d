/// A handle to a task. Releasing the handle cancels the task.
final class TaskHandle: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  /// Waits until the task ends.
  func end() async { await task.value }

  func cancel() { task.cancel() }

  deinit { task.cancel() }
}
