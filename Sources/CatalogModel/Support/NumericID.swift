/// A numeric id of a book, a source, a step or another item. Each of these has its own id type, so that the compiler
/// rejects an id of the wrong type. In text and in encoded form, an id is a plain number.
public protocol NumericID: RawRepresentable, Hashable, Strideable, Codable, Sendable, LosslessStringConvertible,
  ExpressibleByIntegerLiteral
where RawValue == Int64, IntegerLiteralType == Int64, Stride == Int {
  /// Creates an id without checking that it exists. Looking up an id that does not exist finds nothing.
  init(rawValue: Int64)
}

extension NumericID {
  /// Creates an id from a number, without checking that it exists. A number that is out of range is clamped.
  @inlinable public init(_ number: some BinaryInteger) { self.init(rawValue: Int64(clamping: number)) }

  /// Creates an id from an integer literal.
  @inlinable public init(integerLiteral value: Int64) { self.init(rawValue: value) }

  /// Creates an id from decimal digits; `nil` if the text is not a number or is out of range.
  @inlinable
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.init(rawValue: number)
  }

  /// The number in decimal digits.
  @inlinable public var description: String { rawValue.description }

  /// Returns true if the first number is smaller.
  @inlinable public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// Returns true if the numbers are equal. The default implementation in `Strideable` compares distances, which may
  /// overflow.
  @inlinable public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

  /// Returns the distance to another id, which makes a range of ids a sequence. If extreme numbers from a file cause an
  /// overflow, the result is wrong, but the program does not trap.
  @inlinable public func distance(to other: Self) -> Int { Int(other.rawValue &- rawValue) }

  /// Returns the id at the given distance from this id.
  @inlinable public func advanced(by distance: Int) -> Self { Self(rawValue: rawValue &+ Int64(distance)) }
}
