import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C. Most commands are over in a moment and just end: SQLite takes back what was not committed. Long ones are
/// asked to stop, say how far they came, and go on the next time; a second Ctrl-C ends those too.
enum Interruption {
  /// The writing end of a pipe while a long command runs; -1 otherwise. Read inside the signal handler.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// The path of a file that is half written, as the bits of a pointer to a C string; 0 without one.
  private static let unfinishedFile = Atomic<UInt>(0)

  /// To be called once, at the start.
  static func install() {
    // The handler must not be the first to touch it: that would take a lock.
    pipeEnd.store(-1, ordering: .relaxed)
    unfinishedFile.store(0, ordering: .relaxed)
    signal(SIGINT) { _ in Interruption.handle() }
  }

  /// Removes this file if the process is interrupted, until it is told otherwise: one at a time, `nil` for none.
  static func removesWhenInterrupted(_ path: String?) {
    let new = path.flatMap { strdup($0) }
    let old = unfinishedFile.exchange(UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    free(UnsafeMutablePointer<CChar>(bitPattern: old))
  }

  /// Only what POSIX allows in a signal handler: write(2), unlink(2) and _exit(2).
  private static func handle() {
    let end = pipeEnd.exchange(-1, ordering: .relaxed)
    var byte: UInt8 = 0
    if end < 0 || write(end, &byte, 1) != 1 {
      if let path = UnsafePointer<CChar>(bitPattern: unfinishedFile.load(ordering: .acquiring)) { unlink(path) }
      _exit(ExitCode.interrupted.rawValue)
    }
  }

  /// Runs async work from a synchronous command. Ctrl-C cancels it once.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    var ends: [Int32] = [-1, -1]
    let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let task = Task.detached {
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      done.signal()
    }
    if pipe(&ends) == 0 {
      let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
      let readingEnd = ends[0]
      source.setEventHandler { task.cancel() }
      source.setCancelHandler { close(readingEnd) }
      source.activate()
      pipeEnd.store(ends[1], ordering: .relaxed)
      done.wait()
      pipeEnd.store(-1, ordering: .relaxed)
      source.cancel()
      close(ends[1])
    } else {
      done.wait()
    }
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
