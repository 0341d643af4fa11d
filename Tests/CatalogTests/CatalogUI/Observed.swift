import Observation
import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that waits in vain, after a limit that exceeds the slowest machine's needs. All waits here end when
  /// their task is cancelled, as the limit does.
  static var endsAtLast: Self { .timeLimit(.minutes(10)) }
}

/// Waits until an object is released.
@MainActor func waitForRelease(_ object: @MainActor () -> AnyObject?) async {
  await waitUntil { object() == nil }
}

/// Waits, by polling, until a condition is true that sends no notifications.
func waitUntil(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Waits until a condition over observable models is true.
@MainActor func observed(_ condition: @MainActor () -> Bool) async {
  while !Task.isCancelled {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let holds = withObservationTracking {
      condition()
    } onChange: {
      continuation.finish()
    }
    if holds { return }
    for await _ in changes {}
    // The notification precedes the change; tasks that wait for the main actor run after it.
    await Task.yield()
  }
}
