import Synchronization

/// The streams that a server holds open: they get heartbeats together, and are ended together.
final class EventStreams: Sendable {
  private struct State {
    var streams: [ObjectIdentifier: EventStream] = [:]
    var isEnded = false
  }

  private let state = Mutex(State())

  /// Holds a stream until it ends; where all were ended, this one is at once.
  func add(_ stream: EventStream) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.streams[ObjectIdentifier(stream)] = stream }
      return state.isEnded
    }
    if isEnded { return stream.end() }
    stream.whenEnded { [weak self, id = ObjectIdentifier(stream)] in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: id) }
    }
  }

  /// How many are open.
  var count: Int { state.withLock { $0.streams.count } }

  func beat() { for stream in state.withLock({ Array($0.streams.values) }) { stream.beat() } }

  func end() {
    let streams = state.withLock { state in
      state.isEnded = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.end() }
  }
}
