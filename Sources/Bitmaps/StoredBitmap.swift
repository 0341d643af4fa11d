/// A set in its stored form, which is read in place. The first byte determines how the numbers are stored:
///
/// | byte | elements | contents |
/// | --- | --- | --- |
/// | 0 | at most 4,096 | the numbers, 16 bits each, in ascending order |
/// | 1 | 4,097 to 61,439 | 65,536 bits: number n is bit n % 8 of byte n / 8 |
/// | 2 | at least 61,440 | the numbers that are *not* in the set, stored as with byte 0; the full set takes no bytes |
///
/// All values are little-endian. Sets of the same size always use the same form, so that equal sets have equal bytes.
/// The length of the bytes determines the number of elements. If the set is stored as bits, the bits must be counted
/// instead.
public struct StoredBitmap {
  enum Kind: UInt8 {
    case sorted, bits, complement
  }

  /// The size, in bytes, of a set that is stored as bits.
  static let bitsSize = Bitmap.capacity / 8

  let kind: Kind
  /// The bytes after the first byte.
  let bytes: UnsafeRawBufferPointer

  /// Creates a view of a stored set.
  ///
  /// - Parameter bytes: The bytes, which must stay valid as long as the view is used.
  /// - Throws: ``DamagedBitmap`` if the bytes are not a stored set. ``requireSmallestForm()`` makes further checks.
  public init(_ bytes: UnsafeRawBufferPointer) throws(DamagedBitmap) {
    guard let first = bytes.first else { throw .empty }
    guard let kind = Kind(rawValue: first) else { throw .unknownKind(first) }
    self.kind = kind
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch kind {
    case .bits: guard self.bytes.count == Self.bitsSize else { throw .length(bytes.count) }
    case .sorted, .complement:
      guard self.bytes.count.isMultiple(of: 2), numberCount <= Bitmap.maxSorted else { throw .length(bytes.count) }
      guard isAscending else { throw .order }
    }
  }

  /// The number of 16-bit numbers in the bytes, if the set is not stored as bits.
  fileprivate var numberCount: Int { bytes.count / 2 }

  fileprivate func number(at index: Int) -> UInt16 {
    UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
  }

  private var isAscending: Bool {
    var isAscending = true
    for index in 0..<max(0, numberCount - 1) where number(at: index) >= number(at: index + 1) { isAscending = false }
    return isAscending
  }

  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
  }

  /// The number of elements of the set.
  public var count: Int {
    switch kind {
    case .sorted: numberCount
    case .bits: (0..<Bitmap.wordCount).reduce(0) { $0 &+ word(at: $1).nonzeroBitCount }
    case .complement: Bitmap.capacity - numberCount
    }
  }

  /// Checks that the set is not empty and is stored in the form that its number of elements requires.
  ///
  /// - Throws: ``DamagedBitmap`` if the set is empty or is stored in another form.
  public func requireSmallestForm() throws(DamagedBitmap) {
    let count = count
    if count == 0 { throw .empty }
    guard Self.kind(of: count) == kind else { throw .form(count: count) }
  }

  private static func kind(of count: Int) -> Kind {
    if count <= Bitmap.maxSorted { return .sorted }
    return count < Bitmap.capacity - Bitmap.maxSorted ? .bits : .complement
  }
}

extension StoredBitmap {
  /// Returns the stored form of a set. An empty set must not be stored.
  public static func bytes(of bitmap: Bitmap) -> [UInt8] {
    let count = bitmap.count
    let kind = kind(of: count)
    var bytes = [kind.rawValue]
    switch kind {
    case .sorted: append(bitmap.numbers, to: &bytes)
    case .complement:
      var others = Bitmap.all
      others.subtract(bitmap)
      append(others.numbers, to: &bytes)
    case .bits:
      // The bytes are little-endian, as in the memory of most machines.
      let words = UInt64(1).littleEndian == 1 ? bitmap.words : bitmap.words.map(\.littleEndian)
      words.withUnsafeBytes { bytes += $0 }
    }
    return bytes
  }

