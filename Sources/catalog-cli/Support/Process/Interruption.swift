import Catalog
import CommandLineKit
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C, and other signals that ask a process to end. Most commands are over in a moment and just end: SQLite takes back what was not committed. Long ones are
/// asked to stop, say how far they came, and go on the next time; a second Ctrl-C ends those too.
enum Interruption {
  /// The writing end of a pipe while a long command runs; -1 otherwise. Read inside the signal handler.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// The signal that came last; 0 without one.
  private static let last = Atomic<Int32>(0)

  /// The path of a file that is half written, as the bits of a pointer to a C string; 0 without one.
  private static let unfinishedFile = Atomic<UInt>(0)

  /// To be called once, at the start.
  static func install() {
    // The handler must not be the first to touch it: that would take a lock.
    pipeEnd.store(-1, ordering: .relaxed)
    unfinishedFile.store(0, ordering: .relaxed)
    last.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let usual = signal(number) { Interruption.handle($0) }
      // Who started the process with nohup wants it to stay.
      let wasIgnored = unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if wasIgnored, number != SIGINT { signal(number, SIG_IGN) }
    }
  }

  /// Ends the process by the signal that it was asked to stop with, where that is not Ctrl-C: a service manager knows
  /// its own again.
  static func endAsAsked() {
    let number = last.load(ordering: .relaxed)
    guard number != 0, number != SIGINT else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Removes this file if the process is interrupted, until it is told otherwise: one at a time, `nil` for none.
  static func removesWhenInterrupted(_ path: String?) {
    let new = path.flatMap { strdup($0) }
    let old = unfinishedFile.exchange(UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    free(UnsafeMutablePointer<CChar>(bitPattern: old))
  }

  /// Only what POSIX allows in a signal handler: write(2), unlink(2), signal(2), raise(3) and _exit(2).
  private static func handle(_ number: Int32) {
    last.store(number, ordering: .relaxed)
    let end = pipeEnd.exchange(-1, ordering: .relaxed)
    var byte: UInt8 = 0
    if end < 0 || write(end, &byte, 1) != 1 {
      if let path = UnsafePointer<CChar>(bitPattern: unfinishedFile.load(ordering: .acquiring)) { unlink(path) }
      // A signal that is raised here comes once this has returned.
      if number == SIGINT { _exit(ExitCode.interrupted.rawValue) }
      endAsAsked()
    }
  }

  /// Whether work ended by this, and not since something failed.
  static func isCause(of error: any Error) -> Bool {
    error is CancellationError || (error as? CatalogError)?.code == .cancelled
  }

  /// Runs async work from a synchronous command. Ctrl-C cancels it once.
  static func cancelling<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    try ProcessMeans.require()
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
