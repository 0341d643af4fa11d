/// A sequence of the values that a closure reads from a catalog. The closure runs again after each commit that may have
/// changed the value, in this process or in another. A value is skipped if it equals the previous one. If several
/// commits were made between two calls of `next()`, only the latest value is returned.
///
/// ```swift
/// for try await count in catalog.values({ try $0.count(of: "is:unread") }) { badge.show(count) }
/// ```
///
/// The current value is returned first, without waiting. Any number of tasks can iterate over one sequence. An
/// iteration ends when its task is cancelled, or when the closure throws an error, which is rethrown. A new iteration
/// starts with the current value.
public struct CatalogValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// A value that the closure has read from the catalog.
  public typealias Element = Value

  fileprivate let catalog: BookCatalog
  fileprivate let read: @Sendable (CatalogSnapshot) throws -> Value

  /// Returns an iterator that begins with the current value.
  public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

  /// An iterator over the values.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let values: CatalogValues
    private var changes: CatalogChanges.Iterator?
    private var last: Value?

    fileprivate init(values: CatalogValues) { self.values = values }

    /// Waits for the next value.
    ///
    /// - Returns: The value, or `nil` if the task was cancelled.
    /// - Throws: ``CatalogError`` if the catalog cannot be read, or an error that the closure throws.
    public mutating func next() async throws -> Value? {
      while true {
        if changes == nil {
          // Observation starts before the first value is read, so that no change is missed.
          // Changes to hidden books count, because a value also changes when a book becomes hidden.
          changes = try CatalogChanges(values.catalog.database, values.catalog.watch, for: .owner).makeAsyncIterator()
        } else if try await changes?.next() == nil {
          return nil
        }
        let value = try await values.catalog.read(values.read)
        guard value != last else { continue }
        last = value
        return value
      }
    }
  }
}

extension BookCatalog {
  /// Returns a sequence that reads a value now, and again after each commit that may have changed it.
  ///
  /// ```swift
  /// for try await name in catalog.values({ try $0.undoName }) { undoItem.title = name ?? "Undo" }
  /// ```
  ///
  /// - Parameter read: Reads the value from one consistent view of the catalog.
  public func values<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (CatalogSnapshot) throws -> Value
  ) -> CatalogValues<Value> { CatalogValues(catalog: self, read: read) }
}
