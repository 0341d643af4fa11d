import Platform
import Synchronization

/// The connections of a server. For each connection, the table records when the server began to wait for a complete
/// request.
///
/// libmicrohttpd closes connections that send nothing at all. This table closes connections that send only a byte now
/// and then.
final class ConnectionTable: Sendable {
  private struct Entry {
    let descriptor: Int32
    /// The time when the server began to wait for a complete request; `nil` while a request is being answered.
    var waitsSince: ContinuousClock.Instant?
  }

  private let entries = Mutex<[HTTPConnection: Entry]>([:])

  var count: Int { entries.withLock { $0.count } }

  func open(_ connection: HTTPConnection, _ descriptor: Int32, now: ContinuousClock.Instant = .now) {
    entries.withLock { $0[connection] = Entry(descriptor: descriptor, waitsSince: now) }
  }

  /// Removes a connection. After this returns, the system may close the descriptor and reuse it for another connection.
  func close(_ connection: HTTPConnection) { entries.withLock { _ = $0.removeValue(forKey: connection) } }

  /// Records that a complete request has arrived.
  func answering(_ connection: HTTPConnection) { entries.withLock { $0[connection]?.waitsSince = nil } }

  /// Records that a substantial part of the request has arrived, and restarts the time allowed for the rest.
  func progressed(_ connection: HTTPConnection, now: ContinuousClock.Instant = .now) {
    entries.withLock { entries in
      if entries[connection]?.waitsSince != nil { entries[connection]?.waitsSince = now }
    }
  }

  /// Records that the request is finished and the next one may arrive.
  func waiting(_ connection: HTTPConnection, now: ContinuousClock.Instant = .now) {
    entries.withLock { $0[connection]?.waitsSince = now }
  }

  /// Returns true if, on any connection, the server began to wait for a complete request before the given time.
  func isWaiting(sinceBefore limit: ContinuousClock.Instant) -> Bool {
    entries.withLock { $0.values.contains { entry in entry.waitsSince.map { $0 < limit } ?? false } }
  }

  /// Shuts down the connections on which the server began to wait for a complete request before the given time.
  /// libmicrohttpd then notices that these connections are closed.
  ///
  /// - Returns: The number of these connections.
  @discardableResult
  func shutDown(waitingSinceBefore limit: ContinuousClock.Instant) -> Int {
    entries.withLock { entries in
      let late = entries.values.filter { entry in entry.waitsSince.map { $0 < limit } ?? false }
      for entry in late { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
      return late.count
    }
  }
}
