import FoundationEssentials
import Synchronization

/// A catalog of books in one file: open it, page and search it, edit it, refresh it, observe it.
///
/// ```swift
/// let catalog = try await BookCatalog.open("books.db")
/// let page = try await catalog.page(order: .title)
/// try await catalog.edit(page.books[0].id) { $0.title = "Dune" }
/// try await catalog.undo()
/// ```
///
/// Every access exists in two forms: `async`, on a thread of the catalog's own, ended by cancelling the task; and
/// synchronous, on the calling thread, for short-lived programs.
public final class BookCatalog: Sendable {
  /// How a catalog is opened.
  public struct Options: Sendable {
    /// Whether a file that is missing is made, and one that is empty becomes a catalog.
    public var createsFile = true
    /// Whether nothing is ever written: for media that cannot be.
    public var isReadOnly = false
    /// How long to wait for another process that holds the catalog and writes nothing; 5 seconds unless set. While the
    /// others get on, waiting goes on, however long that takes; cancelling the task ends it.
    public var patience: Duration {
      get { setPatience ?? .seconds(5) }
      set { setPatience = newValue }
    }
    /// Where times come from; the system's clock unless set.
    public var now: @Sendable () -> Date = { Date() } {
      didSet { setClock = UUID() }
    }
    private var setPatience: Duration?
    /// Tells clocks that were set from each other, since functions cannot be compared.
    private var setClock: UUID?

    /// Options that make files that are missing, may write, wait 5 seconds for other processes, and take times from the
    /// clock, unless told otherwise.
    public init(createsFile: Bool = true, isReadOnly: Bool = false, patience: Duration? = nil) {
      (self.createsFile, self.isReadOnly, setPatience) = (createsFile, isReadOnly, patience)
    }

    /// What these options ask for that a catalog which was opened with others does otherwise; `nil` for nothing.
    fileprivate func difference(from opened: Options) -> String? {
      if let setPatience, setPatience != opened.patience { return "another patience" }
      if let setClock, setClock != opened.setClock { return "another clock" }
      return nil
    }
  }

  let database: Database
  let watch: CommitWatch
  package let now: @Sendable () -> Date
  /// The folder of a catalog that is to go with this object.
  let belongings = Mutex<PrivateFolder?>(nil)
  /// The catalog that was opened, where this is the same for somebody: ``open(_:options:)`` gives it again while any lasts.
  private let opened: BookCatalog?

  private init(database: Database, now: @escaping @Sendable () -> Date) {
    (self.database, self.now) = (database, now)
    (watch, opened) = (CommitWatch(), nil)
  }

  private init(_ catalog: BookCatalog, for origin: TransactionOrigin) {
    var database = catalog.database
    database.origin = origin
    (self.database, now, watch) = (database, catalog.now, catalog.watch)
    opened = catalog.opened ?? catalog
  }

  /// The same catalog, in which somebody besides its owner acts: every step made through it, by an edit, an import or a
  /// refresh that is not one of what was due, is theirs (``HistoryStep/person``); and `undo`, `redo` and what snapshots say
  /// of these are about their steps alone. All else is shared, ratings and other personal fields too; ``seen(by:)`` is for
  /// people who each have their own.
  ///
  /// ```swift
  /// let annas = try catalog.acting(as: "Anna")
  /// try await annas.edit(7) { $0.title = "Dune" }
  /// try await catalog.edit(8) { $0.title = "Emma" }
  /// try await annas.undo()
  /// ```
  ///
  /// - Parameter name: one line of 1 to 100 bytes of UTF-8, that of nobody else to the letter. Who has none of that name is
  ///   made known by their first step.
  /// - Throws: ``InvalidValue`` for a name that is none.
  public func acting(as name: String) throws -> BookCatalog {
    try with { ($0.person, $0.hasOwnMarks) = (try Person.checked(name: name), false) }
  }

