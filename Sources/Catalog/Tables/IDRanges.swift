/// Ranges of ids in ascending order that do not overlap.
extension [ClosedRange<Int64>] {
  /// The total number of ids in the ranges.
  var total: Int { reduce(0) { $0 + $1.count } }

  /// Returns true if one of the ranges contains an id.
  func contain(_ id: Int64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].contains(id)
  }

  /// Appends a range of higher ids. If it is adjacent to the last range, the two are joined.
  mutating func appendJoining(_ range: ClosedRange<Int64>) {
    if let last, last.upperBound == range.lowerBound - 1 {
      self[count - 1] = last.lowerBound...range.upperBound
    } else {
      append(range)
    }
  }
}
