import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies the write-ahead log into the file (a checkpoint, sqlite.org/wal.html#ckpt), so that its space can be written
/// again. SQLite by itself does it in the commit that makes the log too long, so that one edit of many takes many times as
/// long as the others; here another thread does it once nobody edits for a moment.
final class Checkpointer: Sendable {
  /// For how long nobody has edited, in microseconds. A process that did one thing is over by then, and has copied the log when
  /// it closed it (``Connection``).
  private static let lull: UInt32 = 50_000
  /// Milliseconds for which a moment is sought in which nobody writes, where the log is copied while others add to it.
  private static let search = 50

  private let open: @Sendable () throws -> Connection
  private let isScheduled = Atomic(false)
  /// How often it was asked for.
  private let requests = Atomic(0)
  private let isUrgent = Atomic(false)
  private let copying = Mutex(())

  /// - Parameter open: makes a connection that waits for nobody. Each copy has its own: it is seldom made, and what is closed
  ///   meanwhile stays closed.
  init(open: @escaping @Sendable () throws -> Connection) { self.open = open }

  /// Copies the log on another thread, once this was not asked for again for a moment: copying makes the disk busy, and who
  /// edits meanwhile waits for it.
  ///
  /// - Parameter isUrgent: whether not to wait for that, since the log is too long by far.
  func schedule(isUrgent: Bool) {
    requests.add(1, ordering: .relaxed)
    if isUrgent { self.isUrgent.store(true, ordering: .relaxed) }
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    // Dispatch's timers need descriptors, and trap where none are left.
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

  /// Copies the log now, on another thread, while others go on writing.
  func run() async {
    isScheduled.store(false, ordering: .relaxed)
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        self.copy()
        continuation.resume()
      }
    }
  }

  /// Waits for a copy under way, and begins none that was to come.
  func close() {
    isScheduled.store(false, ordering: .relaxed)
    copying.withLock { _ in }
  }

  /// Copies what is there, then what has come meanwhile, as long as that becomes less; and the rest in a moment in which
  /// nobody writes, which it fills. So the log begins anew also where one edit follows the other.
  ///
  /// Whatever is in its way, the log only becomes longer by it, and the next commit asks again.
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
