import Synchronization

/// The event streams that a server holds open. The server sends a heartbeat to all streams at once, and ends all
/// streams at once.
final class EventStreams: Sendable {
  private struct State {
    var streams: [ObjectIdentifier: EventStream] = [:]
    /// The number of streams for each address.
    var counts: [NetworkAddress: Int] = [:]
    var isEnded = false
  }

  private let maxPerAddress: Int
  private let state = Mutex(State())

  /// Creates an empty collection.
  ///
  /// - Parameter maxPerAddress: The maximum number of streams for each address.
  init(maxPerAddress: Int = .max) { self.maxPerAddress = maxPerAddress }

  /// Adds a stream, which is removed when it ends. Ends the stream immediately if all streams have already been ended.
  ///
  /// - Parameter address: The address of the client; `nil` to add the stream without counting it.
  /// - Returns: True unless the address has reached its limit.
  func add(_ stream: EventStream, of address: NetworkAddress? = nil) -> Bool {
    let (isHeld, isEnded) = state.withLock { state in
      if state.isEnded { return (true, true) }
      if let address {
        let count = state.counts[address, default: 0]
        if count >= maxPerAddress { return (false, false) }
        state.counts[address] = count + 1
      }
      state.streams[ObjectIdentifier(stream)] = stream
      return (true, false)
    }
    if !isHeld { return false }
    if isEnded {
      stream.end()
    } else {
      stream.whenEnded { [weak self, id = ObjectIdentifier(stream)] in self?.remove(id, of: address) }
    }
    return true
  }

  private func remove(_ id: ObjectIdentifier, of address: NetworkAddress?) {
    state.withLock { state in
      guard state.streams.removeValue(forKey: id) != nil, let address, let count = state.counts[address] else { return }
      state.counts[address] = count > 1 ? count - 1 : nil
    }
  }

  /// The number of open streams.
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
