/// A handle on a task that cancels it when it is let go.
final class TaskHandle: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  /// Waits for the task's end.
  func end() async { await task.value }

  func cancel() { task.cancel() }

  deinit { task.cancel() }
}
