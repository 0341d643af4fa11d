import Synchronization

/// The streams that a server holds open: they get heartbeats together, and are ended together.
final class EventStreams: Sendable {
  private struct State {
    var streams: [ObjectIdentifier: EventStream] = [:]
    /// How many each address has.
    var counts: [NetworkAddress: Int] = [:]
    var isEnded = false
  }

  private let mostPerAddress: Int
  private let state = Mutex(State())

  /// - Parameter mostPerAddress: how many streams an address may have.
  init(mostPerAddress: Int = .max) { self.mostPerAddress = mostPerAddress }

  /// Holds a stream until it ends; where all were ended, this one is at once.
  ///
  /// - Parameter address: whose it is; `nil` where that is not counted.
  /// - Returns: whether it is held; not where its address has as many as it may have.
  func add(_ stream: EventStream, of address: NetworkAddress? = nil) -> Bool {
    let (isHeld, isEnded) = state.withLock { state in
      if state.isEnded { return (true, true) }
      if let address {
        let count = state.counts[address, default: 0]
        if count >= mostPerAddress { return (false, false) }
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
