import CatalogDatabase
import Dispatch
import Platform
import Synchronization

/// An object that makes checkpoints: it copies the write-ahead log into the database file, so that the log does not
/// grow without limit (sqlite.org/wal.html#ckpt). By default, SQLite makes a checkpoint in the commit that makes the
/// log too long, which makes that commit many times slower than others. This object makes checkpoints on another thread
/// instead, at a moment without edits.
final class Checkpointer: Sendable {
  /// The time without edits, in microseconds, after which a checkpoint is made. A process that runs a single command
  /// has exited by then; it makes the checkpoint when it closes its connection (``Connection``).
  private static let lull: UInt32 = 50_000
  /// The maximum time, in milliseconds, to wait for a moment without writes by others.
  private static let search = 50

  private let open: @Sendable () throws -> Connection
  private let isScheduled = Atomic(false)
  /// The number of times that ``schedule(isUrgent:)`` was called.
  private let requests = Atomic(0)
  private let isUrgent = Atomic(false)
  private let copying = Mutex(())

  /// Creates a checkpointer.
  ///
  /// - Parameter open: Opens a connection that does not wait for other processes. Each checkpoint opens a new
  ///   connection, which costs little because checkpoints are rare. A permanent connection would keep a catalog open
  ///   that was closed in the meantime.
  init(open: @escaping @Sendable () throws -> Connection) { self.open = open }

  /// Schedules a checkpoint for the next moment without edits. A checkpoint keeps the disk busy and would slow down
  /// edits made at the same time.
  ///
  /// - Parameter isUrgent: True to make the checkpoint as soon as possible, because the log is far too long.
  func schedule(isUrgent: Bool) {
    requests.add(1, ordering: .relaxed)
    if isUrgent { self.isUrgent.store(true, ordering: .relaxed) }
    guard !isScheduled.exchange(true, ordering: .relaxed) else { return }
    // This code sleeps instead of using a Dispatch timer, because a timer traps if no file descriptor is left.
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

  /// Makes a checkpoint now, on another thread. Others can write in the meantime.
  func run() async {
    isScheduled.store(false, ordering: .relaxed)
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        self.copy()
        continuation.resume()
      }
    }
  }

  /// Waits for a checkpoint in progress, and cancels a scheduled one.
  func close() {
    isScheduled.store(false, ordering: .relaxed)
    copying.withLock { _ in }
  }

  /// Makes a checkpoint in several passes. Each pass copies the pages that were added during the previous pass. The
  /// passes end when the number of pages no longer decreases quickly. A last pass, made at a moment without writes,
  /// blocks writers while it copies the rest. This lets SQLite restart the log even if edits follow each other without
  /// a pause.
  ///
  /// Errors are ignored. They only mean that the log keeps growing until the checkpoint after the next commit.
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
