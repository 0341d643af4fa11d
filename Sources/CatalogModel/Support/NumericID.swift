/// An id that is a number: of a book, a source, a step. Each has a type of its own, so that the compiler does not let one
/// stand for another; as text and encoded, an id is the bare number.
public protocol NumericID: RawRepresentable, Hashable, Strideable, Codable, Sendable, LosslessStringConvertible,
  ExpressibleByIntegerLiteral
where RawValue == Int64, IntegerLiteralType == Int64, Stride == Int {
  /// The id of a number, which nothing checks: what has no such id is not found.
  init(rawValue: Int64)
}

extension NumericID {
  /// The id of a number, which nothing checks: what has no such id is not found. One that is too large is the largest.
  @inlinable public init(_ number: some BinaryInteger) { self.init(rawValue: Int64(clamping: number)) }

  /// The id of a number that the source code names.
  @inlinable public init(integerLiteral value: Int64) { self.init(rawValue: value) }

  /// The id of a number in decimal digits; `nil` where the text is no such number, or it does not fit.
  @inlinable
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(rawValue: number)
  }

  /// The number in decimal digits.
  @inlinable public var description: String { rawValue.description }

  /// Whether the first number is the smaller one.
  @inlinable public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// Whether the numbers are the same. Here, since strides would be compared by their distance, which may
  /// be none that a number holds.
  @inlinable public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

  /// How far the other number is ahead: a range of ids is a sequence. Numbers from files may lie further apart than any number
  /// says; then it is none, and no trap.
  @inlinable public func distance(to other: Self) -> Int { Int(other.rawValue &- rawValue) }

  /// The id whose number is so far ahead.
  @inlinable public func advanced(by distance: Int) -> Self { Self(rawValue: rawValue &+ Int64(distance)) }
}
