/// The number of lines that each of several siblings occupies. Changing a number and finding a line take time
/// logarithmic in the number of siblings (P. M. Fenwick, “A New Data Structure for Cumulative Frequency Tables”, 1994).
struct LineCounts {
  /// The partial sums. With 1-based `i`, `sums[i]` is the total number of lines of the last `i & -i` siblings up to and
  /// including sibling `i`.
  private var sums = [0]
  /// The total number of lines of all siblings.
  private(set) var total = 0

  /// The number of siblings.
  var count: Int { sums.count - 1 }

  /// Appends a sibling.
  ///
  /// - Parameter lines: The number of lines that the sibling occupies.
  mutating func append(_ lines: Int) {
    let position = sums.count
    let first = position - (position & -position)
    sums.append(lines + before(position - 1) - before(first))
    total += lines
  }

  /// Changes the number of lines of a sibling.
  ///
  /// - Parameters:
  ///   - difference: The number of lines to add; negative to remove lines.
  ///   - index: The zero-based index of the sibling.
  mutating func add(_ difference: Int, at index: Int) {
    total += difference
    var position = index + 1
    while position < sums.count {
      sums[position] += difference
      position += position & -position
    }
  }

  /// Returns the total number of lines of the siblings before the given index.
  func before(_ index: Int) -> Int {
    var (position, lines) = (index, 0)
    while position > 0 {
      lines += sums[position]
      position -= position & -position
    }
    return lines
  }

  /// Returns the index of the sibling that contains a line, and the index of the line within that sibling. The line
  /// must exist.
  func find(_ line: Int) -> (index: Int, line: Int) {
    var (index, rest) = (0, line)
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if index + step < sums.count, sums[index + step] <= rest {
        index += step
        rest -= sums[index]
      }
      step /= 2
    }
    return (index, rest)
  }
}