  /// The same catalog as somebody besides its owner sees it, who acts in it (``acting(as:)``): how far they are with each book,
  /// when they read it, their rating, review and notes are their own, in the place of the owner's, in books, queries,
  /// orders, facets and statistics alike; and what they change of these changes nothing for others. Copies, fields of the
  /// user's own and when books came in are the owner's, and show as they are.
  ///
  /// ```swift
  /// let annas = try catalog.seen(by: "Anna")
  /// try await annas.edit(7) { $0.rating = 5 }
  /// let page = try await annas.page(BookQuery("is:unread", order: .rating.descending))
  /// ```
  ///
  /// - Parameter name: as that of ``acting(as:)``.
  /// - Throws: ``InvalidValue`` for a name that is none.
  public func seen(by name: String) throws -> BookCatalog {
    try with { ($0.person, $0.hasOwnMarks) = (try Person.checked(name: name), true) }
  }

  /// The name of who acts through this object; `nil` for the owner.
  public var person: String? { database.origin.person }

  /// The same catalog; every step that somebody makes through it notes by what they asked for it (``HistoryStep/command``).
  ///
  /// - Parameter command: one line for people, such as the one that was typed; of a longer one than 1,000 characters its
  ///   beginning is kept, and nothing of an empty one.
  public func noting(command: String) -> BookCatalog {
    let line = command.canonicalLine().shortened(to: 1_000)
    return with { $0.command = line.isEmpty ? nil : line }
  }

  /// The same catalog; who reads or writes through it hears how far a scan is: what looks at book after book, since no index
  /// tells what was asked. Nothing is told of what indexes answer.
  ///
  /// - Parameter body: is called on the thread of the access, every few thousand books and at the end.
  public func telling(_ body: @escaping @Sendable (ScanProgress) -> Void) -> BookCatalog {
    with { $0.scanned = body }
  }

  /// The same catalog for somebody else, or something else.
  private func with(_ change: (inout TransactionOrigin) throws -> Void) rethrows -> BookCatalog {
    var origin = database.origin
    try change(&origin)
    return BookCatalog(self, for: origin)
  }

  /// The path the catalog was opened by.
  public var path: String { database.path }

  /// Whether nothing can be changed, since it was asked for or the file cannot be written.
  public var isReadOnly: Bool { database.isReadOnly }

  /// What opening did to a file that an older version had made; `nil` where the file was of this version already.
  public var upgrade: SchemaUpgrade? { database.upgrade }

