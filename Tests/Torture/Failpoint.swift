import CSQLite
import FoundationEssentials
import Platform
import Synchronization

/// A point at which the process kills itself: just before or just after its nth COMMIT of a write. SQLite calls it
/// through a hook, so the program under torture needs no code for it.
enum Failpoint {
  /// The environment variable that sets the failpoint: `before 7` or `after 7`. Without it, the process is not killed.
  static let variable = "CATALOG_TORTURE_KILL"

  private static let point: (isBefore: Bool, commit: Int)? = {
    let words = (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: " ")
    guard words.count == 2, let commit = Int(words[1]) else { return nil }
    return (words[0] == "before", commit)
  }()

  private static let commits = Atomic(0)
  /// The connection that is committing. It distinguishes the end of its write from the end of another connection's
  /// read.
  private static let committing = Atomic(0)

  /// Installs the failpoint in every connection that is opened from now on.
  static func install() {
    guard point != nil else { return }
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
    // SQLite calls the function with three arguments, although the declaration takes none
    // (sqlite.org/c3ref/auto_extension.html).
    sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
  }

  private static func begin(_ connection: Int) {
    let commit = commits.add(1, ordering: .sequentiallyConsistent).newValue
    committing.store(connection, ordering: .sequentiallyConsistent)
    if let point, point.isBefore, point.commit == commit { kill(getpid(), SIGKILL) }
  }

  private static func end(_ statement: OpaquePointer?) {
    guard let point, !point.isBefore, let text = sqlite3_sql(statement), strncmp(text, "COMMIT", 6) == 0,
      commits.load(ordering: .sequentiallyConsistent) >= point.commit,
      committing.load(ordering: .sequentiallyConsistent) == Int(bitPattern: sqlite3_db_handle(statement))
    else { return }
    kill(getpid(), SIGKILL)
  }
}
