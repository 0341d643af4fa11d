import Catalog

/// Those who are told the updates of a list or an outline: one closure, and any number of sequences, which end with it.
@MainActor final class UpdateListeners<Update: Sendable> {
  /// Is called with each update, after it.
  var onUpdate: (Update) -> Void = { _ in }
  /// Nothing is dropped: updates have to be applied one after the other.
  private let broadcast = Broadcast<Update>(bufferSize: .max)

  func tell(_ update: Update) {
    onUpdate(update)
    broadcast.send(update)
  }

  /// Begins another sequence.
  ///
  /// - Parameter first: what it gives at once: all that is shown now.
  func updates(after first: Update) -> AsyncStream<Update> { broadcast.stream(after: first) }

  deinit { broadcast.finish() }
}
