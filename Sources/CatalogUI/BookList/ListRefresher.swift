import Observation

/// Asks the sources of a list for what is new: at most once at a time, for all who ask meanwhile.
@MainActor @Observable final class ListRefresher {
  /// A refresh under way, and how many wait for it.
  @MainActor private final class Run {
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

  /// Whether a refresh is under way, until what it brought is shown.
  private(set) var isRunning = false
  @ObservationIgnored private let refresh: @Sendable () async throws -> Void
  @ObservationIgnored private var current: Run?

  init(_ refresh: @escaping @Sendable () async throws -> Void) { self.refresh = refresh }

  /// Refreshes, or waits for the refresh under way; that is cancelled when all who wait are.
  ///
  /// - Parameter show: shows what came in.
  /// - Throws: what the refreshing throws.
  func run(_ show: @escaping @MainActor () async -> Void) async throws {
    // One that was cancelled is nothing for those who come now.
    while let current, current.isEnding { _ = await current.task.result }
    let run = current ?? begin(show)
    run.waiting += 1
    try await withTaskCancellationHandler {
      try await run.task.value
    } onCancel: {
      Task { @MainActor in run.leave() }
    }
  }

  private func begin(_ show: @escaping @MainActor () async -> Void) -> Run {
    isRunning = true
    let run = Run(
      Task {
        defer { (isRunning, current) = (false, nil) }
        try await refresh()
        await show()
      })
    current = run
    return run
  }
}
