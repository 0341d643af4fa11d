#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long one transaction of a work in the background goes on: until its time is up, or somebody waits to write.
struct TransactionTime {
  /// How long others have the catalog for themselves then: they look every four milliseconds whether they may write
  /// (``BusyWait``).
  private static let pause = Duration.milliseconds(10)
  /// How often it is looked whether another process asks to be let in (``WriteTurns``).
  private static let look = Duration.milliseconds(1)

  private let database: Database
  private let asked: WriteTurns.Moment?
  private let deadline: ContinuousClock.Instant
  private var nextLook: ContinuousClock.Instant

  /// - Parameter time: how long it may go on when nobody waits.
  init(_ database: Database, _ time: Duration) {
    self.database = database
    asked = database.turns.asked
    deadline = .now + time
    nextLook = .now + Self.look
  }

  /// Whether the transaction is to end.
  mutating func isOver() -> Bool {
    if database.hasWaitingWriter { return true }
    let now = ContinuousClock.now
    guard now >= nextLook else { return now >= deadline }
    nextLook = now + Self.look
    return now >= deadline || isAskedElsewhere
  }

  /// Waits on the calling thread between two transactions, so that other processes find the catalog open.
  static func letOthersWrite() { usleep(UInt32(pause / .microseconds(1))) }

  /// Waits between two transactions, so that other processes find the catalog open. Who is cancelled meanwhile still hears
  /// what was committed.
  static func letOthersWrite() async { try? await ContinuousClock().sleep(for: pause) }

  /// Whether another process has asked to be let in since it began.
  var isAskedElsewhere: Bool { database.turns.isAsked(since: asked) }
}
