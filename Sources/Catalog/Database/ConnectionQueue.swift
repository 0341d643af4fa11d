import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection and the serial queue on which alone it is used: the writer is one, each reader of the pool is one.
///
/// `@unchecked Sendable`: `connection` is touched by blocks of `queue` only, one at a time.
final class ConnectionQueue: @unchecked Sendable {
  private let queue: DispatchQueue
  private let open: @Sendable () throws -> Connection
  private let pending = Atomic(0)
  /// The thread of the access under way; 0 without one. (Dispatch's own marks of queues start threads when they go.)
  private let thread = Atomic<UInt>(0)
  private var connection: Connection?

  /// - Parameter open: makes the connection when the first access needs it.
  init(label: String, open: @escaping @Sendable () throws -> Connection) {
    self.queue = DispatchQueue(label: label)
    self.open = open
  }

  /// How many accesses run or wait.
  var load: Int { pending.load(ordering: .relaxed) }

  /// Runs the body on the calling thread when its turn comes.
  ///
  /// - Throws: ``CatalogError`` from inside another access of the same queue, which would wait for itself for ever; or
  ///   what the body throws.
  func sync<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard !isCurrent else {
      throw CatalogError(
        .failed, "use", "the catalog", cause: "an access was begun inside the closure of another one",
        hint: "use the snapshot or the transaction that the closure was given")
    }
    pending.add(1, ordering: .relaxed)
    defer { pending.subtract(1, ordering: .relaxed) }
    return try queue.sync { try run(body) }
  }

  /// Runs the body on the queue's own thread. Cancelling the task ends this access, whether it waits or runs, and no
  /// other; an access that has ended is not undone by a later cancellation.
  ///
  /// - Throws: `CancellationError`, or what the body throws.
  func async<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
    let cancellation = AccessCancellation()
    pending.add(1, ordering: .relaxed)
    defer { pending.subtract(1, ordering: .relaxed) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Swift.Result {
              do {
                if cancellation.isCancelled { throw CancellationError() }
                return try self.run { connection in
                  try connection.access(cancellation) { try body(connection) }
                }
              } catch let error as CatalogError where error.code == .cancelled {
                throw CancellationError()
              }
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Closes the connection once the accesses before this one have ended; the next access opens a new one. Inside of an
  /// access it waits for nothing, and the connection is closed behind that.
  func close() {
    guard !isCurrent else { return queue.async { self.connection = nil } }
    queue.sync { connection = nil }
  }

  /// Whether the code under way is an access of this queue.
  private var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Runs the body of an access, on the queue.
  private func run<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    thread.store(Self.currentThread, ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    return try body(opened())
  }

  private func opened() throws -> Connection {
    if let connection { return connection }
    let connection = try open()
    self.connection = connection
    return connection
  }
}
