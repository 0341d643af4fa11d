/// Ranges of ids in ascending order, none of which reaches into another.
extension [ClosedRange<Int64>] {
  /// How many ids they hold.
  var total: Int { reduce(0) { $0 + $1.count } }

  /// Whether one of them holds an id.
  func contain(_ id: Int64) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].contains(id)
  }

  /// Appends a range of higher ids, joined with the last one where it goes on there.
  mutating func appendJoining(_ range: ClosedRange<Int64>) {
    if let last, last.upperBound == range.lowerBound - 1 {
      self[count - 1] = last.lowerBound...range.upperBound
    } else {
      append(range)
    }
  }
}
