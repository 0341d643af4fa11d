import Synchronization

/// Letters that one task reads and others send, in the order in which they come. Cancelling the reader does not end its
/// waiting, as it ends a stream's: whoever cancels sends a letter.
final class Mailbox<Letter: Sendable>: Sendable {
  private struct State {
    var letters: [Letter] = []
    var reader: CheckedContinuation<Letter, Never>?
  }

  private let state = Mutex(State())

  func send(_ letter: Letter) {
    let reader = state.withLock { state -> CheckedContinuation<Letter, Never>? in
      guard let reader = state.reader else {
        state.letters.append(letter)
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: letter)
  }

  /// The next letter, waited for where there is none. One task at a time reads.
  func next() async -> Letter {
    await withCheckedContinuation { reader in
      let letter = state.withLock { state -> Letter? in
        guard state.letters.isEmpty else { return state.letters.removeFirst() }
        state.reader = reader
        return nil
      }
      if let letter { reader.resume(returning: letter) }
    }
  }
}