  /// Opens a catalog, and makes or upgrades its file when it must; before an upgrade a backup is put beside it. A file
  /// that is open already in this process is shared: the same object is given again, one for reading only and one that may
  /// write. What the options leave as it is, is as at the first opening then.
  ///
  /// - Throws: ``CatalogError``: a file that is damaged, newer, another program's, out of reach;
  ///   ``CatalogError/Code/inTheWay`` where it is open already with another patience or clock than these options set. The
  ///   options of the first opening have the same.
  public static func open(_ path: String, options: Options = Options()) throws -> BookCatalog {
    guard path != ":memory:" else {
      // To SQLite this is no file, and each connection would have a catalog of its own.
      throw CatalogError(
        .inTheWay, "open", path, cause: "a catalog is a file", hint: "name one; to call it so, write ./:memory:")
    }
    return try registry.withLock { registry in
      if let identity = try DatabaseFile.identity(of: path),
        let open = registry.first(where: { $0.options.isReadOnly == options.isReadOnly && $0.isOf(identity) }),
        let shared = open.catalog
      {
        if let difference = options.difference(from: open.options) {
          throw CatalogError(
            .inTheWay, "open", path, cause: "it is open already with \(difference)",
            hint: "open it once and share the object, or with the same options")
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

  /// The same, on a thread of its own: opening waits for the disk, and an upgrade copies the whole file before. Once begun
  /// it goes on to its end, also when the task is cancelled.
  public static func open(_ path: String, options: Options = Options()) async throws -> BookCatalog {
    try await BlockingWork.run { try open(path, options: options) }
  }

  private struct OpenCatalog {
    let options: Options
    weak var catalog: BookCatalog?

    /// Whether a file is the one that was opened. One that was removed since leaves its number to the next file that is made.
    func isOf(_ file: DatabaseFile.Identity) -> Bool {
      guard let database = catalog?.database, database.file == file else { return false }
      return (try? DatabaseFile.identity(of: database.path)) == file
    }
  }

  /// The open ones. They are few: looking through them is faster than a dictionary.
  private static let registry = Mutex<[OpenCatalog]>([])
}

// MARK: Reading and writing

extension BookCatalog {
  /// Reads on the calling thread, in one view of the catalog. Must not be called from inside the closure of another access
  /// to the same catalog, which has all it needs: where that would wait for itself for ever, it throws a
  /// ``CatalogError``.
  public func read<Result>(_ body: (CatalogSnapshot) throws -> Result) throws -> Result {
    try database.read { try CatalogSnapshot.during($0, body) }
  }

  /// Reads in one view of the catalog; cancelling the task ends the read.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (CatalogSnapshot) throws -> Result
  ) async throws -> Result {
    try await database.read { try CatalogSnapshot.during($0, body) }
  }

  /// Changes the catalog on the calling thread, all or nothing. Must not be called from inside the closure of another
  /// access to the same catalog: inside of `write` it throws a ``CatalogError``, since it would wait for itself for ever.
  public func write<Result>(_ body: (CatalogTransaction) throws -> Result) throws -> Result {
    let time = now()
    return try database.write { try CatalogTransaction.during($0, now: time, body) }
  }

  /// Changes the catalog, all or nothing; cancelling the task before the end leaves nothing changed.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (CatalogTransaction) throws -> Result
  ) async throws -> Result {
    let time = now()
    return try await database.write { try CatalogTransaction.during($0, now: time, body) }
  }

  /// Changes the catalog, all or nothing, as one step: what the closure edits, adds, removes and reverts is taken back by
  /// one `undo`. Cancelling the task before the end leaves nothing changed.
  ///
  /// ```swift
  /// try await catalog.write(named: "Tidy up") { transaction in
  ///   try transaction.edit(1) { $0.title = "Dune" }
  ///   try transaction.remove([2, 3])
  /// }
  /// ```
  ///
  /// What the user decides besides — conflicts, merging, splitting — stays a step of its own; what follows it is another
  /// one of this name.
  ///
  /// - Parameters:
  ///   - name: what the step is called in the history: one line of 1 to 200 bytes of UTF-8.
  ///   - body: makes the changes.
  /// - Throws: ``InvalidValue`` for a name that is none; what the body throws; ``CatalogError``.
  public func write<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable (CatalogTransaction) throws -> Result
  ) async throws -> Result {
    let line = name.canonicalLine()
    guard (1...200).contains(line.utf8.count) else {
      throw InvalidValue("name of a step", name, "it has 1 to 200 bytes")
    }
    let time = now()
    return try await database.write {
      try CatalogTransaction.during($0, now: time, scope: StepScope(named: line), body)
    }
  }

  /// The contents as they are now: what belongs together and takes several calls is done in the same, or ends.
  package func contents() throws -> ContentsMark { try database.read { try ContentsMark($0) } }

  /// Counts what is stored through this opening, by whoever acts.
  package var commits: CommitCount { database.commits }

  /// Waits for the accesses under way and closes the file; the next access opens it again. Nothing depends on it.
  public func close() { database.close() }
}

extension BookCatalog {
  /// Observes what is committed from now on, by this process or another.
  ///
  /// - Throws: ``CatalogError`` when the catalog cannot be read.
  public func changes() throws -> CatalogChanges { try CatalogChanges(database, watch) }
}
