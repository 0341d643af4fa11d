import Catalog

/// Requests the metadata of individual rows, each for as long as a viewer needs it.
@MainActor final class RowRequests {
  private let fetcher: MetadataFetcher
  private var running: [Book.ID: TaskHandle] = [:]

  init(_ fetcher: MetadataFetcher) { self.fetcher = fetcher }

  /// Cancels the requests for all rows except the given ones. A row leaves the queue if no other caller requested it.
  func keep(_ books: Set<Book.ID>) {
    if running.keys.contains(where: { !books.contains($0) }) { running = running.filter { books.contains($0.key) } }
  }

  /// Requests the given rows, except those that are already requested.
  ///
  /// - Parameter failed: A closure that receives the error if a row cannot be requested.
  func ask(for books: [Book.ID], failed: @escaping @MainActor (any Error) -> Void) {
    for book in books where running[book] == nil {
      let fetcher = fetcher
      running[book] = TaskHandle(
        Task { [weak self] in
          do {
            _ = try await fetcher.metadata(of: book)
          } catch is CancellationError {
            return
          } catch {
            failed(error)
          }
          if !Task.isCancelled { self?.running[book] = nil }
        })
    }
  }
}
