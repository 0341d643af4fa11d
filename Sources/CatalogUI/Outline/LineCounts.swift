/// How many lines each of many neighbours takes, so that changing one of them and finding a line cost the logarithm of
/// their number (P. M. Fenwick, “A New Data Structure for Cumulative Frequency Tables”, 1994).
struct LineCounts {
  /// At `i`, counted from 1, the lines of the last `i & -i` neighbours up to the one before `i`.
  private var sums = [0]
  /// The lines of all of them.
  private(set) var total = 0

  /// How many neighbours there are.
  var count: Int { sums.count - 1 }

  /// Adds a neighbour behind the others.
  ///
  /// - Parameter lines: how many it takes.
  mutating func append(_ lines: Int) {
    let place = sums.count
    let first = place - (place & -place)
    sums.append(lines + before(place - 1) - before(first))
    total += lines
  }

  /// Gives a neighbour more lines, or fewer.
  ///
  /// - Parameters:
  ///   - difference: how many more.
  ///   - index: the neighbour's place, counted from 0.
  mutating func add(_ difference: Int, at index: Int) {
    total += difference
    var place = index + 1
    while place < sums.count {
      sums[place] += difference
      place += place & -place
    }
  }

  /// The lines of the neighbours before one.
  func before(_ index: Int) -> Int {
    var (place, lines) = (index, 0)
    while place > 0 {
      lines += sums[place]
      place -= place & -place
    }
    return lines
  }

  /// The neighbour that takes a line, and which of its lines that is. There must be so many lines.
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
