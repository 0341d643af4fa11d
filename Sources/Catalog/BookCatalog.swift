import FoundationEssentials
import Synchronization

/// A catalog of books in one file. Use it to page through, search, edit, refresh and observe the books.
///
/// ```swift
/// let catalog = try await BookCatalog.open("books.db")
/// let page = try await catalog.page(order: .title)
/// try await catalog.edit(page.books[0].id) { $0.title = "Dune" }
/// try await catalog.undo()
/// ```
///
/// Every operation has two forms. The `async` form runs on one of the catalog's own threads, and ends when the task is
/// cancelled. The synchronous form runs on the calling thread, and is meant for short-lived programs.
public final class BookCatalog: Sendable {
  /// Options for opening a catalog.
  public struct Options: Sendable {
    /// True to create the file if it is missing or empty.
    public var createsFile = true
    /// True to open the catalog without ever writing to it, for example on read-only media.
    public var isReadOnly = false
    /// The time to wait while another process is using the catalog without making progress, 5 seconds by default. While
    /// other processes make progress, the wait has no limit. Cancelling the task ends the wait.
    public var patience: Duration {
      get { setPatience ?? .seconds(5) }
      set { setPatience = newValue }
    }
    /// A closure that returns the current time. By default, the time comes from the system clock.
    public var now: @Sendable () -> Date = { Date() } {
      didSet { setClock = UUID() }
    }
    private var setPatience: Duration?
    /// A value that identifies the closure in ``now``, because closures cannot be compared. `nil` for the default.
    private var setClock: UUID?

    /// Creates options. By default, a missing file is created, the catalog can be written, and the patience is 5
    /// seconds.
    public init(createsFile: Bool = true, isReadOnly: Bool = false, patience: Duration? = nil) {
      (self.createsFile, self.isReadOnly, setPatience) = (createsFile, isReadOnly, patience)
    }

    /// Returns a description of the first setting that conflicts with the options of the opened catalog, or `nil` if
    /// there is no conflict.
    fileprivate func difference(from opened: Options) -> String? {
      if let setPatience, setPatience != opened.patience { return "a different wait time" }
      if let setClock, setClock != opened.setClock { return "a different clock" }
      return nil
    }
  }

  let database: Database
  /// The people to whom the catalog is shown, and what they may see of it (``seen(by:)-(Audience)``).
  public let audience: Audience
  let watch: CommitWatch
  package let now: @Sendable () -> Date
  /// The folder of a temporary catalog, deleted when this object is released.
  let belongings = Mutex<PrivateFolder?>(nil)
  /// The catalog from which this object was copied, for example for another person. The reference keeps that catalog
  /// alive, so that ``open(_:options:)`` can return it again.
  private let opened: BookCatalog?

  private init(database: Database, now: @escaping @Sendable () -> Date) {
    (self.database, self.now) = (database, now)
    (audience, watch, opened) = (.owner, CommitWatch(), nil)
  }

  private init(_ catalog: BookCatalog, for audience: Audience, _ origin: TransactionOrigin) {
    var database = catalog.database
    database.origin = origin
    (self.database, self.audience) = (database, audience)
    (now, watch, opened) = (catalog.now, catalog.watch, catalog.opened ?? catalog)
  }

  /// Returns a copy of this catalog with another audience, person, command or progress handler.
  func with(
    audience: Audience? = nil, _ change: (inout TransactionOrigin) throws -> Void
  ) rethrows -> BookCatalog {
    var origin = database.origin
    try change(&origin)
    return BookCatalog(self, for: audience ?? self.audience, origin)
  }

  /// Returns a copy of this catalog. Each step made through the copy is recorded with a command
  /// (``HistoryStep/command``).
  ///
  /// - Parameter command: The command in one line, for example as the user typed it. Text beyond 1,000 characters is
  ///   cut off. An empty command is not recorded.
  public func recording(command: String) -> BookCatalog {
    let line = command.canonicalLine().shortened(to: 1_000)
    return with { $0.command = line.isEmpty ? nil : line }
  }

  /// Returns a copy of this catalog that reports the progress of full scans. A full scan reads the books one by one,
  /// because no index can answer the query. Queries answered by an index report no progress.
  ///
  /// - Parameter body: Called every few thousand books and at the end, on the thread that scans.
  public func reportingProgress(_ body: @escaping @Sendable (ScanProgress) -> Void) -> BookCatalog {
    with { $0.scanned = body }
  }

  /// The path that the catalog was opened with.
  public var path: String { database.path }

  /// True if the catalog cannot be changed, because it was opened as read-only or its file is not writable.
  public var isReadOnly: Bool { database.isReadOnly }

  /// A description of the upgrade made when the file was opened, or `nil` if no upgrade was needed.
  public var upgrade: SchemaUpgrade? { database.upgrade }

  /// Opens a catalog. Creates or upgrades its file if necessary. Before an upgrade, a backup is saved next to the file.
  ///
  /// If this process has already opened the file, the same object is returned. Options that you don't set keep their
  /// earlier values. There is one shared object for reading and writing, and another for reading only.
  ///
  /// - Throws: ``CatalogError`` if the file is damaged, from a newer version, from another program or not accessible;
  ///   ``CatalogError/Code/inTheWay`` if the file is already open with a patience or clock that differs from these
  ///   options. To avoid this conflict, pass the same options as before.
  public static func open(_ path: String, options: Options = Options()) throws -> BookCatalog {
    guard path != ":memory:" else {
      // This path would give each connection a separate in-memory database.
      throw CatalogError(
        .inTheWay, "open", path, cause: "a catalog must be a file", hint: "for a file with this name, use ./:memory:")
    }
    return try registry.withLock { registry in
      if let identity = try DatabaseFile.identity(of: path),
        let open = registry.first(where: { $0.options.isReadOnly == options.isReadOnly && $0.isOf(identity) }),
        let shared = open.catalog
      {
        if let difference = options.difference(from: open.options) {
          throw CatalogError(
            .inTheWay, "open", path, cause: "it is already open with \(difference)",
            hint: "share the open catalog, or use the same options")
        }
        return shared
      }
      let database = try Database.ofCatalog(
        path: path, mayCreate: options.createsFile, readOnly: options.isReadOnly, patience: options.patience.seconds,
        clock: options.now)
      let catalog = BookCatalog(database: database, now: options.now)
      registry.removeAll { $0.catalog == nil }
      registry.append(OpenCatalog(options: options, catalog: catalog))
      return catalog
    }
  }

