/// The changes of a catalog, whoever makes them: this process or another. Nothing is told twice; what is committed while
/// nobody asks is told together. While nothing is committed, nothing is done.
///
/// ```swift
/// for try await change in try catalog.changes() { print(change) }
/// ```
///
/// Any number of tasks may go through one sequence, each for itself: each is told all that is committed since the sequence
/// was made. It ends when its task is cancelled, and throws ``CatalogError`` where the catalog cannot be read; who asks again
/// goes on from there.
public struct CatalogChanges: AsyncSequence, Sendable {
  /// The books that changed with one or several commits.
  public typealias Element = CatalogChange

  private let database: Database
  private let folder: FolderWatch
  private let last: Int64
  private let file: FileState

  /// - Throws: ``CatalogError`` when the catalog cannot be read.
  init(_ database: Database, _ watch: CommitWatch) throws {
    self.database = database
    folder = watch.folder(of: database)
    file = FileState(database)
    last = try database.read { try ChangeTable(connection: $0).newest() }
  }

  /// Whether commits of other processes are told, too: the system may have no watch left to give.
  public var seesOtherProcesses: Bool { folder.isWatching }

  /// Begins to tell, from where the sequence was made.
  public func makeAsyncIterator() -> Iterator {
    let wakeups = database.wakeups.stream().makeAsyncIterator()
    return Iterator(database: database, folder: folder, wakeups: wakeups, last: last, file: file)
  }

  /// Asks for one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let database: Database
    fileprivate let folder: FolderWatch
    fileprivate var wakeups: AsyncStream<Void>.Iterator
    fileprivate var last: Int64
    fileprivate var file: FileState

    /// Waits for the next change.
    ///
    /// - Returns: `nil` when the task was cancelled.
    /// - Throws: ``CatalogError`` where the catalog cannot be read; `CancellationError` when the task was cancelled while
    ///   it was.
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
