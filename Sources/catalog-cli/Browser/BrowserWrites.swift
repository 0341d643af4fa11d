import Catalog

/// What the user changes, stored one after the other in the order in which it was asked for. While another program holds the
/// catalog, it is tried again.
@MainActor final class BrowserWrites {
  /// What came of a change.
  enum Outcome: Equatable, Sendable {
    /// With a line that says what was done.
    case stored(String)
    /// Another program holds the catalog; it is being tried again.
    case waiting
    /// It was not stored, for this reason.
    case refused(String)
  }

  /// How often a change is tried, each time for as long as the catalog waits by itself: about a minute.
  private static let attempts = 12

  private let catalog: BookCatalog
  private var last: Task<Void, Never>?

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  /// Makes a change once those before it are made.
  ///
  /// - Parameters:
  ///   - body: makes it, and says what it did.
  ///   - tell: is told what comes of it.
  func add(
    _ body: @escaping @Sendable (BookCatalog) async throws -> String, tell: @escaping @MainActor (Outcome) -> Void
  ) {
    let (catalog, before) = (catalog, last)
    last = Task {
      await before?.value
      for attempt in 1...Self.attempts {
        do {
          return tell(.stored(try await body(catalog)))
        } catch let error as CatalogError where error.isRetryable && attempt < Self.attempts {
          tell(.waiting)
        } catch {
          return tell(.refused(String(describing: error)))
        }
      }
    }
  }

  /// Waits until all is stored or refused.
  func finish() async { await last?.value }
}
