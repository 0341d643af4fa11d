import CFile
import Platform

/// Requests by processes that wait to write while another process writes to the same catalog. SQLite's locks do not
/// tell the writing process that another process is waiting. Therefore, the waiting process sets the access time of the
/// write-ahead log, which has no other use, and the writing process checks this time. Neither process opens the log for
/// this purpose, because closing it again would drop SQLite's locks.
///
/// Requests have no effect if the time cannot be set, because the log belongs to another user, or if every read of the
/// log changes it (`strictatime`). A waiting process then uses one of the pauses that a bulk load makes anyway.
struct WriteTurns: Sendable {
  /// A time stamp of a file, used only for comparison.
  struct Moment: Equatable {
    let seconds: Int
    let nanoseconds: Int
  }

  /// The number of seconds by which a request's access time is in the future. Real access times are never in the
  /// future. Reading the log does not change a time in the future, because `relatime` updates access times only if they
  /// are before the last modification.
  private static let ahead = 400 * 86_400

  private let log: String

  /// Creates an object for the requests to write to a catalog.
  ///
  /// - Parameter path: The path of the catalog, as returned by ``DatabaseFile/resolved(_:)``.
  init(path: String) { log = path + "-wal" }

  /// Asks the writing process to pause so that other processes can write.
  func ask() {
    let now = Self.now
    cfile_set_access_time(log, now.tv_sec + Self.ahead, now.tv_nsec)
  }

  /// The time stamp of the last request, or `nil` if a commit was made after it.
  var requested: Moment? {
    guard let access = status?.accessTime else { return nil }
    guard access.tv_sec > Self.now.tv_sec + Self.ahead / 2 else { return nil }
    return Moment(seconds: access.tv_sec, nanoseconds: access.tv_nsec)
  }

  /// Returns true if a request was made after an earlier one.
  ///
  /// - Parameter earlier: The earlier value of ``requested``.
  func isRequested(since earlier: Moment?) -> Bool {
    guard let requested else { return false }
    return requested != earlier
  }

  /// The time stamp of the last write to the log, or `nil` if there is no log.
  var written: Moment? {
    guard let change = status?.writeTime else { return nil }
    return Moment(seconds: change.tv_sec, nanoseconds: change.tv_nsec)
  }

  private var status: stat? {
    var status = stat()
    return stat(log, &status) == 0 ? status : nil
  }

  private static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}

extension stat {
  #if canImport(Darwin)
    fileprivate var accessTime: timespec { st_atimespec }
    fileprivate var writeTime: timespec { st_mtimespec }
  #else
    fileprivate var accessTime: timespec { st_atim }
    fileprivate var writeTime: timespec { st_mtim }
  #endif
}
