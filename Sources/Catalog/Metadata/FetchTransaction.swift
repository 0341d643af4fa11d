import CatalogDatabase
import FoundationEssentials

/// The state of one batch's transaction: data that is read only once, and the results collected so far.
struct FetchTransaction {
  let connection: Connection
  let now: Date
  let queue: FetchStateTable
  /// The newest change number of the catalog.
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

  /// The current time, in milliseconds since 1970.
  var time: Int64 { now.milliseconds }

  /// Returns the time that is the given number of seconds from now, in milliseconds since 1970.
  func time(in seconds: Double) -> Int64 { FetchTimes.time(time, plus: seconds) }

  /// Returns the fingerprint of a book's current query; `nil` if the book is no longer shown.
  func input(of book: Book.ID) throws -> Int64? {
    try BookTable(connection: connection).metadataInput(book)?.fingerprint
  }
}
