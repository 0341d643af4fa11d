import Synchronization

/// Tells every observer in this process of facts, in the order in which they came about.
package final class Broadcast<Fact: Sendable>: Sendable {
  private struct State {
    var observers: [Int: AsyncStream<Fact>.Continuation] = [:]
    var nextID = 0
  }

  private let bufferSize: Int
  private let state = Mutex(State())

  /// - Parameter bufferSize: how many facts wait for an observer that is slow; it then misses the oldest ones, and should
  ///   look at everything.
  package init(bufferSize: Int = 1_000) { self.bufferSize = bufferSize }

  /// Begins to observe.
  ///
  /// - Parameter first: what the observer is told at once.
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

  /// Whether there is anybody to be told.
  var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

  package func send(_ fact: Fact?) {
    guard let fact else { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers { observer.yield(fact) }
  }

  /// Ends every stream.
  package func finish() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return Array(state.observers.values)
    }
    for observer in observers { observer.finish() }
  }
}
