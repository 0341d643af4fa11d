import Observation

/// Waits until nobody holds something any more.
@MainActor func gone(_ object: @MainActor () -> AnyObject?) async {
  while object() != nil { await Task.yield() }
}

/// Waits until something holds that is read from observable models.
@MainActor func observed(_ condition: @MainActor () -> Bool) async {
  while true {
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
