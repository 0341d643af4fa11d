import Synchronization

/// A limit on concurrent operations, in total and for each account. The limit for each account is lower, so that no
/// account can take every slot.
final class ConcurrencyLimit: Sendable {
  private let total: Int
  private let perAccount: Int
  private let underWay = Mutex<[String?: Int]>([:])

  init(total: Int, perAccount: Int) { (self.total, self.perAccount) = (total, perAccount) }

  /// Starts an operation, unless a limit is reached.
  ///
  /// - Parameter account: The account that starts the operation; `nil` for callers without an account, to which only
  ///   the total limit applies.
  /// - Returns: True if the operation may start. The caller must then call ``end(of:)``.
  func begin(of account: String?) -> Bool {
    underWay.withLock { underWay in
      let own = underWay[account, default: 0]
      guard underWay.values.reduce(0, +) < total, account == nil || own < perAccount else { return false }
      underWay[account] = own + 1
      return true
    }
  }

  /// Ends an operation.
  func end(of account: String?) {
    underWay.withLock { underWay in
      let rest = underWay[account, default: 1] - 1
      underWay[account] = rest > 0 ? rest : nil
    }
  }

  /// The number of operations in progress.
  var count: Int { underWay.withLock { $0.values.reduce(0, +) } }
}
