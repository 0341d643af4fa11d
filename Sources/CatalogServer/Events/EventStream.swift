import Synchronization

/// A queue of events for one client. Any thread may add events without waiting; the connection removes and sends them.
///
/// Events that the client has not received are held up to a limit. If they exceed it, all of them are dropped and
/// replaced by the event `reload`. A slow client therefore uses bounded memory, and learns that it missed events.
public final class EventStream: Sendable {
  /// The result of taking bytes from the stream.
  enum Taken: Equatable {
    case bytes(Int)
    /// Nothing is pending: the closure passed to ``take(into:orWaitBy:)`` was called.
    case nothing
    case end
  }

  private struct State {
    /// The remaining bytes of events that the connection has partly taken. They are never dropped.
    var begun: ArraySlice<UInt8> = []
    /// Events and heartbeats of which the connection has not taken any bytes yet.
    var pending: [UInt8] = []
    /// True if `reload` has replaced the pending events. While it is pending, further events are dropped.
    var isOverrun = false
    var isEnded = false
    /// Wakes the connection while it waits.
    var wake: (@Sendable () -> Void)?
    var whenEnded: [@Sendable () -> Void] = []

    /// Moves all pending events out of the queue. A later overflow of the queue does not affect them.
    mutating func next() -> ArraySlice<UInt8> {
      defer { (pending, isOverrun) = ([], false) }
      return pending[...]
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Creates a stream.
  ///
  /// - Parameter limit: The maximum number of bytes held for the client.
  public init(limit: Int = 65_536) { self.limit = max(limit, ServerEvent.reload.bytes.count) }

  /// Sends an event.
  ///
  /// - Returns: True if the stream has not ended, so that the client can still receive the event.
  @discardableResult
  public func send(_ event: ServerEvent) -> Bool { add(event.bytes, isEvent: true) }

  /// Ends the stream once the pending events have been taken. By default, the client then reconnects.
  public func end() {
    let ending = state.withLock { state -> [@Sendable () -> Void] in
      defer {
        state.isEnded = true
        Self.wake(&state)
        state.whenEnded = []
      }
      return state.isEnded ? [] : state.whenEnded
    }
    for body in ending { body() }
  }

  /// Registers a closure to call when the stream ends, either by a call of ``end()`` or because the client is gone.
  /// Calls it immediately if the stream has already ended.
  public func whenEnded(_ body: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.whenEnded.append(body) }
      return state.isEnded
    }
    if isEnded { body() }
  }

  /// True if the stream has ended.
  public var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Sends a comment if nothing is pending, which detects dead connections.
  func beat() { add(ServerEvent.heartbeat, isEvent: false) }

  /// Takes as many pending bytes as fit into the buffer.
  ///
  /// - Parameter wait: Called under the lock if nothing is pending and the stream has not ended. The closure it returns
  ///   is called once, also under the lock, when something is pending again.
  func take(
    into buffer: UnsafeMutableRawBufferPointer, orWaitBy wait: () -> @Sendable () -> Void
  ) -> Taken {
    state.withLock { state in
      if state.begun.isEmpty { state.begun = state.next() }
      if state.begun.isEmpty {
        if state.isEnded { return .end }
        state.wake = wait()
        return .nothing
      }
      let piece = state.begun.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      state.begun = state.begun.dropFirst(piece.count)
      return .bytes(piece.count)
    }
  }

  @discardableResult
  private func add(_ bytes: [UInt8], isEvent: Bool) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      if state.pending.count + bytes.count > limit {
        guard isEvent else { return true }
        (state.pending, state.isOverrun) = (ServerEvent.reload.bytes, true)
      } else if isEvent ? !state.isOverrun : state.pending.isEmpty {
        state.pending += bytes
      }
      Self.wake(&state)
      return true
    }
  }

  private static func wake(_ state: inout State) { state.wake.take()?() }
}
