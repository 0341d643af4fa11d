import CatalogModel
import Synchronization

/// A flag that cancels a single access to a database. It can be set from any thread.
package final class AccessCancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func cancel() { flag.store(true, ordering: .relaxed) }

  package func check(_ path: String) throws {
    if isCancelled { throw error(path) }
  }

  package func error(_ path: String) -> CatalogError {
    CatalogError(.cancelled, "use", path, cause: "the access was cancelled")
  }
}
