/// How often something is measured.
struct SampleCount {
  /// Runs before the first that counts: they fill the caches.
  var warmUp: Int
  var most: Int
  /// Seconds after which no further run begins; at least one always runs.
  var budget: Double = 20
}

/// The times of ours, and of the peer when there is one, in milliseconds.
struct Samples {
  var own: [Double] = []
  var peer: [Double] = []
}

/// Measures two things in turn (A B A B …), so that what else the machine does meets both alike.
enum Interleaved {
  static func measure(
    _ count: SampleCount, _ own: () throws -> Void, _ peer: (() throws -> Void)?
  ) throws -> Samples {
    try measure(count, own, timedPeer: peer.map { peer in { try Stopwatch.milliseconds(peer) } })
  }

  /// The same with a peer that measures itself, as one behind a pipe must.
  /// - Parameter timedPeer: gives its milliseconds.
  static func measure(
    _ count: SampleCount, _ own: () throws -> Void, timedPeer: (() throws -> Double)?
  ) throws -> Samples {
    var samples = Samples()
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(count.budget)
    for index in -count.warmUp..<count.most {
      if index > 0, clock.now > deadline { break }
      let ownTime = try Stopwatch.milliseconds(own)
      let peerTime = try timedPeer?()
      guard index >= 0 else { continue }
      samples.own.append(ownTime)
      if let peerTime { samples.peer.append(peerTime) }
    }
    return samples
  }
}

enum Stopwatch {
  /// How long the body took.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    milliseconds(try ContinuousClock().measure(body))
  }

  static func milliseconds(_ time: Duration) -> Double {
    Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}
