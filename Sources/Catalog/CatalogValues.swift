/// A value that is read from a catalog, again after each commit that may have changed it, whoever makes that: this process or
/// another. Equal values are told once; of those that come while nobody asks, the last one is.
///
/// ```swift
/// for try await count in catalog.values({ try $0.count(of: "is:unread") }) { badge.show(count) }
/// ```
///
/// The first value is there at once. Any number of tasks may go through one sequence, each for itself. It ends when its task
/// is cancelled, and throws what the reading throws; who begins again gets the value anew.
public struct CatalogValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// The value as it was read.
  public typealias Element = Value

  fileprivate let catalog: BookCatalog
  fileprivate let read: @Sendable (CatalogSnapshot) throws -> Value

  /// Begins to tell.
  public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

  /// Asks for one value after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let values: CatalogValues
    private var changes: CatalogChanges.Iterator?
    private var last: Value?

    fileprivate init(values: CatalogValues) { self.values = values }

    /// Waits for the next value.
    ///
    /// - Returns: `nil` when the task was cancelled.
    /// - Throws: ``CatalogError`` where the catalog cannot be read, and what the reading throws.
    public mutating func next() async throws -> Value? {
      while true {
        if changes == nil {
          // From before the value is read, so that nothing is missed between the two.
          changes = try values.catalog.changes().makeAsyncIterator()
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
  /// Observes a value: reads it now, and again after each commit that may have changed it.
  ///
  /// - Parameter read: reads the value in one view of the catalog.
  public func values<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (CatalogSnapshot) throws -> Value
  ) -> CatalogValues<Value> { CatalogValues(catalog: self, read: read) }
}
