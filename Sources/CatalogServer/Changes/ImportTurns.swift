/// A queue that runs imports one at a time, to limit memory: an import of a JSON document holds the whole document in
/// memory.
actor ImportTurns {
  private var last: Task<Void, Never>?

  /// Waits until earlier imports have finished, and then runs a closure.
  func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let before = last
    let task = Task {
      await before?.value
      try Task.checkCancellation()
      return try await body()
    }
    last = Task { _ = try? await task.value }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
