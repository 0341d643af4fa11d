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
    var samples = Samples()
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(count.budget)
    for index in -count.warmUp..<count.most {
      if index > 0, clock.now > deadline { break }
      let ownTime = try clock.measure(own)
      let peerTime = try peer.map { try clock.measure($0) }
      guard index >= 0 else { continue }
      samples.own.append(ownTime.milliseconds)
      if let peerTime { samples.peer.append(peerTime.milliseconds) }
    }
    return samples
  }
}

extension Duration {
  fileprivate var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