  private static func append(_ numbers: [UInt16], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(1 + 2 * numbers.count)
    for number in numbers {
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    }
  }
}

extension Bitmap {
  /// Creates a copy of a stored set, independent of its bytes.
  public init(_ stored: StoredBitmap) {
    switch stored.kind {
    case .sorted: form = .sorted(stored.numbers)
    case .bits: form = .bits(stored.words)
    case .complement:
      self = .all
      subtract(Bitmap(ascending: stored.numbers))
    }
  }

  /// Inserts the numbers of a stored set without copying it. This is useful for unions of many sets.
  public mutating func formUnion(_ stored: StoredBitmap) {
    switch (form, stored.kind) {
    case (.bits, .sorted): changeBits { words in stored.forEachStored { words.insert($0) } }
    case (.bits, .bits):
      changeBits { words in
        words.withUnsafeMutableBufferPointer { words in
          for index in 0..<Self.wordCount { words[index] |= stored.word(at: index) }
        }
      }
    default: formUnion(Bitmap(stored))
    }
  }

  /// The set as bits, whichever form it is stored in.
  fileprivate var words: [UInt64] {
    switch form {
    case .sorted(let numbers): Self.bits(of: numbers)
    case .bits(let words): words
    }
  }
}

extension StoredBitmap {
  fileprivate var words: [UInt64] {
    [UInt64](unsafeUninitializedCapacity: Bitmap.wordCount) { buffer, count in
      for index in 0..<Bitmap.wordCount { buffer[index] = word(at: index) }
      count = Bitmap.wordCount
    }
  }

  fileprivate var numbers: [UInt16] {
    [UInt16](unsafeUninitializedCapacity: numberCount) { buffer, count in
      for index in 0..<numberCount { buffer[index] = number(at: index) }
      count = numberCount
    }
  }

  /// Calls the body with each stored 16-bit number. The set must not be stored as bits.
  @inline(__always)
  func forEachStored(_ body: (UInt16) -> Void) {
    for index in 0..<numberCount { body(number(at: index)) }
  }

  /// Appends the stored 16-bit numbers to an array. The set must not be stored as bits.
  func append(to numbers: inout [UInt16]) {
    for index in 0..<numberCount { numbers.append(number(at: index)) }
  }

  /// Returns true if the given number is among the stored 16-bit numbers. The set must not be stored as bits.
  func containsStored(_ number: UInt16) -> Bool {
    var (low, high) = (0, numberCount)
    while low < high {
      let middle = (low + high) / 2
      if self.number(at: middle) < number { low = middle + 1 } else { high = middle }
    }
    return low < numberCount && self.number(at: low) == number
  }

  /// Returns true if the bit of the given number is set. The set must be stored as bits.
  func containsBit(_ number: UInt16) -> Bool { bytes[Int(number >> 3)] >> (number & 7) & 1 == 1 }
}

/// The reason why bytes are not a valid stored set.
public enum DamagedBitmap: Error, Equatable, CustomStringConvertible {
  /// There are no bytes, or the set is empty. Empty sets are not stored.
  case empty
  /// The first byte is not a known kind of set.
  case unknownKind(UInt8)
  /// The length of the bytes is not valid for the kind of set.
  case length(Int)
  /// The numbers are not in ascending order.
  case order
  /// A set with this number of elements must be stored in another form.
  case form(count: Int)

  /// A description of the fault, to be written after the name of the damaged item.
  public var description: String {
    switch self {
    case .empty: "it holds nothing"
    case .unknownKind(let kind): "its kind is \(kind)"
    case .length(let count): "it has \(count) bytes"
    case .order: "its numbers do not ascend"
    case .form(let count): "\(count) numbers are stored in another form"
    }
  }
}
