import Synchronization

/// Delivers messages to all observers in this process, in the order in which they were sent.
package final class Broadcast<Fact: Sendable>: Sendable {
  private struct State {
    var observers: [Int: AsyncStream<Fact>.Continuation] = [:]
    var nextID = 0
  }

  private let bufferSize: Int
  private let state = Mutex(State())

  /// Creates a broadcast.
  ///
  /// - Parameter bufferSize: The maximum number of messages that wait for a slow observer. If there are more, the
  ///   oldest ones are lost, and the observer should reload its state.
  package init(bufferSize: Int = 1_000) { self.bufferSize = bufferSize }

  /// Returns a stream of the messages that are sent from now on.
  ///
  /// - Parameter first: A message that the stream delivers first, without waiting.
  package func stream(after first: Fact? = nil) -> AsyncStream<Fact> {
    let (stream, continuation) = AsyncStream.makeStream(of: Fact.self, bufferingPolicy: .bufferingNewest(bufferSize))
    if let first { continuation.yield(first) }
    let id = state.withLock { state in
      state.nextID += 1
      state.observers[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
    }
    return stream
  }

  /// True if there is at least one observer.
  var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

  package func send(_ fact: Fact?) {
    guard let fact else { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers { observer.yield(fact) }
  }

  /// Ends all streams.
  package func finish() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return Array(state.observers.values)
    }
    for observer in observers { observer.finish() }
  }
}
