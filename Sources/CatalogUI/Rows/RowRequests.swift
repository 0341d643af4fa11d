import Catalog

/// Asks a fetcher for single rows, each as long as somebody wants it.
@MainActor final class RowRequests {
  private let fetcher: MetadataFetcher
  private var running: [Book.ID: TaskHandle] = [:]

  init(_ fetcher: MetadataFetcher) { self.fetcher = fetcher }

  /// Lets go of all rows but these: what nobody else asked for leaves the queue.
  func keep(_ books: Set<Book.ID>) {
    if running.keys.contains(where: { !books.contains($0) }) { running = running.filter { books.contains($0.key) } }
  }

  /// Asks for rows, those apart that are being asked for.
  ///
  /// - Parameter failed: is told why a row could not be asked for.
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
