import Synchronization

/// A channel that passes messages in order to the single task that reads them. Unlike with an `AsyncStream`, cancelling
/// the reading task does not end its wait. The code that cancels the task must also send a message.
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

  /// Returns the next message, waiting for it if necessary. Only one task may read at a time.
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
