import CFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Requests of processes that wait to write while another process writes to the same catalog. SQLite's locks show that
/// a process is writing, but not that another process is waiting. Therefore, a waiting process sets the access time of
/// the write-ahead log, which is not used otherwise, and a process with a long write checks that time. The log is not
/// opened for this: closing it would drop the process's locks.
///
/// If the time cannot be set (the log belongs to another user), or if each read of the log replaces it (`strictatime`),
/// requests have no effect. A waiting process then uses one of the pauses that a load makes anyway.
struct WriteTurns: Sendable {
  /// A time of a file, for comparison only.
  struct Moment: Equatable {
    let seconds: Int
    let nanoseconds: Int
  }

  /// The number of seconds by which the access time of a request is in the future. No real access has a future time.
  /// Reading the log does not change a future time: with `relatime`, only a time before the last modification is
  /// updated.
  private static let ahead = 400 * 86_400

  private let log: String

  /// Creates the requests for a catalog.
  ///
  /// - Parameter path: The path of the catalog, as returned by ``DatabaseFile/resolved(_:)``.
  init(path: String) { log = path + "-wal" }

  /// Asks the writing process to let other processes write.
  func ask() {
    let now = Self.now
    cfile_set_access_time(log, now.tv_sec + Self.ahead, now.tv_nsec)
  }

  /// The time of the last request, or `nil` if a commit has been made since.
  var requested: Moment? {
    guard let access = status?.accessTime else { return nil }
    guard access.tv_sec > Self.now.tv_sec + Self.ahead / 2 else { return nil }
    return Moment(seconds: access.tv_sec, nanoseconds: access.tv_nsec)
  }

  /// Returns true if another request was made since an earlier request.
  func isRequested(since earlier: Moment?) -> Bool {
    guard let requested else { return false }
    return requested != earlier
  }

  /// The time of the last write to the log, or `nil` if there is no log.
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
