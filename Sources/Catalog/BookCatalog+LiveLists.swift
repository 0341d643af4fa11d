extension BookCatalog {
  /// Runs a job of a live list, on one consistent view of the catalog. Cancelling the task ends the job.
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be read.
  package func run(_ job: BookListJob) async throws -> BookListJob.Outcome {
    try await database.read { [audience] in try job.run($0, for: audience) }
  }

  /// Returns a page of the children of an item in a tree of books.
  ///
  /// - Parameters:
  ///   - groupings: The groupings of the tree, outermost first.
  ///   - query: The query that finds the books of the tree. Its order is ignored.
  ///   - parent: The item whose children are returned, or `nil` for the top level of the tree.
  ///   - last: The last item of the previous page, or `nil` for the first page.
  ///   - limit: The maximum number of items.
  /// - Throws: ``OutlineMoved`` if `last` no longer exists; ``CatalogError`` if the catalog cannot be read.
  package func treePage(
    by groupings: [BookGrouping], of query: BookQuery, below parent: BookTreeItem?, after last: BookTreeItem?,
    limit: Int
  ) async throws -> OutlinePage<BookTreeItem> {
    try await database.read { [audience] connection in
      try BookTreeReader(groupings: groupings, query: query, audience: audience, connection: connection)
        .page(below: parent, after: last, limit: limit)
    }
  }

  /// Returns a stream with an element for each commit made through this object. While a ``folderWatch`` is active,
  /// commits by other processes are included.
  package func wakeups() -> AsyncStream<Void> { database.wakeups.stream() }

  /// A watch that notices commits by other processes. It is active as long as the caller keeps a reference to it.
  package var folderWatch: FolderWatch { watch.folder(of: database) }

  /// A repeatable check that the opened file is still the file at its path.
  package var fileState: FileState { FileState(database) }
}
