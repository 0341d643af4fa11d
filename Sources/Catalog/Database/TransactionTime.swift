#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time limit of one transaction of background work: it ends when its time is over, or when someone waits to write.
struct TransactionTime {
  /// The duration of the pause after a transaction. Other processes try to write every four milliseconds
  /// (``BusyWait``).
  private static let pause = Duration.milliseconds(10)
  /// The interval at which to check if another process asks to write (``WriteTurns``).
  private static let look = Duration.milliseconds(1)

  private let database: Database
  private let requested: WriteTurns.Moment?
  private let deadline: ContinuousClock.Instant
  private var nextLook: ContinuousClock.Instant

  /// Starts the time of a transaction.
  ///
  /// - Parameter time: The maximum duration while nobody waits to write.
  init(_ database: Database, _ time: Duration) {
    self.database = database
    requested = database.turns.requested
    deadline = .now + time
    nextLook = .now + Self.look
  }

  /// Returns true if the transaction should end.
  mutating func isOver() -> Bool {
    if database.hasWaitingWriter { return true }
    let now = ContinuousClock.now
    guard now >= nextLook else { return now >= deadline }
    nextLook = now + Self.look
    return now >= deadline || isRequestedElsewhere
  }

  /// Waits on the calling thread between two transactions, so that other processes can write.
  static func letOthersWrite() { usleep(UInt32(pause / .microseconds(1))) }

  /// Waits between two transactions, so that other processes can write. A cancellation does not throw an error, so that
  /// the caller still gets the result of the committed transactions.
  static func letOthersWrite() async { try? await ContinuousClock().sleep(for: pause) }

  /// True if another process has asked to write since the start.
  var isRequestedElsewhere: Bool { database.turns.isRequested(since: requested) }
}
