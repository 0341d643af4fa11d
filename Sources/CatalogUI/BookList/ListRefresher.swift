import Observation

/// Refreshes the sources of a list. Concurrent callers share one refresh.
@MainActor @Observable final class ListRefresher {
  /// The number of waiting callers.
  private var waiting = 0
  @ObservationIgnored private let refresh: @Sendable () async throws -> Void
  /// The tasks that run refreshes. All refreshes use the same key, so that callers share one refresh.
  @ObservationIgnored private let refreshes = SharedTasks<Bool, Void>(lastCaller: .waits)

  init(_ refresh: @escaping @Sendable () async throws -> Void) { self.refresh = refresh }

  /// True while a refresh is running, until its results are shown.
  var isRunning: Bool { waiting > 0 }

  /// Starts a refresh, or joins the refresh in progress. A cancelled caller stops waiting. If the last caller is
  /// cancelled, the refresh is cancelled, and this caller waits until the refresh has ended.
  ///
  /// - Parameter show: A closure that shows the results.
  /// - Throws: The error of the refresh, or `CancellationError`.
  func run(_ show: @escaping @MainActor () async -> Void) async throws {
    waiting += 1
    defer { waiting -= 1 }
    try await refreshes.value(of: true) { [refresh] in
      try await refresh()
      await show()
    }
  }
}
