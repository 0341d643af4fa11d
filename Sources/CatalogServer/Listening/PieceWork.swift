import Dispatch
import Synchronization

/// A set of threads that produce pieces of response bodies. The connection is suspended meanwhile, so that
/// libmicrohttpd's threads can serve other connections.
final class PieceWork: Sendable {
  private struct State {
    var running = 0
    /// The number of pieces started. It determines the queue for the next piece.
    var number = 0
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  /// The queues. Each one makes one piece at a time.
  private let queues = (0..<4).map { DispatchQueue(label: "catalog.server.pieces.\($0)") }

  /// Suspends a connection while a closure runs on one of the queues.
  ///
  /// - Returns: False if the server is about to stop and connections may no longer be suspended.
  func run(_ connection: HTTPConnection, _ body: @escaping @Sendable () -> Void) -> Bool {
    let number: Int? = state.withLock { state in
      if state.isClosed { return nil }
      state.running += 1
      state.number &+= 1
      connection.suspend()
      return state.number
    }
    guard let number else { return false }
    queues[Int(number.magnitude % UInt(queues.count))].async { [self] in
      body()
      end(connection)
    }
    return true
  }

  private func end(_ connection: HTTPConnection) {
    let waiter = state.withLock { state in
      connection.resume()
      state.running -= 1
      return state.running == 0 ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  /// Prevents connections from being suspended from now on, and waits until the suspended connections have resumed.
  func close() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isClosed = true
        if state.running > 0 { state.waiter = continuation }
        return state.running == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
