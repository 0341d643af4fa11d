import Observation

/// Asks the sources of a list for what is new: at most once at a time, for all who ask meanwhile.
@MainActor @Observable final class ListRefresher {
  /// The number of callers who wait.
  private var waiting = 0
  @ObservationIgnored private let refresh: @Sendable () async throws -> Void
  /// One key: every refresh is the same.
  @ObservationIgnored private let refreshes = SharedTasks<Bool, Void>(lastCaller: .waits)

  init(_ refresh: @escaping @Sendable () async throws -> Void) { self.refresh = refresh }

  /// Whether a refresh is under way, until what it brought is shown.
  var isRunning: Bool { waiting > 0 }

  /// Refreshes, or waits for the refresh under way. A caller who is cancelled leaves; with the last one the refresh is
  /// cancelled, and that caller waits until it has ended.
  ///
  /// - Parameter show: shows what came in.
  /// - Throws: what the refreshing throws; `CancellationError`.
  func run(_ show: @escaping @MainActor () async -> Void) async throws {
    waiting += 1
    defer { waiting -= 1 }
    try await refreshes.value(of: true) { [refresh] in
      try await refresh()
      await show()
    }
  }
}
