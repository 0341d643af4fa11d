import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The connections of a server, and since when each has owed a whole request. The library ends one from which nothing comes at all;
/// one from which a byte comes now and then is ended here.
final class ConnectionTable: Sendable {
  private struct Entry {
    let descriptor: Int32
    /// `nil` while a request of it is being answered.
    var waitsSince: ContinuousClock.Instant?
  }

  private let entries = Mutex<[HTTPConnection: Entry]>([:])

  var count: Int { entries.withLock { $0.count } }

  func open(_ connection: HTTPConnection, _ descriptor: Int32, now: ContinuousClock.Instant = .now) {
    entries.withLock { $0[connection] = Entry(descriptor: descriptor, waitsSince: now) }
  }

  /// The descriptor may be closed and given to another connection once this has returned.
  func close(_ connection: HTTPConnection) { entries.withLock { _ = $0.removeValue(forKey: connection) } }

  /// A whole request is there.
  func answering(_ connection: HTTPConnection) { entries.withLock { $0[connection]?.waitsSince = nil } }

  /// A good deal of what it owes has come: the rest has as much time again.
  func progressed(_ connection: HTTPConnection, now: ContinuousClock.Instant = .now) {
    entries.withLock { entries in
      if entries[connection]?.waitsSince != nil { entries[connection]?.waitsSince = now }
    }
  }

  /// Its request is over, and the next one may come.
  func waiting(_ connection: HTTPConnection, now: ContinuousClock.Instant = .now) {
    entries.withLock { $0[connection]?.waitsSince = now }
  }

  /// Whether one has owed a whole request since before a time.
  func isWaiting(sinceBefore limit: ContinuousClock.Instant) -> Bool {
    entries.withLock { $0.values.contains { entry in entry.waitsSince.map { $0 < limit } ?? false } }
  }

  /// Ends the connections that have owed a whole request since before a time; the library then hears that they were closed.
  ///
  /// - Returns: how many they are.
  @discardableResult
  func shutDown(waitingSinceBefore limit: ContinuousClock.Instant) -> Int {
    entries.withLock { entries in
      let late = entries.values.filter { entry in entry.waitsSince.map { $0 < limit } ?? false }
      for entry in late { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
      return late.count
    }
  }
}
