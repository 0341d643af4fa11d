/// The books that a part of a search finds, gathered while that is cheaper than what would come after: few are looked at
/// one by one; of more, when they come slowly, going on to the end costs less than starting again for each tier.
struct SearchSample {
  private(set) var books: [Int64] = []
  /// Whether these are all of them.
  let isWhole: Bool

  /// How many are gathered when they come slowly.
  private static let most = 150
  /// What is slow, for one book.
  private static let slow = Duration.microseconds(15)
  /// How long they are gathered.
  private static let patience = Duration.milliseconds(15)

  /// - Parameters:
  ///   - few: so many are gathered however fast they come.
  ///   - read: calls its argument for each row of the search index until that says stop, and says whether it came to the
  ///     end of its rows, or was stopped there.
  init(_ few: Int, _ read: ((Int64) throws -> Bool) throws -> Bool) rethrows {
    let start = ContinuousClock.now
    var gathered: [Int64] = []
    var isStopped = false
    let isInTime = try read { row in
      let time = ContinuousClock.now - start
      let isSlow = time > Self.slow * gathered.count && time < Self.patience && gathered.count < Self.most
      guard gathered.count < few || (few > 0 && isSlow) else {
        isStopped = true
        return false
      }
      gathered.append(SearchRank.book(ofRow: row))
      return true
    }
    books = gathered
    isWhole = isInTime && !isStopped
  }
}
