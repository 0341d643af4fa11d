#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The peer of an import: the sqlite3 shell loads the finished tables of the same catalog (`peer-import.sql`).
struct PeerImport {
  static let does = """
    sqlite3 with Benchmarks/peer-import.sql: every table and index that the import leaves, and FTS5 over the same words \
    as its search index, from a tab-separated dump of the finished tables that was made before
    """

  let target: String
  private let command: ProcessCommand
  private let data: BenchData

  /// Makes the dump when it is missing or older than the catalog.
  /// - Parameter name: of the file that is filled.
  /// - Returns: `nil` when no peers are measured.
  init?(_ context: BenchContext, into name: String = "peer.db") throws {
    guard let shell = context.sqliteShell else { return nil }
    let catalog = try context.data.catalog()
    let folder = Self.absolute(context.data.scratch("dump"))
    if !FileTimes.isCurrent("\(folder)/whole", after: catalog) {
      BenchConsole.message("writing the tables of \(catalog) into \(folder)")
      try PeerDump.write(catalog: catalog, to: folder)
      try FileWriter.write([], to: "\(folder)/whole")
    }
    data = context.data
    target = Self.absolute(context.data.scratch(name))
    command = Self.command(shell, script: context.script("peer-import.sql"), dump: folder, into: target)
  }

  /// - Parameter target: an absolute path, since the shell reads the dump from inside its folder.
  static func command(_ shell: String, script: String, dump: String, into target: String) -> ProcessCommand {
    ProcessCommand(program: shell, arguments: ["-bail", target, ".cd '\(dump)'", ".read '\(absolute(script))'"])
  }

  /// A file that the peer filled and that is kept, for searches with the shell; filled when it is missing or older than
  /// the catalog.
  /// - Returns: `nil` when no peers are measured.
  static func kept(_ context: BenchContext) throws -> String? {
    let path = context.data.scratch("peer-search.db")
    // Under another name until it is whole.
    guard let peer = try PeerImport(context, into: "peer-search.db.new") else { return nil }
    if FileTimes.isCurrent(path, after: try context.data.catalog()) { return path }
    BenchConsole.message("filling \(path) with the sqlite3 shell")
    try peer.run()
    context.data.remove(path)
    guard rename(peer.target, path) == 0 else { throw BenchError(errno: "write", path) }
    return path
  }

  func run() throws {
    remove()
    try command.run()
  }

  func remove() { data.remove(target) }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : WorkingFolder.path + "/" + path
  }
}

extension PeerImport {
  /// The peer of an import into a filled catalog: the sqlite3 shell adds the books of the same file to the file that it
  /// filled (`peer-import-more.sql`).
  struct More {
    static let does = """
      sqlite3 with Benchmarks/peer-import-more.sql: the same JSON Lines by SQLite's own JSON functions into the tables, \
      indexes and FTS5 of the file that it filled, in one transaction; nothing looked up, folded, or made undoable
      """

    private let filled: String
    private let target: String
    private let command: ProcessCommand
    private let data: BenchData

    /// - Returns: `nil` when no peers are measured.
    init?(_ context: BenchContext, books: Int) throws {
      guard let shell = context.sqliteShell, let filled = try PeerImport.kept(context) else { return nil }
      self.filled = filled
      data = context.data
      target = PeerImport.absolute(context.data.scratch("peer-more.db"))
      let folder = PeerImport.absolute(context.data.scratch("more"))
      try Folder.make(folder)
      // Under the name that the script has.
      let lines = PeerImport.absolute(try context.data.moreJSONLines(books))
      let link = folder + "/more.jsonl"
      unlink(link)
      guard symlink(lines, link) == 0 else { throw BenchError(errno: "write", link) }
      command = PeerImport.command(shell, script: context.script("peer-import-more.sql"), dump: folder, into: target)
    }

    /// Makes the copy that a run changes.
    func prepare() throws { try data.copy(filled, to: target) }

    func run() throws { try command.run() }

    func remove() { data.remove(target) }
  }
}
