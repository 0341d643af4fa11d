/// A set of non-negative numbers, such as the ids of the books in a catalog. It is divided into parts of 65,536 numbers
/// each. Empty parts take no memory, so the numbers may be arbitrarily far apart.
public struct NumberSet: Sendable {
  /// A part that is not empty.
  struct Part: Sendable {
    /// The index of the part: any of its numbers divided by 65,536, rounded down.
    let index: Int64
    var bitmap: Bitmap
  }

  /// The parts that are not empty, in ascending order.
  var parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  /// Creates an empty set.
  public init() { parts = [] }

  /// Creates a set of numbers, which may be in any order and contain duplicates.
  public init(_ numbers: [Int64]) {
    var union = NumberUnion()
    for number in numbers { union.insert(number) }
    self = union.set
  }

  /// Creates the set of all numbers in a range.
  public init(_ range: ClosedRange<Int64>) {
    let (first, last) = (Self.part(of: range.lowerBound), Self.part(of: range.upperBound))
    parts = (first...last).map { index in
      let lower = index == first ? Self.offset(of: range.lowerBound) : 0
      let upper = index == last ? Self.offset(of: range.upperBound) : .max
      return Part(index: index, bitmap: lower == 0 && upper == .max ? .all : Bitmap(lower...upper))
    }
  }

  /// Returns the index of the part that a number belongs to.
  @inline(__always)
  public static func part(of number: Int64) -> Int64 { number >> 16 }

  /// Returns the number relative to the start of its part.
  @inline(__always)
  public static func offset(of number: Int64) -> UInt16 { UInt16(truncatingIfNeeded: number) }

  /// The number of elements.
  public var count: Int { parts.reduce(0) { $0 + $1.bitmap.count } }

  /// True if the set is empty.
  public var isEmpty: Bool { parts.isEmpty }

  /// Returns true if the set contains a number.
  public func contains(_ number: Int64) -> Bool {
    bitmap(ofPart: Self.part(of: number))?.contains(Self.offset(of: number)) ?? false
  }

  /// Returns the numbers in a part, relative to the start of the part; `nil` if the part is empty.
  public func bitmap(ofPart index: Int64) -> Bitmap? {
    let (position, isThere) = position(ofPart: index)
    return isThere ? parts[position].bitmap : nil
  }

  /// The indices of the parts that are not empty, in ascending order.
  public var partIndexes: [Int64] { parts.map(\.index) }

  /// Returns the subset of the numbers that are in the given range of parts.
  public func parts(_ range: Range<Int64>) -> NumberSet {
    guard let first = parts.first, let last = parts.last else { return self }
    if range.contains(first.index), range.contains(last.index) { return self }
    return NumberSet(parts: parts.filter { range.contains($0.index) })
  }

  private func position(ofPart index: Int64) -> (position: Int, isThere: Bool) {
    if let last = parts.last, last.index == index { return (parts.count - 1, true) }
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return (low, low < parts.count && parts[low].index == index)
  }

  /// Inserts a number.
  ///
  /// - Returns: True if the number was not in the set.
  @discardableResult
  public mutating func insert(_ number: Int64) -> Bool {
    let (position, isThere) = position(ofPart: Self.part(of: number))
    if !isThere { parts.insert(Part(index: Self.part(of: number), bitmap: Bitmap()), at: position) }
    return parts[position].bitmap.insert(Self.offset(of: number))
  }

  /// Removes a number.
  ///
  /// - Returns: True if the number was in the set.
  @discardableResult
  public mutating func remove(_ number: Int64) -> Bool {
    let (position, isThere) = position(ofPart: Self.part(of: number))
    guard isThere, parts[position].bitmap.remove(Self.offset(of: number)) else { return false }
    if parts[position].bitmap.isEmpty { parts.remove(at: position) }
    return true
  }

  /// Calls the body with each number, in ascending order, until it returns false.
  ///
  /// - Parameter body: Returns true to continue.
  /// - Returns: True if the body was called with all numbers and always returned true.
  @discardableResult
  public func forEachNumber(_ body: (Int64) throws -> Bool) rethrows -> Bool {
    for part in parts {
      let base = part.index << 16
      guard try part.bitmap.forEachNumber({ try body(base | Int64($0)) }) else { return false }
    }
    return true
  }

