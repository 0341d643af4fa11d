extension BookCatalog {
  /// Does what a list asks for, in one view of the catalog; cancelling the task ends it.
  ///
  /// - Throws: ``CatalogError`` when the catalog cannot be read.
  package func run(_ job: BookListJob) async throws -> BookListJob.Outcome {
    try await database.read { try job.run($0) }
  }

  /// Reads what is below an item of a tree of books.
  ///
  /// - Parameters:
  ///   - groupings: what books are grouped by, the outermost first.
  ///   - query: the books that the tree is of, in whichever order.
  ///   - parent: the item; `nil` for the outermost ones.
  ///   - last: the item behind which the page begins; `nil` for the first page.
  ///   - limit: how many items are wanted.
  /// - Throws: ``OutlineMoved`` where the last item is not there any more; ``CatalogError`` when the catalog cannot be
  ///   read.
  package func treePage(
    by groupings: [BookGrouping], of query: BookQuery, below parent: BookTreeItem?, after last: BookTreeItem?,
    limit: Int
  ) async throws -> OutlinePage<BookTreeItem> {
    try await database.read { connection in
      try BookTreeReader(groupings: groupings, query: query, connection: connection)
        .page(below: parent, after: last, limit: limit)
    }
  }

  /// Wakes who looks for changes: after each commit through this object, and when the watch hears of another process's.
  package func wakeups() -> AsyncStream<Void> { database.wakeups.stream() }

  /// Watches the file for what other processes commit, as long as it is held.
  package var folderWatch: FolderWatch { watch.folder(of: database) }

  /// Whether the file that is open is still the one at its path, to be looked at again and again.
  package var fileState: FileState { FileState(database) }
}
