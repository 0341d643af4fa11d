import Catalog

/// A task that ends with who holds it.
final class ScopedTask: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  /// Waits for its end.
  func end() async { await task.value }

  func cancel() { task.cancel() }

  deinit { task.cancel() }
}
