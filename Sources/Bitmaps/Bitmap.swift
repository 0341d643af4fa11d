/// A set of numbers from 0 to 65,535, such as the books in one part of a catalog that contain a word.
///
/// A small set is stored as a sorted array and a large set as bits, as in Roaring bitmaps (Lemire, Kaser, Kurz,
/// “Consistently faster and smaller compressed bitmaps with Roaring”, arXiv:1603.06549).
public struct Bitmap: Sendable {
  /// The maximum number of elements in a set, 65,536.
  public static let capacity = 65_536
  /// The maximum number of elements in a sorted array. An array of this size takes as much memory as a set that is
  /// stored as bits.
  static let maxSorted = 4_096
  static let wordCount = capacity / UInt64.bitWidth

  enum Form: Sendable {
    /// Distinct numbers in ascending order; at most ``Bitmap/maxSorted``.
    case sorted([UInt16])
    /// Bits in ``Bitmap/wordCount`` words: number n is bit n % 64 of word n / 64.
    case bits([UInt64])
  }

  var form: Form

  init(form: Form) { self.form = form }

  /// Creates an empty set.
  public init() { form = .sorted([]) }

  /// Creates a set of numbers, which may be in any order and contain duplicates.
  public init(_ numbers: some Sequence<UInt16>) {
    var sorted = numbers.sorted()
    var count = 0
    for number in sorted where count == 0 || sorted[count - 1] != number {
      sorted[count] = number
      count += 1
    }
    sorted.removeSubrange(count...)
    self.init(ascending: sorted)
  }

  /// Creates a set of distinct numbers in ascending order.
  init(ascending numbers: [UInt16]) {
    form = numbers.count <= Self.maxSorted ? .sorted(numbers) : .bits(Self.bits(of: numbers))
  }

  /// The set of all numbers from 0 to 65,535.
  public static let all = Bitmap(form: .bits([UInt64](repeating: .max, count: wordCount)))

  /// Creates the set of all numbers in a range.
  public init(_ range: ClosedRange<UInt16>) { self.init(ascending: Array(range)) }

  static func bits(of numbers: [UInt16]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: wordCount)
    for number in numbers { words.insert(number) }
    return words
  }

  /// The number of elements.
  public var count: Int {
    switch form {
    case .sorted(let numbers): numbers.count
    case .bits(let words): words.bitCount
    }
  }

  /// True if the set is empty. Reading this property is cheaper than counting the elements.
  public var isEmpty: Bool {
    switch form {
    case .sorted(let numbers): numbers.isEmpty
    case .bits(let words): words.allSatisfy { $0 == 0 }
    }
  }

  /// Returns true if the set contains a number.
  public func contains(_ number: UInt16) -> Bool {
    switch form {
    case .sorted(let numbers): numbers.insertionIndex(of: number).isThere
    case .bits(let words): words[Int(number >> 6)] >> UInt64(number & 63) & 1 == 1
    }
  }

  /// Inserts a number.
  ///
  /// - Returns: True if the number was not in the set.
  @discardableResult
  public mutating func insert(_ number: UInt16) -> Bool {
    switch form {
    case .sorted(var numbers):
      let (index, isThere) = numbers.insertionIndex(of: number)
      if isThere { return false }
      form = .sorted([])
      numbers.insert(number, at: index)
      self = Bitmap(ascending: numbers)
      return true
    case .bits:
      guard !contains(number) else { return false }
      changeBits { $0.insert(number) }
      return true
    }
  }

  /// Removes a number.
  ///
  /// - Returns: True if the number was in the set.
  @discardableResult
  public mutating func remove(_ number: UInt16) -> Bool {
    switch form {
    case .sorted(var numbers):
      let (index, isThere) = numbers.insertionIndex(of: number)
      guard isThere else { return false }
      form = .sorted([])
      numbers.remove(at: index)
      form = .sorted(numbers)
      return true
    case .bits:
      guard contains(number) else { return false }
      changeBits { $0.remove(number) }
      return true
    }
  }

  /// Calls the body with each number, in ascending order, until it returns false.
  ///
  /// - Parameter body: Returns true to continue.
  /// - Returns: True if the body was called with all numbers and always returned true.
  @discardableResult
  public func forEachNumber(_ body: (UInt16) throws -> Bool) rethrows -> Bool {
    switch form {
    case .sorted(let numbers):
      for number in numbers where try !body(number) { return false }
    case .bits(let words):
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          guard try body(UInt16(index << 6 | rest.trailingZeroBitCount)) else { return false }
          rest &= rest &- 1
        }
      }
    }
    return true
  }

  /// The numbers in ascending order.
  public var numbers: [UInt16] {
    if case .sorted(let numbers) = form { return numbers }
    var numbers: [UInt16] = []
    numbers.reserveCapacity(count)
    forEachNumber {
      numbers.append($0)
      return true
    }
    return numbers
  }
}

extension Bitmap: Equatable {
  /// Returns true if two sets contain the same numbers, even if they are stored in different forms.
  public static func == (one: Bitmap, other: Bitmap) -> Bool {
    switch (one.form, other.form) {
    case (.sorted(let ones), .sorted(let others)): ones == others
    case (.bits(let ones), .bits(let others)): ones == others
    default: one.count == other.count && one.numbers == other.numbers
    }
  }
}

extension [UInt64] {
  mutating func insert(_ number: UInt16) { self[Int(number >> 6)] |= 1 << UInt64(number & 63) }

  mutating func remove(_ number: UInt16) { self[Int(number >> 6)] &= ~(1 << UInt64(number & 63)) }

  /// The number of set bits.
  var bitCount: Int { reduce(0) { $0 &+ $1.nonzeroBitCount } }
}

extension [UInt16] {
  /// Returns the index of the given number, with `isThere` set to true. If the number is absent, returns the index at
  /// which to insert it.
  func insertionIndex(of number: UInt16) -> (index: Int, isThere: Bool) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return (low, low < count && self[low] == number)
  }
}
