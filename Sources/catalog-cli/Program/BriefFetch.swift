import Catalog

/// Fetches the metadata of a few books while somebody waits, for a moment at most. What has not come by then stays in
/// line.
enum BriefFetch {
  /// - Parameters:
  ///   - books: their numbers, the most important one first.
  ///   - wait: how long at most.
  /// - Returns: what came of it; `nil` when the time was over first.
  /// - Throws: ``CatalogError`` when the catalog cannot be written; `CancellationError`.
  static func run(
    _ books: [Int64], with fetcher: MetadataFetcher, wait: WaitTime
  ) async throws -> MetadataReport? {
    await fetcher.show(books)
    return try await withThrowingTaskGroup(of: MetadataReport?.self) { group in
      group.addTask { try await fetcher.fetch(books, isBrief: true) }
      group.addTask {
        try await Task.sleep(for: .milliseconds(wait.milliseconds))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
