extension BookCatalog {
  /// Runs a live list's job on one consistent view of the catalog. Cancelling the task ends the job.
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be read.
  package func run(_ job: BookListJob) async throws -> BookListJob.Outcome {
    try await database.read { try job.run($0) }
  }

  /// Returns a page of the children of an item in a tree of books.
  ///
  /// - Parameters:
  ///   - groupings: The groupings of the tree, outermost first.
  ///   - query: The query that finds the books of the tree. Its order is ignored.
  ///   - parent: The parent item, or `nil` for the outermost items.
  ///   - last: The item after which the page begins, or `nil` for the first page.
  ///   - limit: The maximum number of items.
  /// - Throws: ``OutlineMoved`` if `last` no longer exists; ``CatalogError`` if the catalog cannot be read.
  package func treePage(
    by groupings: [BookGrouping], of query: BookQuery, below parent: BookTreeItem?, after last: BookTreeItem?,
    limit: Int
  ) async throws -> OutlinePage<BookTreeItem> {
    try await database.read { connection in
      try BookTreeReader(groupings: groupings, query: query, connection: connection)
        .page(below: parent, after: last, limit: limit)
    }
  }

  /// Returns a stream that yields after each commit through this object, and after each commit by another process that
  /// ``folderWatch`` notices.
  package func wakeups() -> AsyncStream<Void> { database.wakeups.stream() }

  /// A watch for commits by other processes, active as long as the caller keeps a reference to it.
  package var folderWatch: FolderWatch { watch.folder(of: database) }

  /// A check that the open file is still the file at its path. It can be repeated at any time.
  package var fileState: FileState { FileState(database) }
}
