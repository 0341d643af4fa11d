import Dispatch

/// Work that blocks its thread, done on one that is not of the pool on which tasks run.
enum BlockingWork {
  /// Runs the body to its end, also when the task is cancelled.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
