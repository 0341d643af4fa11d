import CSQLite
import FoundationEssentials
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place at which the process kills itself: right before or right after its nth COMMIT of a write. SQLite itself calls
/// it, so that the program under torture needs no places of its own for it.
enum Failpoint {
  /// `before 7`, `after 7`; without it the process lives.
  static let variable = "CATALOG_TORTURE_KILL"

  private static let place: (isBefore: Bool, commit: Int)? = {
    let words = (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: " ")
    guard words.count == 2, let commit = Int(words[1]) else { return nil }
    return (words[0] == "before", commit)
  }()

  private static let commits = Atomic(0)
  /// The connection that commits, so that the end of another one's read is not taken for the end of its write.
  private static let committing = Atomic(0)

  /// Has every connection that is opened from now on pass the failpoint.
  static func install() {
    guard place != nil else { return }
    typealias Entry =
      @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, UnsafeRawPointer?) -> Int32
    let entry: Entry = { database, _, _ in
      sqlite3_commit_hook(
        database,
        { database in
          Failpoint.begin(Int(bitPattern: database))
          return 0
        }, UnsafeMutableRawPointer(database))
      sqlite3_trace_v2(
        database, UInt32(SQLITE_TRACE_PROFILE),
        { _, _, statement, _ in
          Failpoint.end(OpaquePointer(statement))
          return 0
        }, nil)
      return SQLITE_OK
    }
    // What SQLite calls takes three arguments, though it is declared to take none (sqlite.org/c3ref/auto_extension.html).
    sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
  }

  private static func begin(_ connection: Int) {
    let commit = commits.add(1, ordering: .sequentiallyConsistent).newValue
    committing.store(connection, ordering: .sequentiallyConsistent)
    if let place, place.isBefore, place.commit == commit { kill(getpid(), SIGKILL) }
  }

  private static func end(_ statement: OpaquePointer?) {
    guard let place, !place.isBefore, let text = sqlite3_sql(statement), strncmp(text, "COMMIT", 6) == 0,
      commits.load(ordering: .sequentiallyConsistent) >= place.commit,
      committing.load(ordering: .sequentiallyConsistent) == Int(bitPattern: sqlite3_db_handle(statement))
    else { return }
    kill(getpid(), SIGKILL)
  }
}
