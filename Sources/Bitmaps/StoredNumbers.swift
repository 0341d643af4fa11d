/// A small set of numbers below 1,048,576 in its stored form, which is read in place. Each number takes three bytes,
/// little-endian, and the numbers are in ascending order.
public struct StoredNumbers {
  /// The maximum count of numbers in this form.
  public static let maxCount = 256
  private static let size = 3
  private static let limit = 1 << 20

  private let bytes: UnsafeRawBufferPointer

  /// Creates a view of stored numbers.
  ///
  /// - Parameter bytes: The bytes, which must stay valid as long as the view is used.
  /// - Throws: ``DamagedBitmap`` if the bytes are not numbers in this form.
  public init(_ bytes: UnsafeRawBufferPointer) throws(DamagedBitmap) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count.isMultiple(of: Self.size), bytes.count / Self.size <= Self.maxCount else {
      throw .length(bytes.count)
    }
    self.bytes = bytes
    var last = -1
    for index in 0..<count {
      let number = Int(number(at: index))
      guard number > last, number < Self.limit else { throw .order }
      last = number
    }
  }

  /// The count of the stored numbers.
  public var count: Int { bytes.count / Self.size }

  private func number(at index: Int) -> UInt32 {
    let offset = index * Self.size
    return UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
  }

  /// Calls the body with each number, in ascending order.
  public func forEachNumber(_ body: (UInt32) -> Void) {
    for index in 0..<count { body(number(at: index)) }
  }

  /// Returns the stored form of numbers.
  ///
  /// - Parameters:
  ///   - numbers: At most ``maxCount`` numbers, from `base` up to, but not including, `base` + 1,048,576.
  ///   - base: The number to subtract from each number before it is stored.
  public static func bytes(of numbers: NumberSet, from base: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(maxCount * size)
    numbers.forEachNumber { number in
      let number = number - base
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      bytes.append(UInt8(truncatingIfNeeded: number >> 16))
      return true
    }
    return bytes
  }
}
