import Synchronization

/// The requests whose responses are in progress. When the server stops, it waits for these responses.
final class Exchanges: Sendable {
  private struct State {
    var running: [ObjectIdentifier: Exchange] = [:]
    var isDraining = false
    /// True if connections may no longer be suspended.
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?
    /// True if the time limit for waiting has passed.
    var isOver = false
  }

  private let state = Mutex(State())

  var isDraining: Bool { state.withLock { $0.isDraining } }

  func begin(_ exchange: Exchange) { state.withLock { $0.running[ObjectIdentifier(exchange)] = exchange } }

  func end(_ exchange: Exchange) {
    let waiter = state.withLock { state in
      state.running.removeValue(forKey: ObjectIdentifier(exchange))
      return state.running.isEmpty ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  /// Suspends the connection of an exchange.
  ///
  /// - Returns: False if the server is about to stop and connections may no longer be suspended.
  func suspend(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      exchange.state.withLock { $0.step = .suspended }
      exchange.connection.suspend()
      return true
    }
  }

  /// Refuses new requests from now on, and waits for those in progress until the time limit.
  func drain(within limit: Duration) async {
    state.withLock { ($0.isDraining, $0.isOver) = (true, false) }
    let timer = Task {
      try await Task.sleep(for: limit)
      release()
    }
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.running.isEmpty, !state.isOver { state.waiter = continuation }
        return state.waiter == nil
      }
      if isIdle { continuation.resume() }
    }
    timer.cancel()
  }

  private func release() {
    let waiter = state.withLock { state in
      state.isOver = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Prevents connections from being suspended from now on.
  ///
  /// - Returns: The exchanges that are not finished. The caller must resume those whose connections are suspended.
  func close() -> [Exchange] {
    state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
  }
}
