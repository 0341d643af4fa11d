/// A sequence of the changes to a catalog, made by this process or any other. Each change is delivered once. Commits
/// between two calls of `next()` are combined into one change. While nothing is committed, no code runs.
///
/// ```swift
/// for try await change in try catalog.changes() { print(change) }
/// ```
///
/// Any number of tasks can iterate over one sequence independently. Each receives all changes since the sequence was
/// created. An iteration ends when its task is cancelled, and throws a ``CatalogError`` if the catalog cannot be read.
/// After an error, the next call of `next()` continues from the same position.
public struct CatalogChanges: AsyncSequence, Sendable {
  /// The books changed by one or several commits.
  public typealias Element = CatalogChange

  private let database: Database
  private let folder: FolderWatch
  private let last: Int64
  private let file: FileState

  /// Starts to observe a catalog.
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be read.
  init(_ database: Database, _ watch: CommitWatch) throws {
    self.database = database
    folder = watch.folder(of: database)
    file = FileState(database)
    last = try database.read { try ChangeTable(connection: $0).newest() }
  }

  /// True if commits by other processes are reported, too. False if the system cannot watch the file, for example
  /// because it has no watches left.
  public var seesOtherProcesses: Bool { folder.isWatching }

  /// Returns an iterator that begins with the first change since the sequence was created.
  public func makeAsyncIterator() -> Iterator {
    let wakeups = database.wakeups.stream().makeAsyncIterator()
    return Iterator(database: database, folder: folder, wakeups: wakeups, last: last, file: file)
  }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let database: Database
    fileprivate let folder: FolderWatch
    fileprivate var wakeups: AsyncStream<Void>.Iterator
    fileprivate var last: Int64
    fileprivate var file: FileState

    /// Waits for the next change.
    ///
    /// - Returns: The change, or `nil` if the task was cancelled.
    /// - Throws: ``CatalogError`` if the catalog cannot be read; `CancellationError` if the task was cancelled during
    ///   the read.
    public mutating func next() async throws -> CatalogChange? {
      while !Task.isCancelled {
        let after = last
        let (change, newest) = try await database.read { try ChangeTable(connection: $0).changes(after: after) }
        last = newest
        if let change { return change }
        if file.look(), let problem = file.problem { return problem }
        guard await wakeups.next() != nil else { return nil }
      }
      return nil
    }
  }
}
