import CSQLite
import CatalogModel

extension Connection {
  /// Makes the current access ignore cancellation from now on. Used when the main work of the access is done.
  package func ignoreCancellation() {
    sqlite3_progress_handler(handle, 0, nil, nil)
    cancellation = nil
  }

  /// Runs the body of an access that can be cancelled. On cancellation, the running statement stops with an error.
  /// Cancellation uses a progress handler that reads the access's own flag, because `sqlite3_interrupt` could stop a
  /// statement of the next access instead.
  @inlinable
  package func access<Result>(_ cancellation: AccessCancellation?, _ body: () throws -> Result) throws -> Result {
    guard let cancellation else { return try body() }
    try cancellation.check(path)
    observe(cancellation)
    defer { ignoreCancellation() }
    do {
      return try body()
    } catch let error as CatalogError where error.code == .busy && cancellation.isCancelled {
      throw cancellation.error(path)
    }
  }

  @usableFromInline
  func observe(_ cancellation: AccessCancellation) {
    self.cancellation = cancellation
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<AccessCancellation>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(cancellation).toOpaque())
  }

  /// Interrupts statements when the current task is cancelled. For connections that only one task uses.
  package func endStatementsWithTask() {
    sqlite3_progress_handler(handle, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }
}
