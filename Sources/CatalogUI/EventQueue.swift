/// A queue that processes the events of a model one at a time. While an event is being processed, further events wait
/// until this event and all its effects are done. Listeners can therefore send events in response to a change.
@MainActor final class EventQueue<Event> {
  private var waiting: [Event] = []
  private var isTaking = false

  /// Processes an event after all events that are already waiting.
  ///
  /// - Parameter take: A closure that processes one event.
  func send(_ event: Event, _ take: (Event) -> Void) {
    waiting.append(event)
    guard !isTaking else { return }
    isTaking = true
    defer { isTaking = false }
    while !waiting.isEmpty { take(waiting.removeFirst()) }
  }
}
