/// A builder for the union of many numbers and sets, which can be inserted in any order. Using it is cheaper than
/// computing one union after another, because small sets are sorted only once.
public struct NumberUnion {
  fileprivate struct Sum {
    let index: Int64
    /// The numbers in any order, possibly with duplicates; empty after they have been converted to ``bits``.
    var numbers: [UInt16] = []
    /// The numbers as bits; empty while there are few numbers.
    var bits: [UInt64] = []

    /// The size up to which an array of numbers is sorted. A larger array is converted to bits, which is faster than
    /// sorting it.
    static let maxSorted = 512
  }

  fileprivate var sums: [Sum] = []
  private var positions: [Int64: Int] = [:]
  private var last = 0

  /// Creates an empty union.
  public init() {}

  private mutating func position(ofPart index: Int64) -> Int {
    if last < sums.count, sums[last].index == index { return last }
    if let position = positions[index] {
      last = position
    } else {
      last = sums.count
      positions[index] = last
      sums.append(Sum(index: index))
    }
    return last
  }

  /// Inserts a number.
  public mutating func insert(_ number: Int64) {
    let position = position(ofPart: NumberSet.part(of: number))
    sums[position].insert(NumberSet.offset(of: number))
  }

  /// Inserts numbers that are all in the same part.
  ///
  /// - Parameter numbers: The numbers relative to the start of the part, in any order, possibly with duplicates.
  public mutating func insert(_ numbers: [UInt16], part: Int64) {
    let position = position(ofPart: part)
    sums[position].insert(numbers)
  }

  /// Inserts the numbers of a stored set.
  ///
  /// - Parameters:
  ///   - stored: The stored set.
  ///   - part: The index of the part that the numbers belong to.
  ///   - limits: The set to which the inserted numbers are limited; `nil` to insert all numbers.
  public mutating func insert(_ stored: StoredBitmap, part: Int64, within limits: Bitmap? = nil) {
    let position = position(ofPart: part)
    if let limits { sums[position].insert(stored, within: limits) } else { sums[position].insert(stored) }
  }

  /// Inserts the numbers of a small stored set, after adding `base` to each of them.
  ///
  /// - Parameter limits: The set to which the inserted numbers are limited; `nil` to insert all numbers.
  public mutating func insert(_ stored: StoredNumbers, from base: Int64, within limits: NumberSet? = nil) {
    guard let limits else { return stored.forEachNumber { insert(base + Int64($0)) } }
    // The numbers are in ascending order, so the numbers of one part are adjacent.
    var (part, limit) = (Int64.min, Bitmap?.none)
    stored.forEachNumber { offset in
      let number = base + Int64(offset)
      if NumberSet.part(of: number) != part {
        part = NumberSet.part(of: number)
        limit = limits.bitmap(ofPart: part)
      }
      if limit?.contains(NumberSet.offset(of: number)) == true { insert(number) }
    }
  }

  /// Inserts the numbers of a set.
  public mutating func insert(_ numbers: NumberSet) {
    for part in numbers.parts {
      let position = position(ofPart: part.index)
      sums[position].insert(part.bitmap)
    }
  }

  /// Returns the union of everything that was inserted.
  public consuming func finish() -> NumberSet { set }

  var set: NumberSet {
    var parts: [NumberSet.Part] = []
    parts.reserveCapacity(sums.count)
    for sum in sums {
      if let bitmap = sum.bitmap { parts.append(NumberSet.Part(index: sum.index, bitmap: bitmap)) }
    }
    let isAscending = zip(parts, parts.dropFirst()).allSatisfy { $0.index < $1.index }
    return NumberSet(parts: isAscending ? parts : parts.sorted { $0.index < $1.index })
  }
}

extension NumberUnion.Sum {
  mutating func insert(_ number: UInt16) {
    if !bits.isEmpty { return bits.insert(number) }
    numbers.append(number)
    if numbers.count > Self.maxSorted { makeBits() }
  }

  fileprivate mutating func insert(_ others: [UInt16]) {
    if bits.isEmpty, numbers.count + others.count <= Self.maxSorted {
      numbers += others
    } else {
      makeBits()
      bits.withUnsafeMutableBufferPointer { bits in
        for number in others { bits[Int(number >> 6)] |= 1 << UInt64(number & 63) }
      }
    }
  }

  fileprivate mutating func insert(_ stored: StoredBitmap) {
    switch stored.kind {
    case .sorted where bits.isEmpty && numbers.count + stored.count <= Self.maxSorted: stored.append(to: &numbers)
    case .sorted:
      makeBits()
      stored.forEachStored { bits.insert($0) }
    case .bits:
      makeBits()
      bits.withUnsafeMutableBufferPointer { bits in
        for index in 0..<Bitmap.wordCount { bits[index] |= stored.word(at: index) }
      }
    case .complement: insert(Bitmap(stored))
    }
  }

  fileprivate mutating func insert(_ stored: StoredBitmap, within limits: Bitmap) {
    switch (stored.kind, limits.form) {
    case (.complement, .bits):
      var common = Bitmap(stored)
      common.formIntersection(limits)
      insert(common)
    case (.complement, .sorted(let limitNumbers)):
      // A complement stores the few numbers that are not in the set.
      for number in limitNumbers where !stored.containsStored(number) { insert(number) }
    case (.bits, .bits(let words)):
      makeBits()
      bits.withUnsafeMutableBufferPointer { bits in
        words.withUnsafeBufferPointer { words in
          for index in 0..<Bitmap.wordCount { bits[index] |= stored.word(at: index) & words[index] }
        }
      }
    case (.bits, .sorted(let limitNumbers)):
      for number in limitNumbers where stored.containsBit(number) { insert(number) }
    case (.sorted, .bits): stored.forEachStored { if limits.contains($0) { insert($0) } }
    case (.sorted, .sorted(let limitNumbers)):
      if limitNumbers.count < stored.count {
        for number in limitNumbers where stored.containsStored(number) { insert(number) }
      } else {
        stored.forEachStored { if limits.contains($0) { insert($0) } }
      }
    }
  }

  fileprivate mutating func insert(_ bitmap: Bitmap) {
    switch bitmap.form {
    case .sorted(let others): insert(others)
    case .bits(let words):
      makeBits()
      bits.withUnsafeMutableBufferPointer { bits in
        words.withUnsafeBufferPointer { words in
          for index in 0..<Bitmap.wordCount { bits[index] |= words[index] }
        }
      }
    }
  }

  private mutating func makeBits() {
    guard bits.isEmpty else { return }
    bits = Bitmap.bits(of: numbers)
    numbers = []
  }

  fileprivate var bitmap: Bitmap? {
    if bits.isEmpty { return numbers.isEmpty ? nil : Bitmap(numbers) }
    return bits.contains { $0 != 0 } ? Bitmap(form: .bits(bits)) : nil
  }
}
