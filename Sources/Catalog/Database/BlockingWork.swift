import Dispatch

/// Runs blocking work on a separate thread. In Swift's cooperative thread pool, it would block other tasks.
enum BlockingWork {
  /// Runs the body to its end, even if the task is cancelled.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
  }
}
