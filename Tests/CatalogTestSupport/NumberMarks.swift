/// A plain model of a set of 16-bit numbers: a Boolean value for each possible number.
public struct NumberMarks {
  private var marks = [Bool](repeating: false, count: 1 << 16)

  public init(_ numbers: [UInt16]) {
    for number in numbers { marks[Int(number)] = true }
  }

  /// Returns the numbers for which a condition holds, in ascending order.
  ///
  /// - Parameters:
  ///   - other: Another set.
  ///   - holds: The condition. Its arguments are true if the number is in this set and in the other one.
  public func numbers(with other: NumberMarks, where holds: (Bool, Bool) -> Bool) -> [UInt16] {
    // The condition has only four different arguments.
    let answers = [(false, false), (false, true), (true, false), (true, true)].map { holds($0.0, $0.1) }
    return (0..<marks.count).compactMap { number in
      answers[(marks[number] ? 2 : 0) + (other.marks[number] ? 1 : 0)] ? UInt16(number) : nil
    }
  }
}
