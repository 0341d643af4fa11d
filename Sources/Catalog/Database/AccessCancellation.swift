import Synchronization

/// A flag that cancels a single access to the catalog. It can be set from any thread.
final class AccessCancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }

  func check(_ path: String) throws {
    if isCancelled { throw error(path) }
  }

  func error(_ path: String) -> CatalogError {
    CatalogError(.cancelled, "use", path, cause: "the access was cancelled")
  }
}
