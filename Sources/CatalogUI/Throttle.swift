/// Calls somebody at most once in a while: at once when the last call was long ago, else once the pause since then is over.
/// However often it was asked meanwhile, that is one call.
@MainActor final class Throttle {
  private let pause: Duration
  private let clock: any Clock<Duration>
  private var isAsked = false
  private var running: TaskHandle?

  init(_ pause: Duration, clock: any Clock<Duration>) { (self.pause, self.clock) = (pause, clock) }

  /// Asks for a call.
  ///
  /// - Parameter body: is called; of several that were given while one runs, the first one is.
  func call(_ body: @escaping @MainActor () async -> Void) {
    isAsked = true
    guard running == nil else { return }
    let (clock, pause) = (clock, pause)
    running = TaskHandle(
      Task { [weak self] in
        // Rows come into view together: one call is for all of them.
        await Task.yield()
        while !Task.isCancelled, self?.isAsked == true {
          self?.isAsked = false
          await body()
          // Ended early only with who holds this, which the loop sees.
          try? await clock.sleep(for: pause)
        }
        self?.running = nil
      })
  }
}
