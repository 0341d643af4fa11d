/// Limits how often a closure is called. The first call is immediate. Further calls during the pause that follows are
/// combined into one call at the end of the pause.
@MainActor final class Throttle {
  private let pause: Duration
  private let clock: any Clock<Duration>
  private var isPending = false
  private var running: TaskHandle?

  init(_ pause: Duration, clock: any Clock<Duration>) { (self.pause, self.clock) = (pause, clock) }

  /// Requests a call.
  ///
  /// - Parameter body: The closure to call. While calls are pending, the closure that was passed first is used.
  func call(_ body: @escaping @MainActor () async -> Void) {
    isPending = true
    guard running == nil else { return }
    let (clock, pause) = (clock, pause)
    running = TaskHandle(
      Task { [weak self] in
        // Several rows usually come into view together, so wait and serve all of them with one call.
        await Task.yield()
        while !Task.isCancelled, self?.isPending == true {
          self?.isPending = false
          await body()
          // The sleep ends early only if the owner is released. The loop condition detects the release.
          try? await clock.sleep(for: pause)
        }
        self?.running = nil
      })
  }
}
