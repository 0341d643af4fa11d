/// Takes the events of a model one after the other: one that is sent while another is being taken in waits until that has
/// been, with all that follows from it. So whoever is told of a change may ask for the next one.
@MainActor final class EventQueue<Event> {
  private var waiting: [Event] = []
  private var isTaking = false

  /// Takes an event in, now or behind those that are waiting.
  ///
  /// - Parameter take: takes one event in.
  func send(_ event: Event, _ take: (Event) -> Void) {
    waiting.append(event)
    guard !isTaking else { return }
    isTaking = true
    defer { isTaking = false }
    while !waiting.isEmpty { take(waiting.removeFirst()) }
  }
}
