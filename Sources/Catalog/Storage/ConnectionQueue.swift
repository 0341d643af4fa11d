import Dispatch
import Synchronization

/// A connection and the serial queue on which alone it is used: the writer is one, each reader of the pool is one.
///
/// `@unchecked Sendable`: `connection` is touched by blocks of `queue` only, one at a time.
final class ConnectionQueue: @unchecked Sendable {
  private let queue: DispatchQueue
  private let open: @Sendable () throws -> Connection
  private let pending = Atomic(0)
  private var connection: Connection?

  /// - Parameter open: makes the connection when the first access needs it.
  init(label: String, open: @escaping @Sendable () throws -> Connection) {
    self.queue = DispatchQueue(label: label)
    self.open = open
  }

  /// How many accesses run or wait.
  var load: Int { pending.load(ordering: .relaxed) }

  /// Runs the body on the calling thread when its turn comes. Must not be called from inside another access of the
  /// same queue.
  func sync<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    pending.add(1, ordering: .relaxed)
    defer { pending.subtract(1, ordering: .relaxed) }
    return try queue.sync { try body(opened()) }
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
                let connection = try self.opened()
                return try connection.access(cancellation) { try body(connection) }
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

  /// Closes the connection once the accesses before this one have ended; the next access opens a new one.
  func close() {
    queue.sync { connection = nil }
  }

  private func opened() throws -> Connection {
    if let connection { return connection }
    let connection = try open()
    self.connection = connection
    return connection
  }
}
