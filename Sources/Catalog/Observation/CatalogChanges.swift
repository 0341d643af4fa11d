/// A sequence of the changes made to a catalog by this process or any other. Each change is delivered once. Changes
/// made between two calls of `next()` are combined into one. Changes to books that the audience of the catalog may not
/// see are left out. Waiting uses no CPU time.
///
/// ```swift
/// for try await change in try catalog.changes() { print(change) }
/// ```
///
/// Any number of tasks can iterate over one sequence. Each task receives all changes made since the sequence was
/// created. An iteration ends when its task is cancelled, and throws a ``CatalogError`` if the catalog cannot be read.
/// After an error, the next call of `next()` continues at the same position.
public struct CatalogChanges: AsyncSequence, Sendable {
  /// The books changed by one or more commits.
  public typealias Element = CatalogChange

  private let database: Database
  private let audience: Audience
  private let folder: FolderWatch
  private let last: Int64
  private let file: FileState

  /// Creates a sequence of the changes made from now on.
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be read.
  init(_ database: Database, _ watch: CommitWatch, for audience: Audience) throws {
    (self.database, self.audience) = (database, audience)
    folder = watch.folder(of: database)
    file = FileState(database)
    last = try database.read { try ChangeTable(connection: $0).newest() }
  }

  /// True if changes by other processes are also reported. False if the system cannot watch the file, for example
  /// because all its watches are in use.
  public var seesOtherProcesses: Bool { folder.isWatching }

  /// Returns an iterator that begins with the first change made since the sequence was created.
  public func makeAsyncIterator() -> Iterator {
    let wakeups = database.wakeups.stream().makeAsyncIterator()
    return Iterator(
      database: database, audience: audience, folder: folder, wakeups: wakeups, last: last, file: file)
  }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let database: Database
    fileprivate let audience: Audience
    fileprivate let folder: FolderWatch
    fileprivate var wakeups: AsyncStream<Void>.Iterator
    fileprivate var last: Int64
    fileprivate var file: FileState

    /// Waits for the next change.
    ///
    /// - Returns: The change, or `nil` if the task was cancelled.
    /// - Throws: ``CatalogError`` if the catalog cannot be read; `CancellationError` if the task was cancelled while
    ///   the catalog was being read.
    public mutating func next() async throws -> CatalogChange? {
      while !Task.isCancelled {
        let after = last
        let (change, newest) = try await database.read { [audience] in
          try AudienceLimits(audience, $0).changes(after: after, $0)
        }
        last = newest
        if let change { return change }
        if file.look(), let problem = file.problem { return problem }
        guard await wakeups.next() != nil else { return nil }
      }
      return nil
    }
  }
}
