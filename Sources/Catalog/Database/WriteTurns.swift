import CFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How processes that write one catalog let each other in. SQLite's locks say that somebody writes, and not that somebody
/// waits; so who waits says it by the time of the write-ahead log's last access, of which nobody makes other use, and who
/// writes for long looks there. The log is not opened for that: closing it would drop the process's locks.
///
/// Where that time cannot be set (the log is another user's), or where each reading of the log replaces it (`strictatime`),
/// it is as if nobody had asked: who waits then finds one of the pauses that a load makes by itself.
struct WriteTurns: Sendable {
  /// A time of a file, to be compared only.
  struct Moment: Equatable {
    let seconds: Int
    let nanoseconds: Int
  }

  /// How far ahead of now the time is by which somebody asks, in seconds. No access has a time that has yet to come, and
  /// reading the log leaves one: by `relatime` only a time before the last change gives way.
  private static let ahead = 400 * 86_400

  private let log: String

  /// - Parameter path: the catalog's, as ``DatabaseFile/resolved(_:)`` gives it.
  init(path: String) { log = path + "-wal" }

  /// Asks who writes to let others in.
  func ask() {
    let now = Self.now
    cfile_set_access_time(log, now.tv_sec + Self.ahead, now.tv_nsec)
  }

  /// When somebody asked last; `nil` where something was committed since.
  var asked: Moment? {
    guard let access = status?.accessTime else { return nil }
    guard access.tv_sec > Self.now.tv_sec + Self.ahead / 2 else { return nil }
    return Moment(seconds: access.tv_sec, nanoseconds: access.tv_nsec)
  }

  /// Whether somebody has asked since then.
  func isAsked(since earlier: Moment?) -> Bool {
    guard let asked else { return false }
    return asked != earlier
  }

  /// When the log was written to last; `nil` where there is none.
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