  /// Calls the body with each run of consecutive numbers, in ascending order.
  public func forEachRange(_ body: (ClosedRange<Int64>) throws -> Void) rethrows {
    var run: ClosedRange<Int64>?
    try forEachNumber { number in
      if let last = run, last.upperBound == number - 1 {
        run = last.lowerBound...number
      } else {
        if let run { try body(run) }
        run = number...number
      }
      return true
    }
    if let run { try body(run) }
  }

  /// The numbers in ascending order.
  public var numbers: [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    forEachNumber {
      numbers.append($0)
      return true
    }
    return numbers
  }
}

extension NumberSet: Equatable {
  /// Returns true if two sets contain the same numbers, even if they are stored in different forms.
  public static func == (one: NumberSet, other: NumberSet) -> Bool {
    one.parts.count == other.parts.count
      && zip(one.parts, other.parts).allSatisfy { $0.index == $1.index && $0.bitmap == $1.bitmap }
  }
}

// MARK: Algebra

extension NumberSet {
  /// Removes the numbers that are not in the other set.
  public mutating func formIntersection(_ other: NumberSet) {
    changeParts(beside: other) { mine, others in
      guard let others else { return false }
      mine.formIntersection(others)
      return !mine.isEmpty
    }
  }

  /// Removes the numbers that are in the other set.
  public mutating func subtract(_ other: NumberSet) {
    changeParts(beside: other) { mine, others in
      guard let others else { return true }
      mine.subtract(others)
      return !mine.isEmpty
    }
  }

  /// Changes each part of this set, using the part of the other set that has the same index.
  ///
  /// - Parameter change: A closure that changes a part and returns true to keep it. Its second argument is the other
  ///   set's part, or `nil` if that part is empty.
  private mutating func changeParts(beside other: NumberSet, _ change: (inout Bitmap, Bitmap?) -> Bool) {
    var (kept, there) = (0, 0)
    for here in parts.indices {
      while there < other.parts.count, other.parts[there].index < parts[here].index { there += 1 }
      let isBeside = there < other.parts.count && other.parts[there].index == parts[here].index
      guard change(&parts[here].bitmap, isBeside ? other.parts[there].bitmap : nil) else { continue }
      if kept != here { parts.swapAt(kept, here) }
      kept += 1
    }
    parts.removeSubrange(kept...)
  }

  /// Inserts the numbers of the other set.
  public mutating func formUnion(_ other: NumberSet) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    var united: [Part] = []
    united.reserveCapacity(parts.count + other.parts.count)
    var there = 0
    for here in parts.indices {
      while there < other.parts.count, other.parts[there].index < parts[here].index {
        united.append(other.parts[there])
        there += 1
      }
      var part = Part(index: parts[here].index, bitmap: Bitmap())
      swap(&part.bitmap, &parts[here].bitmap)
      if there < other.parts.count, other.parts[there].index == part.index {
        part.bitmap.formUnion(other.parts[there].bitmap)
        there += 1
      }
      united.append(part)
    }
    united += other.parts[there...]
    parts = united
  }

  /// Returns the numbers that are in both sets.
  public func intersection(_ other: NumberSet) -> NumberSet {
    var result = parts.count <= other.parts.count ? self : other
    result.formIntersection(parts.count <= other.parts.count ? other : self)
    return result
  }

  /// Returns the numbers that are in either set.
  public func union(_ other: NumberSet) -> NumberSet {
    var result = self
    result.formUnion(other)
    return result
  }

  /// Returns the numbers that are not in the other set.
  public func subtracting(_ other: NumberSet) -> NumberSet {
    var result = self
    result.subtract(other)
    return result
  }
}

extension NumberSet {
  /// Creates a set from stored numbers, after adding `base` to each of them.
  public init(_ stored: StoredNumbers, from base: Int64) {
    var union = NumberUnion()
    union.insert(stored, from: base)
    self = union.finish()
  }

  /// Creates a set that contains the numbers of a single part.
  public init(part: Int64, _ bitmap: Bitmap) { parts = bitmap.isEmpty ? [] : [Part(index: part, bitmap: bitmap)] }

  /// Returns true if at least one of `count` consecutive parts is not empty, starting with the part `first`.
  public func hasPart(from first: Int64, count: Int64) -> Bool {
    let position = position(ofPart: first).position
    return position < parts.count && parts[position].index - first < count
  }
}
