import Catalog

/// Fetches the metadata of a few books while somebody waits, for a moment at most. What has not come by then stays in
/// line; what others have put there is not fetched.
enum BriefFetch {
  /// Fetches with a fetcher that is made for this and stopped.
  ///
  /// - Parameters:
  ///   - books: their numbers, the most important one first.
  ///   - wait: how long at most; `nil` for as long as it takes.
  /// - Returns: what came of it; `nil` when the time was over first.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`.
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

  /// A fetcher that asks for what it is told to and no more.
  static func fetcher(of catalog: BookCatalog, from provider: any MetadataProvider) -> MetadataFetcher {
    catalog.metadataFetcher(provider: provider, servesQueue: false)
  }

  /// The same with a fetcher of ``fetcher(of:from:)``, which goes on.
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
