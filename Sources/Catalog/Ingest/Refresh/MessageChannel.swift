import Synchronization

/// Passes messages that others send to the one task that reads them, in the order in which they come. Cancelling the
/// reader does not end its waiting, as it ends a stream's: whoever cancels sends a message.
final class MessageChannel<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var reader: CheckedContinuation<Message, Never>?
  }

  private let state = Mutex(State())

  func send(_ message: Message) {
    let reader = state.withLock { state -> CheckedContinuation<Message, Never>? in
      guard let reader = state.reader else {
        state.messages.append(message)
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: message)
  }

  /// The next message, waited for where there is none. One task at a time reads.
  func next() async -> Message {
    await withCheckedContinuation { reader in
      let message = state.withLock { state -> Message? in
        guard state.messages.isEmpty else { return state.messages.removeFirst() }
        state.reader = reader
        return nil
      }
      if let message { reader.resume(returning: message) }
    }
  }
}
