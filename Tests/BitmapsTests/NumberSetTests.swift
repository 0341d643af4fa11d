import CatalogTestSupport
import TestExpectations
import Testing

@testable import Bitmaps

@Suite("A set of numbers in parts") struct NumberSetTests {
  /// Returns numbers near each other, some a part further away, and some as far away as another program may choose.
  private static func some(_ random: inout SeededGenerator) -> Set<Int64> {
    var numbers: Set<Int64> = []
    let maxNumber = random.pick([70, 66_000, 300_000, 1 << 40]) as Int64
    for _ in 0..<Int.random(in: 0...random.pick([3, 200, 6_000]), using: &random) {
      numbers.insert(Int64.random(in: 0...maxNumber, using: &random))
    }
    return numbers
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `a number set behaves like a set of numbers`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (ones, others) = (Self.some(&random), Self.some(&random))
    let (one, other) = (NumberSet(Array(ones)), NumberSet(Array(others)))
    for (set, numbers) in [
      (one, ones), (one.union(other), ones.union(others)), (one.intersection(other), ones.intersection(others)),
      (one.subtracting(other), ones.subtracting(others)), (one.union(one), ones),
    ] {
      #expect(set.count == numbers.count && set.isEmpty == numbers.isEmpty, "seed \(seed)")
      expectEqual(set.numbers, numbers.sorted(), "seed \(seed)")
      #expect(set == NumberSet(Array(numbers)) && set.numbers.allSatisfy(set.contains), "seed \(seed)")
      #expect(ones.union(others).allSatisfy { set.contains($0) == numbers.contains($0) }, "seed \(seed)")
      var inRanges: [Int64] = []
      var last: Int64?
      set.forEachRange { range in
        #expect(last.map { $0 + 1 < range.lowerBound } ?? true, "seed \(seed)")
        last = range.upperBound
        inRanges += range
      }
      expectEqual(inRanges, numbers.sorted(), "seed \(seed)")
      for part in Set(numbers.map { $0 >> 16 }) {
        expectEqual(set.bitmap(ofPart: part)?.count, numbers.count { $0 >> 16 == part }, "seed \(seed)")
      }
    }
    var set = one
    var numbers = ones
    for number in others.union(ones).shuffled(using: &random).prefix(500) {
      if random.oneIn(2) {
        expectEqual(set.insert(number), numbers.insert(number).inserted)
      } else {
        expectEqual(set.remove(number), numbers.remove(number) != nil)
      }
    }
    expectEqual(set, NumberSet(Array(numbers)), "seed \(seed)")
  }

  @Test(arguments: [0...0, 0...65_535, 0...65_536, 65_535...65_536, 65_536...131_071, 5...300_000, 7...7])
  func `a range equals the set of each of its numbers`(range: ClosedRange<Int64>) {
    expectEqual(NumberSet(range), NumberSet(Array(range)))
    expectEqual(NumberSet(range).count, range.count)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func `stored sets are combined, some within limits`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let limits = Self.some(&random).filter { $0 < 1 << 18 }
    var (all, within, expected) = (NumberUnion(), NumberUnion(), Set<Int64>())
    for _ in 0..<random.pick([1, 2, 9]) {
      let part = Int64.random(in: 0...3, using: &random)
      let count = random.pick([1, 40, 600, 5_000, 30_000, 63_000, 65_536])
      let numbers = Set((0..<UInt16.max).shuffled(using: &random).prefix(count))
      let stored = StoredBitmap.bytes(of: Bitmap(numbers))
      try stored.withUnsafeBytes { bytes in
        let stored = try StoredBitmap(bytes)
        all.insert(stored, part: part)
        if let limit = NumberSet(Array(limits)).bitmap(ofPart: part) {
          within.insert(stored, part: part, within: limit)
        }
      }
      expected.formUnion(numbers.map { part << 16 | Int64($0) })
    }
    let sparse = Set((0..<random.pick([1, 100, 256])).map { _ in UInt32.random(in: 0..<1 << 20, using: &random) })
    try StoredNumbers.bytes(of: NumberSet(sparse.map(Int64.init)), from: 0).withUnsafeBytes { bytes in
      let stored = try StoredNumbers(bytes)
      expectEqual(stored.count, sparse.count)
      all.insert(stored, from: 0)
      within.insert(stored, from: 0, within: NumberSet(Array(limits)))
    }
    expected.formUnion(sparse.map(Int64.init))
    expectEqual(all.finish(), NumberSet(Array(expected)), "seed \(seed)")
    expectEqual(within.finish(), NumberSet(Array(expected.intersection(limits))), "seed \(seed)")
  }

  @Test func `a damaged set of few numbers is reported`() throws {
    func reason(_ bytes: [UInt8]) -> DamagedBitmap? {
      bytes.withUnsafeBytes { bytes -> DamagedBitmap? in
        do throws(DamagedBitmap) {
          _ = try StoredNumbers(bytes)
          return nil
        } catch { return error }
      }
    }
    #expect(reason([1, 0, 0, 2, 0, 0]) == nil)
    expectEqual(reason([]), .empty)
    expectEqual(reason([1, 0]), .length(2))
    expectEqual(reason([2, 0, 0, 2, 0, 0]), .order)
    expectEqual(reason([0, 0, 16]), .order)
    expectEqual(reason([UInt8](repeating: 0, count: 257 * 3)), .length(257 * 3))
  }
}
