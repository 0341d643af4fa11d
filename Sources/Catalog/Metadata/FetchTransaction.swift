import FoundationEssentials

/// The transaction of one batch: what it reads once, and what it has decided so far.
struct FetchTransaction {
  let connection: Connection
  let now: Date
  let queue: FetchStateTable
  /// The newest change of the catalog.
  let change: Int64
  var limiter: HostLimiter
  var result: FetchBatchResult

  init(_ connection: Connection, _ profile: ProviderProfile, now: Date) throws {
    self.connection = connection
    self.now = now
    queue = FetchStateTable(connection: connection, provider: profile.name)
    change = try ChangeTable(connection: connection).newest()
    limiter = try HostLimiter(connection, profile, now: now)
    result = FetchBatchResult(at: now)
  }

  /// The present time, in milliseconds since 1970.
  var time: Int64 { now.milliseconds }

  /// The time so many seconds from now, in milliseconds since 1970.
  func time(in seconds: Double) -> Int64 { FetchTimes.time(time, plus: seconds) }

  /// The fingerprint of what a book is asked by now; `nil` where it is not shown any more.
  func input(of book: Book.ID) throws -> Int64? {
    try BookTable(connection: connection).metadataInput(book)?.fingerprint
  }
}
