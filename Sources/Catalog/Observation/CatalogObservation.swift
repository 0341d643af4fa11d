/// What changes in a catalog, whoever changes it: this process or another. Nothing is told twice; what is committed while
/// nobody asks is told together. While nothing is committed, nothing is done.
///
/// ```swift
/// for try await change in try catalog.observation() { print(change) }
/// ```
///
/// It ends when its task is cancelled, and throws ``CatalogError`` where the catalog cannot be read; who asks again goes on
/// from there.
public struct CatalogObservation: AsyncSequence, Sendable {
  /// What changed with a commit.
  public typealias Element = CatalogChange

  private let database: Database
  private let folder: FolderWatch
  private let wakeups: AsyncStream<Void>
  private let last: Int64
  private let file: FileState

  /// - Throws: ``CatalogError`` when the catalog cannot be read.
  init(_ database: Database, _ watch: CommitWatch) throws {
    self.database = database
    folder = watch.folder(of: database)
    wakeups = database.wakeups.stream()
    file = FileState(database)
    last = try database.read { try ChangeTable(connection: $0).newest() }
  }

  /// Whether commits of other processes are told, too: the system may have no watch left to give.
  public var seesOtherProcesses: Bool { folder.isWatching }

  /// Tells from where the observation began. One iterator at a time: two would share what wakes them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(database: database, folder: folder, wakeups: wakeups.makeAsyncIterator(), last: last, file: file)
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
