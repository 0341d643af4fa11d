import Synchronization

/// How much of one kind is under way at once: so much in all, and of one account less, so that nobody takes every place.
final class ConcurrencyLimit: Sendable {
  private let total: Int
  private let perAccount: Int
  private let underWay = Mutex<[String?: Int]>([:])

  init(total: Int, perAccount: Int) { (self.total, self.perAccount) = (total, perAccount) }

  /// One begins, unless as many are under way as there may be.
  ///
  /// - Parameter account: whose it is; those of who has none are bounded by the total alone.
  /// - Returns: whether it may, and has to ``end(of:)``.
  func begin(of account: String?) -> Bool {
    underWay.withLock { underWay in
      let own = underWay[account, default: 0]
      guard underWay.values.reduce(0, +) < total, account == nil || own < perAccount else { return false }
      underWay[account] = own + 1
      return true
    }
  }

  /// One is over.
  func end(of account: String?) {
    underWay.withLock { underWay in
      let rest = underWay[account, default: 1] - 1
      underWay[account] = rest > 0 ? rest : nil
    }
  }

  /// How many are under way.
  var count: Int { underWay.withLock { $0.values.reduce(0, +) } }
}
