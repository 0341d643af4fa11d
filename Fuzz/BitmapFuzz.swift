import Bitmaps

/// Tests sets as the search index stores them. Any bytes are a set or are reported as damaged, and a set that was read
/// is stored unchanged. Unions, intersections and differences equal those of lists of numbers. The first byte chooses
/// whether the rest is stored bytes or ranges of numbers.
enum BitmapFuzz {
  static let parser: FuzzTarget.Parser = { bytes in
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    if first.isMultiple(of: 2) {
      rest.withUnsafeBytes(readBitmap)
      rest.withUnsafeBytes(readNumbers)
    } else {
      compare(rest)
    }
  }

  private static func readBitmap(_ bytes: UnsafeRawBufferPointer) {
    guard let stored = try? StoredBitmap(bytes) else { return }
    let bitmap = Bitmap(stored)
    precondition(bitmap.count == stored.count, "a set of \(stored.count) numbers has \(bitmap.count)")
    var (united, expected) = (Bitmap(0...9_999), Bitmap(0...9_999))
    united.formUnion(stored)
    expected.formUnion(bitmap)
    precondition(united == expected, "a union with what is stored is another")
    guard (try? stored.requireSmallestForm()) != nil else { return }
    precondition(StoredBitmap.bytes(of: bitmap) == Array(bytes), "a set is stored in another way than it was")
  }

  private static func readNumbers(_ bytes: UnsafeRawBufferPointer) {
    guard let stored = try? StoredNumbers(bytes) else { return }
    let base: Int64 = 3 << 20
    let numbers = NumberSet(stored, from: base)
    precondition(numbers.count == stored.count, "\(stored.count) numbers are \(numbers.count)")
    precondition(StoredNumbers.bytes(of: numbers, from: base) == Array(bytes), "numbers are stored in another way")
  }

  /// Two sets of ranges, made in turn from four bytes each: where it begins, and how long it is.
  private static func compare(_ bytes: [UInt8]) {
    var sets = [Bitmap(), Bitmap()]
    var models = [Model(), Model()]
    for (turn, start) in stride(from: 0, to: bytes.count - 3, by: 4).enumerated() {
      let lower = UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])
      let length = UInt16(bytes[start + 2]) << 8 | UInt16(bytes[start + 3])
      let range = lower...UInt16(min(Int(lower) + Int(length), Bitmap.capacity - 1))
      let isRemoved = turn % 8 > 5
      if isRemoved { sets[turn % 2].subtract(Bitmap(range)) } else { sets[turn % 2].formUnion(Bitmap(range)) }
      models[turn % 2].set(range, to: !isRemoved)
      guard turn % 5 == 4 else { continue }
      let wasThere = models[turn % 2].contains(length)
      let hasChanged = isRemoved ? sets[turn % 2].remove(length) : sets[turn % 2].insert(length)
      precondition(hasChanged == (wasThere == isRemoved), "\(length) was there, or was not")
      models[turn % 2].set(length...length, to: !isRemoved)
    }
    expect(sets[0], models[0])
    var united = sets[0]
    united.formUnion(sets[1])
    expect(united, models[0].joined(models[1]) { $0 | $1 })
    var both = sets[0]
    both.formIntersection(sets[1])
    expect(both, models[0].joined(models[1]) { $0 & $1 })
    var without = sets[0]
    without.subtract(sets[1])
    expect(without, models[0].joined(models[1]) { $0 & ~$1 })
  }

  /// The set is that of the model, and is so again when it has been stored.
  private static func expect(_ set: Bitmap, _ model: Model) {
    var found = Model()
    for number in set.numbers { found.set(number...number, to: true) }
    precondition(found == model && set.count == model.count, "a set of \(model.count) has \(set.count)")
    guard model.count > 0 else { return }
    StoredBitmap.bytes(of: set).withUnsafeBytes { bytes in
      guard let stored = try? StoredBitmap(bytes), (try? stored.requireSmallestForm()) != nil else {
        preconditionFailure("a set of \(model.count) numbers is stored so that it cannot be read")
      }
      precondition(Bitmap(stored) == set, "a set is read as another")
    }
  }

  /// A simple set that stores each number as a bit.
  private struct Model: Equatable {
    private var words = [UInt64](repeating: 0, count: Bitmap.capacity / 64)

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    func contains(_ number: UInt16) -> Bool { words[Int(number / 64)] >> UInt64(number % 64) & 1 == 1 }

    mutating func set(_ range: ClosedRange<UInt16>, to isThere: Bool) {
      for word in range.lowerBound / 64...range.upperBound / 64 {
        let first = word == range.lowerBound / 64 ? range.lowerBound % 64 : 0
        let last = word == range.upperBound / 64 ? range.upperBound % 64 : 63
        let mask = (UInt64.max >> UInt64(63 - last)) & (UInt64.max << UInt64(first))
        if isThere { words[Int(word)] |= mask } else { words[Int(word)] &= ~mask }
      }
    }

    func joined(_ other: Model, _ join: (UInt64, UInt64) -> UInt64) -> Model {
      var joined = self
      for index in words.indices { joined.words[index] = join(words[index], other.words[index]) }
      return joined
    }
  }
}
