import Catalog
import CommandLineKit
import Dispatch
import Platform
import Synchronization

/// The handling of Ctrl-C and other signals that end the program. Most commands are short and end immediately; SQLite
/// rolls back uncommitted changes. A long command is cancelled, reports its progress, and can be continued later. A
/// second Ctrl-C ends even a long command immediately.
enum Interruption {
  /// The write end of the pipe with which the signal handler cancels a long command; -1 if none is running.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// The last signal received; 0 if none.
  private static let last = Atomic<Int32>(0)

  /// The path of an incomplete output file, as the address of a C string; 0 if there is none.
  private static let unfinishedFile = Atomic<UInt>(0)

  /// Installs the signal handlers. Call this once at the start.
  static func install() {
    // The static variables are initialised here. Their first use takes a lock, which a signal handler must not do.
    pipeEnd.store(-1, ordering: .relaxed)
    unfinishedFile.store(0, ordering: .relaxed)
    last.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previousHandler = signal(number) { Interruption.handle($0) }
      // A signal that was ignored when the process started stays ignored, as under nohup. Ctrl-C is an exception.
      let wasIgnored = unsafeBitCast(previousHandler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if wasIgnored, number != SIGINT { signal(number, SIG_IGN) }
    }
  }

  /// Ends the process with the signal that was received, so that a service manager recognises its own signal. Does
  /// nothing after Ctrl-C.
  static func endAsRequested() {
    let number = last.load(ordering: .relaxed)
    guard number != 0, number != SIGINT else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Sets the file to remove if the process is interrupted, in place of any earlier file; `nil` for none.
  static func removesWhenInterrupted(_ path: String?) {
    let new = path.flatMap { strdup($0) }
    let old = unfinishedFile.exchange(UInt(bitPattern: new), ordering: .acquiringAndReleasing)
    free(UnsafeMutablePointer<CChar>(bitPattern: old))
  }

  /// Handles a signal. Uses only functions that POSIX allows in a signal handler: write(2), unlink(2), signal(2),
  /// raise(3) and _exit(2).
  private static func handle(_ number: Int32) {
    last.store(number, ordering: .relaxed)
    let end = pipeEnd.exchange(-1, ordering: .relaxed)
    var byte: UInt8 = 0
    if end < 0 || write(end, &byte, 1) != 1 {
      if let path = UnsafePointer<CChar>(bitPattern: unfinishedFile.load(ordering: .acquiring)) { unlink(path) }
      // `endAsRequested` raises a signal, which is delivered only after this function returns.
      if number == SIGINT { _exit(ExitCode.interrupted.rawValue) }
      endAsRequested()
    }
  }

  /// Returns true if the error means that the work was interrupted rather than that it failed.
  static func isCause(of error: any Error) -> Bool {
    error is CancellationError || (error as? CatalogError)?.code == .cancelled
  }

  /// Runs asynchronous work in a synchronous command and waits for its result. The first Ctrl-C cancels the work.
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
