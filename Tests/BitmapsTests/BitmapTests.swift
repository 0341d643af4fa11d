import CatalogTestSupport
import TestExpectations
import Testing

@testable import Bitmaps

@Suite("Sets of numbers as arrays and bits")
struct BitmapTests {
  /// Sizes around the limit at which an array becomes bits, and bits become the absent numbers, and the limits of a
  /// set.
  private static let sizes = [
    0, 1, 2, 63, 64, 65, 4_095, 4_096, 4_097, 61_439, 61_440, 61_441, 65_535, 65_536,
  ]

  /// Returns `count` numbers in no particular order: the first ones, the last ones, or any.
  private static func numbers(_ count: Int, using generator: inout SeededGenerator) -> [UInt16] {
    let (first, factor) = [
      (0, 1), (65_536 - count, 1), (Int(generator.next() & 0xFFFF), Int(generator.next() & 0xFFFF) | 1),
    ][Int.random(in: 0..<3, using: &generator)]
    // An odd factor yields each number once (modulo 65,536).
    return (0..<count).map { UInt16(truncatingIfNeeded: first &+ $0 &* factor) }
  }

  /// Returns, for each possible number, true if it is among the given ones.
  private static func marks(_ numbers: [UInt16]) -> [Bool] {
    var marks = [Bool](repeating: false, count: Bitmap.capacity)
    for number in numbers { marks[Int(number)] = true }
    return marks
  }

  private static func stored(_ bitmap: Bitmap) throws -> Bitmap {
    try StoredBitmap.bytes(of: bitmap).withUnsafeBytes { bytes in
      let stored = try StoredBitmap(bytes)
      expectEqual(stored.count, bitmap.count)
      try stored.requireSmallestForm()
      return Bitmap(stored)
    }
  }

  @Test("a set holds the numbers inserted into it and returns them in order", arguments: sizes)
  func holding(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<3 {
      let numbers = Self.numbers(count, using: &generator)
      let (bitmap, sorted) = (Bitmap(numbers + numbers.prefix(5)), numbers.sorted())
      #expect(bitmap.count == count && bitmap.isEmpty == (count == 0))
      expectEqual(bitmap.numbers, sorted)
      let marks = Self.marks(numbers)
      for _ in 0..<200 {
        let number = UInt16.random(in: .min ... .max, using: &generator)
        expectEqual(bitmap.contains(number), marks[Int(number)])
      }
      var first: [UInt16] = []
      let cameToEnd = bitmap.forEachNumber { number in
        first.append(number)
        return first.count < 3
      }
      #expect(first == Array(sorted.prefix(3)) && cameToEnd == (count < 3))
      if count > 0 { try expectEqual(Self.stored(bitmap), bitmap) }
    }
  }

  @Test("sets intersect, unite and subtract as sets do", arguments: sizes)
  func algebra(one: Int) throws {
    var generator = SeededGenerator(seed: UInt64(one))
    for other in Self.sizes {
      let (ones, others) = (Self.numbers(one, using: &generator), Self.numbers(other, using: &generator))
      let (mine, theirs) = (Bitmap(ones), Bitmap(others))
      let (here, there) = (NumberMarks(ones), NumberMarks(others))
      func expect(_ bitmap: Bitmap, _ what: String, holds: (Bool, Bool) -> Bool) {
        let expected = here.numbers(with: there, where: holds)
        expectEqual(bitmap.numbers, expected, "\(what) of \(one) and \(other)")
        #expect(bitmap.count == expected.count && bitmap.isEmpty == expected.isEmpty, "\(what) of \(one) and \(other)")
      }
      var result = mine
      result.formIntersection(theirs)
      expect(result, "what is common") { $0 && $1 }
      result = mine
      result.formUnion(theirs)
      expect(result, "the union") { $0 || $1 }
      if other > 0 {
        result = mine
        try StoredBitmap.bytes(of: theirs).withUnsafeBytes { result.formUnion(try StoredBitmap($0)) }
        expect(result, "the union with what is stored") { $0 || $1 }
      }
      result = mine
      result.subtract(theirs)
      expect(result, "what is left") { $0 && !$1 }
      expectEqual(mine, Bitmap(ones), "the set itself stays")
    }
  }

  @Test("numbers are inserted and removed across changes of representation", arguments: [1, 4_094, 61_438, 65_535])
  func singles(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count) + 7)
    let first = Self.numbers(count, using: &generator)
    var (bitmap, marks) = (Bitmap(first), Self.marks(first))
    for step in 0..<300 {
      let number =
        step.isMultiple(of: 3) ? UInt16.random(in: .min ... .max, using: &generator) : UInt16(truncatingIfNeeded: step)
      let isThere = Bool.random(using: &generator)
      expectEqual(isThere ? bitmap.insert(number) : bitmap.remove(number), marks[Int(number)] != isThere)
      marks[Int(number)] = isThere
    }
    let numbers = marks.indices.filter { marks[$0] }.map(UInt16.init)
    #expect(bitmap.numbers == numbers && bitmap == Bitmap(numbers))
    try expectEqual(Self.stored(bitmap), bitmap)
  }

  @Test(
    "a range equals the set of all its numbers",
    arguments: [0...0, 0...4_095, 0...4_096, 17...65_535, 0...65_535] as [ClosedRange<UInt16>])
  func range(_ range: ClosedRange<UInt16>) {
    expectEqual(Bitmap(range), Bitmap(Array(range)))
  }
}
