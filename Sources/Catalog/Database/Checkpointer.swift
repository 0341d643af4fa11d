import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An object that copies the write-ahead log into the file (a checkpoint, sqlite.org/wal.html#ckpt), so that the log's
/// space can be reused. By default, SQLite copies the log in the commit that makes the log too long. That commit takes
/// many times as long as other commits. Here, another thread copies the log after a moment without edits.
final class Checkpointer: Sendable {
  /// The time without edits after which the log is copied, in microseconds. A process that runs a single command has
  /// exited by then, and has copied the log when it closed its connection (``Connection``).
  private static let lull: UInt32 = 50_000
  /// The time, in milliseconds, to look for a moment without writes if others add to the log while it is copied.
  private static let search = 50

  private let open: @Sendable () throws -> Connection
  private let isScheduled = Atomic(false)
  /// The number of calls to ``schedule(isUrgent:)``.
  private let requests = Atomic(0)
  private let isUrgent = Atomic(false)
  private let copying = Mutex(())

  /// Creates a checkpointer.
  ///
  /// - Parameter open: Opens a connection that does not wait for other processes. Each copy opens its own connection:
  ///   copies are rare, and a catalog closed in the meantime stays closed.
  init(open: @escaping @Sendable () throws -> Connection) { self.open = open }

  /// Copies the log on another thread, after a moment without further calls. Copying keeps the disk busy and would slow
  /// down edits made at the same time.
  ///
  /// - Parameter isUrgent: True to copy without waiting for such a moment, because the log is far too long.
  func schedule(isUrgent: Bool) {
    requests.add(1, ordering: .relaxed)
    if isUrgent { self.isUrgent.store(true, ordering: .relaxed) }
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    // A timer of Dispatch needs a file descriptor, and traps if none is left.
    DispatchQueue.global(qos: .utility).async { [weak self] in
      var seen: Int?
      while let requests = self?.requests.load(ordering: .relaxed), requests != seen,
        self?.isUrgent.load(ordering: .relaxed) == false
      {
        seen = requests
        usleep(Self.lull)
      }
      guard let self, isScheduled.exchange(false, ordering: .relaxed) else { return }
      copy()
    }
  }

  /// Copies the log now, on another thread, while others continue to write.
  func run() async {
    isScheduled.store(false, ordering: .relaxed)
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        self.copy()
        continuation.resume()
      }
    }
  }

  /// Waits for a running copy, and cancels a scheduled copy.
  func close() {
    isScheduled.store(false, ordering: .relaxed)
    copying.withLock { _ in }
  }

  /// Copies the log, then the pages added in the meantime, as long as their number decreases. Copies the last pages in
  /// a moment without writes, and blocks writes during that copy. In this way, the log can restart even if edits follow
  /// each other without a pause.
  ///
  /// Errors are ignored: the log only grows, and the next commit schedules another copy.
  private func copy() {
    copying.withLock { _ in
      isUrgent.store(false, ordering: .relaxed)
      guard let connection = try? open() else { return }
      var left = Int.max
      while let pages = try? connection.checkpoint(.passive) {
        guard pages > 0 else { return }
        if pages > left / 2 { break }
        left = pages
      }
      for _ in 0..<Self.search {
        if connection.canWrite {
          _ = try? connection.checkpoint(.full)
          return
        }
        usleep(1_000)
      }
    }
  }
}
