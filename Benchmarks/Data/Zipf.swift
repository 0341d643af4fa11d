import Catalog

/// Ranks as words have them: the word of rank r is r times rarer than the most common one.
struct Zipf {
  /// The share of the ranks up to each one.
  private let cumulative: [Double]

  /// - Parameter count: how many ranks, at least 1.
  init(count: Int) {
    var total = 0.0
    var sums: [Double] = []
    sums.reserveCapacity(count)
    for rank in 1...count {
      total += 1 / Double(rank)
      sums.append(total)
    }
    cumulative = sums.map { $0 / total }
  }

  /// A rank from 0: the smallest of those whose share exceeds the number.
  func rank(_ generator: inout SplitMix64) -> Int {
    let wanted = generator.unit()
    var low = 0
    var high = cumulative.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] > wanted { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
