import CatalogDatabase
import Dispatch
import Platform
import Synchronization

/// A connection with a serial queue, on which all accesses through the connection run. The writer of a catalog has one
/// such queue, and so does each of its readers.
///
/// `@unchecked Sendable` is safe because `connection` is accessed only on `queue`, by one block at a time.
final class ConnectionQueue: @unchecked Sendable {
  private let queue: DispatchQueue
  private let open: @Sendable () throws -> Connection
  private let pending = Atomic(0)
  /// The thread on which an access is running, or 0 if none is running. Dispatch's queue-specific values are not used,
  /// because they start threads when they are released.
  private let thread = Atomic<UInt>(0)
  private var connection: Connection?

  /// Creates a queue.
  ///
  /// - Parameter open: Opens the connection. Called when the first access runs.
  init(label: String, open: @escaping @Sendable () throws -> Connection) {
    self.queue = DispatchQueue(label: label)
    self.open = open
  }

  /// The number of accesses that are running or waiting.
  var load: Int { pending.load(ordering: .relaxed) }

  /// Runs the body on the calling thread, after all earlier accesses.
  ///
  /// - Throws: ``CatalogError`` if called inside another access of this queue, because the call would wait for itself
  ///   forever; or an error that the body throws.
  func sync<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard !isCurrent else {
      throw CatalogError(
        .failed, "use", "the catalog", cause: "an access was started inside the closure of another access",
        hint: "use the snapshot or transaction that the closure received")
    }
    pending.add(1, ordering: .relaxed)
    defer { pending.subtract(1, ordering: .relaxed) }
    return try queue.sync { try run(body) }
  }

  /// Runs the body on the queue's own thread. Cancelling the task ends this access, whether it is waiting or already
  /// running. If the access has already ended, cancelling has no effect.
  ///
  /// - Throws: `CancellationError`, or an error that the body throws.
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

  /// Waits for earlier accesses and closes the connection. The next access opens a new one. If called inside an access,
  /// it returns immediately, and the connection is closed when that access ends.
  func close() {
    guard !isCurrent else { return queue.async { self.connection = nil } }
    queue.sync { connection = nil }
  }

  /// True if the calling code runs inside an access of this queue.
  private var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Runs the body of an access. Must be called on the queue.
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
