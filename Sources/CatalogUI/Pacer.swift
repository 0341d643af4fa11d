import Catalog

/// Lets something be said at most once in a while: at once when it was long ago, and then what is the newest by then.
@MainActor final class Pacer {
  private let pause: Duration
  private let clock: any Clock<Duration>
  private var isNews = false
  private var telling: ScopedTask?

  init(_ pause: Duration, clock: any Clock<Duration>) { (self.pause, self.clock) = (pause, clock) }

  /// Says that there is something to tell.
  ///
  /// - Parameter tell: tells the newest.
  func changed(_ tell: @escaping @MainActor () async -> Void) {
    isNews = true
    guard telling == nil else { return }
    let (clock, pause) = (clock, pause)
    telling = ScopedTask(
      Task { [weak self] in
        // Rows come into view together: all of them are told in one.
        await Task.yield()
        while !Task.isCancelled, self?.isNews == true {
          self?.isNews = false
          await tell()
          // Ended early only with who holds this, which the loop sees.
          try? await clock.sleep(for: pause)
        }
        self?.telling = nil
      })
  }
}
