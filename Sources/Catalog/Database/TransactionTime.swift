import Platform

/// The time limit of one transaction in background work. The transaction should end when the time limit is reached, or
/// when someone else is waiting to write.
struct TransactionTime {
  /// The duration of the pause after a transaction. It is longer than the four milliseconds after which other processes
  /// try again to write (``BusyWait``).
  private static let pause = Duration.milliseconds(10)
  /// The interval between two checks for requests by other processes to write (``WriteTurns``).
  private static let look = Duration.milliseconds(1)

  private let database: Database
  private let requested: WriteTurns.Moment?
  private let deadline: ContinuousClock.Instant
  private var nextLook: ContinuousClock.Instant

  /// Starts measuring the time of a transaction.
  ///
  /// - Parameter time: The time limit.
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

  /// Pauses between two transactions on the calling thread, so that other processes can write.
  static func letOthersWrite() { usleep(UInt32(pause / .microseconds(1))) }

  /// Pauses between two transactions, so that other processes can write. If the task is cancelled, the pause ends
  /// without an error, so that the caller can return the result of the committed transactions.
  static func letOthersWrite() async { try? await ContinuousClock().sleep(for: pause) }

  /// True if another process has asked to write since this value was created.
  var isRequestedElsewhere: Bool { database.turns.isRequested(since: requested) }
}