  /// Opens a catalog on a separate thread, because opening waits for the disk, and an upgrade first copies the whole
  /// file. Runs to its end even if the task is cancelled.
  ///
  /// ```swift
  /// let catalog = try await BookCatalog.open("books.db")
  /// ```
  public static func open(_ path: String, options: Options = Options()) async throws -> BookCatalog {
    try await BlockingWork.run { try open(path, options: options) }
  }

  private struct OpenCatalog {
    let options: Options
    weak var catalog: BookCatalog?

    /// Returns true if the given file is the opened file. A new file can get the inode number of a deleted one, so the
    /// file that is now at the path is compared as well.
    func isOf(_ file: DatabaseFile.Identity) -> Bool {
      guard let database = catalog?.database, database.file == file else { return false }
      return (try? DatabaseFile.identity(of: database.path)) == file
    }
  }

  /// The catalogs that are open in this process. There are few, so the list is searched linearly.
  private static let registry = Mutex<[OpenCatalog]>([])
}

// MARK: Reading and writing

extension BookCatalog {
  /// Reads the catalog on the calling thread, in one consistent view. Must not be called inside the closure of another
  /// access to the same catalog; use that closure's snapshot or transaction instead. Throws a ``CatalogError`` if a
  /// nested call would wait for itself forever.
  public func read<Result>(_ body: (CatalogSnapshot) throws -> Result) throws -> Result {
    try database.read { try CatalogSnapshot.during($0, for: audience, body) }
  }

  /// Reads the catalog in one consistent view. Cancelling the task ends the read.
  ///
  /// ```swift
  /// let (count, books) = try await catalog.read { (try $0.count(), try $0.page("", size: 50).books) }
  /// ```
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (CatalogSnapshot) throws -> Result
  ) async throws -> Result {
    try await database.read { [audience] in try CatalogSnapshot.during($0, for: audience, body) }
  }

  /// Changes the catalog on the calling thread, in one atomic transaction. Must not be called inside the closure of
  /// another access to the same catalog. A call inside another `write` would wait for itself forever, so it throws a
  /// ``CatalogError``.
  public func write<Result>(_ body: (CatalogTransaction) throws -> Result) throws -> Result {
    let time = now()
    return try database.write { try CatalogTransaction.during($0, for: audience, now: time, body) }
  }

  /// Changes the catalog in one atomic transaction. If the task is cancelled before the end, nothing is changed.
  ///
  /// ```swift
  /// let id = try await catalog.write { try $0.add { $0.title = "Dune" }.books[0] }
  /// ```
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (CatalogTransaction) throws -> Result
  ) async throws -> Result {
    let time = now()
    return try await database.write { [audience] in try CatalogTransaction.during($0, for: audience, now: time, body) }
  }

  /// Changes the catalog in one atomic transaction and as one step. A single `undo` then undoes all edits, additions,
  /// removals and reverts of the closure. If the task is cancelled before the end, nothing is changed.
  ///
  /// ```swift
  /// try await catalog.write(named: "Tidy up") { transaction in
  ///   try transaction.edit(1) { $0.title = "Dune" }
  ///   try transaction.remove([2, 3])
  /// }
  /// ```
  ///
  /// Resolving a conflict, merging and splitting are always separate steps. Changes made after one of them form another
  /// step with the same name.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the history: one line of 1 to 200 bytes of UTF-8.
  ///   - body: Makes the changes.
  /// - Throws: ``InvalidValue`` if the name is invalid; an error that the body throws; ``CatalogError``.
  public func write<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable (CatalogTransaction) throws -> Result
  ) async throws -> Result {
    let line = name.canonicalLine()
    guard (1...200).contains(line.utf8.count) else {
      throw InvalidValue("name of a step", name, "it must have 1 to 200 bytes")
    }
    let time = now()
    return try await database.write { [audience] in
      try CatalogTransaction.during($0, for: audience, now: time, scope: StepScope(named: line), body)
    }
  }

  /// Returns a version that identifies the current contents. An operation that takes several calls can use the version
  /// to detect that a backup was restored in between.
  package func contents() throws -> ContentsVersion { try database.read { try ContentsVersion($0) } }

  /// A counter of commits made through this object and its copies, by any person, since the catalog was opened.
  package var commits: CommitCount { database.commits }

  /// Waits for running accesses and closes the file. Calling this is optional, and the next access opens the file
  /// again.
  public func close() { database.close() }
}

extension BookCatalog {
  /// Returns a sequence of the changes made from now on, by this process or any other.
  ///
  /// ```swift
  /// for try await change in try catalog.changes() { view.reload(change) }
  /// ```
  ///
  /// - Throws: ``CatalogError`` if the catalog cannot be read.
  public func changes() throws -> CatalogChanges { try CatalogChanges(database, watch, for: audience) }
}
