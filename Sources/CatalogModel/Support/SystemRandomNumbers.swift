#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The random numbers of the system, fetched 32 at a time. Each fetch is a call into the kernel, which costs as much as
/// everything else that is done to create an identity.
package struct SystemRandomNumbers: RandomNumberGenerator {
  /// The maximum number of bytes of one call (getentropy(3)).
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
