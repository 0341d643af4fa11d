/// A queue that processes the events of a model one at a time. If an event is sent while another event is being
/// processed, it waits until the other event and all its effects are done. A listener can therefore send events in
/// response to a change.
@MainActor final class EventQueue<Event> {
  private var waiting: [Event] = []
  private var isTaking = false

  /// Processes an event, immediately or after the events that are waiting.
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
