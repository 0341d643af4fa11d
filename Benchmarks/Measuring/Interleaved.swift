/// The number of runs of a measure.
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

  /// Measures ours and a peer that measures itself, as one at the other end of a pipe must.
  /// - Parameter timedPeer: runs the peer and returns its time in milliseconds.
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
  /// Returns the time that the body took.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    milliseconds(try ContinuousClock().measure(body))
  }

  static func milliseconds(_ time: Duration) -> Double {
    Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }
}
