import Platform

/// A generator that reads random numbers from the system, 32 at a time. Each read is a system call, which costs as much
/// as all other work to create a UUID.
package struct SystemRandomNumbers: RandomNumberGenerator {
  /// The maximum number of bytes per call (getentropy(3)).
  private static let bytes = 256

  private var numbers: [UInt64] = []

  package init() {}

  package mutating func next() -> UInt64 {
    if numbers.isEmpty { refill() }
    return numbers.removeLast()
  }

  private mutating func refill() {
    var fresh = [UInt64](repeating: 0, count: Self.bytes / MemoryLayout<UInt64>.size)
    let isFilled = fresh.withUnsafeMutableBytes { getentropy($0.baseAddress, Self.bytes) == 0 }
    if !isFilled {
      var generator = SystemRandomNumberGenerator()
      for index in fresh.indices { fresh[index] = generator.next() }
    }
    numbers = fresh
  }
}
