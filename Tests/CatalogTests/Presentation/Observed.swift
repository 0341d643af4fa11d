import Observation
import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that waits for what never comes: long after the slowest machine has told it. All that waits here ends
  /// when its task is cancelled, as the limit does.
  static var endsAtLast: Self { .timeLimit(.minutes(10)) }
}

/// Waits until nobody holds something any more.
@MainActor func waitForRelease(_ object: @MainActor () -> AnyObject?) async {
  await waitUntil { object() == nil }
}

/// Waits until something holds of which nobody is told.
func waitUntil(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Waits until something holds that is read from observable models.
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
    // Told before the change; behind it comes whoever waits for the main actor.
    await Task.yield()
  }
}
