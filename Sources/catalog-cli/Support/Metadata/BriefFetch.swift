import Catalog

/// Functions that fetch the metadata of a few books while the user waits, within a time limit. Books without metadata
/// at the end stay queued. Books that other callers have queued are not fetched.
enum BriefFetch {
  /// Fetches metadata with a new fetcher, which is stopped at the end.
  ///
  /// - Parameters:
  ///   - books: The ids of the books, the most important first.
  ///   - wait: The time limit; `nil` for none.
  /// - Returns: The result; `nil` if the time limit was reached first.
  /// - Throws: ``CatalogError`` if the catalog cannot be written; `CancellationError`.
  static func run(
    _ books: [Book.ID], of catalog: BookCatalog, from provider: any MetadataProvider, wait: WaitTime?
  ) async throws -> MetadataReport? {
    let fetcher = fetcher(of: catalog, from: provider)
    do {
      let report = try await run(books, with: fetcher, wait: wait)
      await fetcher.stop()
      return report
    } catch {
      await fetcher.stop()
      throw error
    }
  }

  /// Returns a fetcher that fetches only books requested from the fetcher itself, not other queued books.
  static func fetcher(of catalog: BookCatalog, from provider: any MetadataProvider) -> MetadataFetcher {
    catalog.metadataFetcher(provider: provider, servesQueue: false)
  }

  /// Fetches metadata with a fetcher from ``fetcher(of:from:)``. The caller must stop the fetcher.
  static func run(
    _ books: [Book.ID], with fetcher: MetadataFetcher, wait: WaitTime?
  ) async throws -> MetadataReport? {
    await fetcher.show(books)
    return try await withThrowingTaskGroup(of: MetadataReport?.self) { group in
      group.addTask { try await fetcher.fetch(books, isBrief: true) }
      if let wait {
        group.addTask {
          try await Task.sleep(for: .milliseconds(wait.milliseconds))
          return nil
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
