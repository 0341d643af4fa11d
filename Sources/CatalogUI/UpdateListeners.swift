import Catalog

/// The listeners of a list or an outline: one closure and any number of asynchronous sequences. The sequences end when
/// this object is released.
@MainActor final class UpdateListeners<Update: Sendable> {
  /// A closure that is called after each update.
  var onUpdate: (Update) -> Void = { _ in }
  /// The broadcast of updates to the sequences. Its buffer is unlimited, because listeners must receive all updates in
  /// order.
  private let broadcast = Broadcast<Update>(bufferSize: .max)

  func tell(_ update: Update) {
    onUpdate(update)
    broadcast.send(update)
  }

  /// Returns a new sequence of updates.
  ///
  /// - Parameter first: The first element, which describes the current contents.
  func updates(after first: Update) -> AsyncStream<Update> { broadcast.stream(after: first) }

  deinit { broadcast.finish() }
}
