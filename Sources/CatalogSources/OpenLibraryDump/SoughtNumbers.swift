/// A set of numbers that can quickly test whether it contains a number. Most tests read only one bit, so that many
/// millions of numbers can be tested.
struct SoughtNumbers: Sendable {
  /// The number of bits for each number in the set. For about one in 16 numbers outside the set, a test must also
  /// search the sorted array.
  private static let bitsForEach = 16

  /// The numbers in ascending order, including duplicates.
  let sorted: [Int64]
  private let bits: [UInt64]
  private let shift: UInt64

  /// Creates a set.
  ///
  /// - Parameter numbers: The numbers in ascending order.
  init(sorted numbers: [Int64]) {
    sorted = numbers
    var exponent: UInt64 = 6
    while exponent < 40, 1 << exponent < UInt64(numbers.count) * UInt64(Self.bitsForEach) { exponent += 1 }
    shift = 64 - exponent
    var bits = [UInt64](repeating: 0, count: 1 << (exponent - 6))
    for number in numbers {
      let hash = Self.hash(number, shift)
      bits[Int(hash >> 6)] |= 1 << (hash & 63)
    }
    self.bits = bits
  }

  var isEmpty: Bool { sorted.isEmpty }

  func contains(_ number: Int64) -> Bool {
    let hash = Self.hash(number, shift)
    guard bits[Int(hash >> 6)] & 1 << (hash & 63) != 0 else { return false }
    return !indices(of: number).isEmpty
  }

  /// Returns the range of a number's indices in the sorted array.
  func indices(of number: Int64) -> Range<Int> {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = low + (high - low) / 2
      if sorted[middle] < number { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < sorted.count, sorted[end] == number { end += 1 }
    return low..<end
  }

  /// Multiplicative hashing with the golden ratio (Knuth, The Art of Computer Programming, 6.4). Uses the upper bits.
  private static func hash(_ number: Int64, _ shift: UInt64) -> UInt64 {
    (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> shift
  }
}
