import Bitmaps

/// Sets as the search index stores them: any bytes are a set or are told to be damaged, what is a set is stored again as it
/// was, and sets are united, intersected and taken from each other as lists of numbers would be. The first byte says
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
    var models = [[Bool](repeating: false, count: Bitmap.capacity), [Bool](repeating: false, count: Bitmap.capacity)]
    for (turn, start) in stride(from: 0, to: bytes.count - 3, by: 4).enumerated() {
      let lower = UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1])
      let length = UInt16(bytes[start + 2]) << 8 | UInt16(bytes[start + 3])
      let range = lower...UInt16(min(Int(lower) + Int(length), Bitmap.capacity - 1))
      let isRemoved = turn % 8 > 5
      let ranged = Bitmap(range)
      if isRemoved { sets[turn % 2].subtract(ranged) } else { sets[turn % 2].formUnion(ranged) }
      for number in range { models[turn % 2][Int(number)] = !isRemoved }
      if turn % 5 == 4 {
        let isNew = sets[turn % 2].insert(length)
        precondition(isNew != models[turn % 2][Int(length)], "\(length) is new, or is not")
        models[turn % 2][Int(length)] = true
      }
    }
    expect(sets[0], models[0])
    var united = sets[0]
    united.formUnion(sets[1])
    expect(united, zip(models[0], models[1]).map { $0 || $1 })
    var both = sets[0]
    both.formIntersection(sets[1])
    expect(both, zip(models[0], models[1]).map { $0 && $1 })
    var without = sets[0]
    without.subtract(sets[1])
    expect(without, zip(models[0], models[1]).map { $0 && !$1 })
  }

  /// The set is that of the model, and is so again when it has been stored.
  private static func expect(_ set: Bitmap, _ model: [Bool]) {
    let numbers = model.indices.filter { model[$0] }.map { UInt16($0) }
    precondition(set.numbers == numbers && set.count == numbers.count, "a set of \(numbers.count) has \(set.count)")
    guard !numbers.isEmpty else { return }
    StoredBitmap.bytes(of: set).withUnsafeBytes { bytes in
      guard let stored = try? StoredBitmap(bytes), (try? stored.requireSmallestForm()) != nil else {
        preconditionFailure("a set of \(numbers.count) numbers is stored so that it cannot be read")
      }
      precondition(Bitmap(stored) == set, "a set is read as another")
    }
  }
}
