import Synchronization

/// Events on their way to one client: anybody may send, from any thread and without waiting, and the connection takes.
///
/// What the client has not taken is held up to a limit. Beyond it all that is held is dropped, and the event `reload` takes its
/// place: a slow client costs bounded memory, and knows that it missed something.
public final class EventStream: Sendable {
  /// What a connection is told when it asks for bytes.
  enum Taken: Equatable {
    case bytes(Int)
    /// Nothing is there: what was given to ``take(into:orWaitBy:)`` was called.
    case nothing
    case end
  }

  private struct State {
    /// What is left of an event that was taken in part: it is never cut off.
    var begun: ArraySlice<UInt8> = []
    /// Events and heartbeats that nothing was taken of.
    var pending: [UInt8] = []
    /// Whether `reload` is pending instead of all that came since.
    var isOverrun = false
    var isEnded = false
    /// How to wake the connection, while it waits.
    var wake: (@Sendable () -> Void)?
    var whenEnded: [@Sendable () -> Void] = []

    /// Takes all that is pending, in one piece: whatever comes now is held anew, and no event in it is cut off.
    mutating func next() -> ArraySlice<UInt8> {
      defer { (pending, isOverrun) = ([], false) }
      return pending[...]
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many bytes are held for a client.
  public init(limit: Int = 65_536) { self.limit = max(limit, ServerEvent.reload.bytes.count) }

  /// Sends an event.
  ///
  /// - Returns: whether anybody can still receive it.
  @discardableResult
  public func send(_ event: ServerEvent) -> Bool { add(event.bytes, isEvent: true) }

  /// Ends the stream once what is held was taken. The client connects again where it is not told otherwise.
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

  /// Has something done when the stream has ended: by the server, by ``end()``, or since the client is gone. At once, where it
  /// has.
  public func whenEnded(_ body: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.whenEnded.append(body) }
      return state.isEnded
    }
    if isEnded { body() }
  }

  /// Whether the stream has ended.
  public var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Sends a comment where nothing is held, so that a dead connection is found.
  func beat() { add(ServerEvent.heartbeat, isEvent: false) }

  /// Takes what is held, as much as there is room for.
  ///
  /// - Parameter wait: is called, under the lock, where nothing is held and the stream goes on. What it returns is called once,
  ///   under the lock too, when there is something again.
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
